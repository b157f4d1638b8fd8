// Refactorings at the caret, by keyboard: a value becomes an input, and an input is replaced by its value.
import { openFiles, openText, yaml } from "./actions";
import { axe } from "./axe";
import { expect, type Page, test } from "./base";

const SHOP = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    port: {type: integer, default: 3306} # of all
    user: {type: string, default: admin}
  node_templates:
    db:
      type: tosca.nodes.Database
      properties:
        name: orders # kept
        port: {get_input: port}
        user: {get_input: user}
`;
const ASSEMBLY = `name: assembly::shop::1.0
composition:
  web:
    type: resource::web::1.0
    properties:
      port: {value: 8080} # open
`;

/** Puts the caret into a word of the text. */
async function caretIn(page: Page, line: RegExp, word: string) {
  const found = page.locator(".cm-line").filter({ hasText: line }).first();
  await found.getByText(word, { exact: true }).first().click();
}

const menu = (page: Page) => page.getByRole("menu", { name: "Quick fixes and refactorings" });

test("E5: an input is replaced by its value at the caret, and a value becomes an input", async ({ page }) => {
  await openText(page, SHOP, "db");
  await caretIn(page, /user: \{get_input/, "user");
  await page.keyboard.press("Control+.");
  await expect(menu(page).getByRole("menuitem").first()).toBeFocused();
  await menu(page).getByRole("menuitem", { name: "Inline value" }).press("Enter");
  const inlined = SHOP.replace("    user: {type: string, default: admin}\n", "").replace("{get_input: user}", "admin");
  await expect.poll(() => yaml(page)).toBe(inlined);
  await caretIn(page, /name: orders/, "orders");
  await page.keyboard.press("Control+.");
  await menu(page).getByRole("menuitem", { name: "Convert value to input" }).click();
  await expect.poll(() => yaml(page)).toContain("name: {get_input: name} # kept");
  await page.keyboard.press("Control+z");
  await expect.poll(() => yaml(page)).toBe(inlined);
  await page.keyboard.press("Control+z");
  await expect.poll(() => yaml(page)).toBe(SHOP);
});

test("E5: a value of a component becomes a property of the assembly", async ({ page }) => {
  await openText(page, ASSEMBLY, "web");
  await caretIn(page, /port: \{value/, "8080");
  await page.keyboard.press("Control+.");
  await menu(page).getByRole("menuitem", { name: "Convert value to input" }).click();
  const after = ASSEMBLY.replace("8080", "'${port}'").replace("composition:", "properties:\n  port:\n    type: integer\n    default: 8080\ncomposition:");
  await expect.poll(() => yaml(page)).toBe(after);
});

const TYPES = `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  # Runs the shop.
  my.Web:
    derived_from: tosca.nodes.SoftwareComponent
  my.Other:
    derived_from: tosca.nodes.Root
topology_template:
  node_templates:
    web: {type: my.Web}
`;
const MORE = `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.More: {derived_from: tosca.nodes.Root}
`;
const MOVED = `  # Runs the shop.
  my.Web:
    derived_from: tosca.nodes.SoftwareComponent
`;

const dialog = (page: Page) => page.getByRole("dialog", { name: "Move definition" });

async function askToMove(page: Page, key: RegExp, word: string) {
  await caretIn(page, key, word);
  await page.keyboard.press("Control+.");
  await menu(page).getByRole("menuitem", { name: "Move definition to another file…" }).press("Enter");
}

test("E5: a type moves to a new file with its comments, by keyboard, and can be restored", async ({ page }) => {
  await openText(page, TYPES, "web");
  await askToMove(page, /^ {2}my.Web:/, "my.Web");
  await expect(dialog(page).getByLabel("Move to")).toBeFocused();
  await expect(dialog(page).getByLabel("Path")).toHaveValue("Web.yaml");
  expect((await axe(page)).violations).toEqual([]);
  await dialog(page).getByLabel("Path").fill("../Web.yaml");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("alert")).toContainText("points outside the workspace");
  await dialog(page).getByLabel("Path").fill("types/web.yaml");
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
  const after = TYPES.replace(MOVED, "").replace("node_types", "imports:\n  - types/web.yaml\nnode_types");
  await expect.poll(() => yaml(page)).toBe(after);
  await page.getByRole("button", { name: "Restore" }).click();
  await expect.poll(() => yaml(page)).toBe(TYPES);
});

test("E5: a move to a new file is not taken back over later changes", async ({ page }) => {
  await openText(page, TYPES, "web");
  await askToMove(page, /^ {2}my.Web:/, "my.Web");
  await dialog(page).getByRole("button", { name: "Move", exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("End");
  await page.keyboard.type(" # mine");
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.locator(".notices")).toContainText("undo the later changes first");
  expect(await yaml(page)).toContain("tosca_simple_yaml_1_3 # mine\n");
  expect(await yaml(page)).toContain("  - Web.yaml\n");
});

test("E5: a type moves to an existing file, which then is imported, as one undo step", async ({ page }) => {
  await openText(page, TYPES, "web");
  await openFiles(page, { "more.yaml": MORE });
  await page.getByRole("button", { name: /shop.yaml/ }).first().click();
  await askToMove(page, /^ {2}my.Web:/, "my.Web");
  await dialog(page).getByLabel("Move to").selectOption("more.yaml");
  await expect(dialog(page).getByLabel("Path")).toHaveCount(0);
  await dialog(page).getByRole("button", { name: "Move", exact: true }).click();
  const after = TYPES.replace(MOVED, "").replace("node_types", "imports:\n  - more.yaml\nnode_types");
  await expect.poll(() => yaml(page)).toBe(after);
  await page.keyboard.press("Control+z");
  await expect.poll(() => yaml(page)).toBe(TYPES);
});
