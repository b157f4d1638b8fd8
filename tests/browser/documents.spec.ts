// T10: a file with several YAML documents: each is drawn, listed, edited and completed on its own.
import { drag, openFiles, openText, rest, yaml } from "./actions";
import { axe } from "./axe";
import { box, card, inspector, middle, press } from "./places";
import { expect, type Page, test } from "./base";

const ASSEMBLY = `# The shop.
name: assembly::shop::1.0
composition:
  web:
    type: resource::web::1.0
    quantity: 1
`;

const SERVICE = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    front:
      type: tosca.nodes.WebServer
      requirements:
        - host: server
    server:
      type: tosca.nodes.Compute
      properties:
        unknown: 1
`;

const BOTH = `${ASSEMBLY}---\n${SERVICE}`;

const choice = (page: Page) => page.getByRole("combobox", { name: "Document", exact: true });

/** Puts the caret behind a word of the text. */
async function caretAt(page: Page, word: string) {
  await page.locator(".cm-line", { hasText: word }).first().click();
}

test("T10: the list of documents shows which one is drawn, and the caret chooses it, too", async ({ page }) => {
  await openText(page, BOTH, "web");
  await expect(choice(page)).toHaveValue("0");
  await expect(choice(page).getByRole("option")).toHaveText(["Document 1 of 2: assembly::shop::1.0 (Assembly descriptor)", "Document 2 of 2: TOSCA 1.3"]);
  expect((await axe(page, ".view-switch")).violations).toEqual([]);
  await choice(page).selectOption("1");
  await expect(card(page, "front")).toBeVisible();
  await expect(card(page, "web")).toHaveCount(0);
  await expect(page.locator(".cm-activeLine").first()).toContainText("tosca_definitions_version");
  // A caret in the other document draws that one, and selects the element there.
  await caretAt(page, "resource::web");
  await expect(card(page, "web")).toBeVisible();
  await expect(choice(page)).toHaveValue("0");
  await expect(card(page, "web")).toHaveClass(/selected/);
  await caretAt(page, "tosca.nodes.Compute");
  await expect(card(page, "server")).toHaveClass(/selected/);
  await expect(choice(page)).toHaveValue("1");
});

test("T10: a document is edited by its diagram and its form, and undo restores the text", async ({ page }) => {
  await openText(page, BOTH, "web");
  await choice(page).selectOption("1");
  await press(card(page, "front"));
  const name = inspector(page).getByRole("textbox", { name: "Name", exact: true }).first();
  await name.fill("shopfront");
  await name.press("Enter");
  await expect(card(page, "shopfront")).toBeVisible();
  const renamed = BOTH.replace("    front:", "    shopfront:");
  expect(await yaml(page)).toBe(renamed);
  // The last element of the first document is removed; the marker stays.
  await choice(page).selectOption("0");
  await press(card(page, "web"));
  const quantity = inspector(page).getByLabel("Quantity").first();
  await quantity.fill("3");
  await quantity.press("Enter");
  await expect.poll(() => yaml(page)).toBe(renamed.replace("quantity: 1", "quantity: 3"));
  for (const text of [renamed, BOTH]) {
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect.poll(() => yaml(page)).toBe(text);
  }
  // The document that was undone last is shown.
  await expect(card(page, "front")).toBeVisible();
});

test("T10: positions of boxes are those of their document, also after a reload", async ({ page }) => {
  await openText(page, `${ASSEMBLY}---\n${ASSEMBLY.replace("The shop", "The other shop")}`, "web");
  const first = await box(page, "web");
  await choice(page).selectOption("1");
  await rest(page);
  const from = await middle(card(page, "web"));
  await drag(page, from, { x: from.x + 160, y: from.y + 90 });
  await rest(page);
  const moved = await box(page, "web");
  await choice(page).selectOption("0");
  await rest(page);
  const unmoved = await box(page, "web");
  expect(Math.abs(unmoved.x - first.x)).toBeLessThan(2);
  await choice(page).selectOption("1");
  await expect(page.getByText("Saved in this browser")).toBeVisible();
  await page.waitForTimeout(1_500);
  await page.reload();
  await expect(choice(page)).toHaveValue("1");
  // Until it is drawn, it has no box.
  await expect(async () => expect(Math.abs((await box(page, "web")).x - moved.x)).toBeLessThan(3)).toPass();
});

test("T10: problems of all documents are listed, and lead to their document", async ({ page }) => {
  await openText(page, BOTH, "web");
  const problem = page.getByRole("region", { name: "Problems" }).getByRole("button", { name: /unknown property unknown/ }).first();
  await problem.click();
  await expect(card(page, "server")).toBeVisible();
  await expect(choice(page)).toHaveValue("1");
  await expect(page.locator(".cm-activeLine").first()).toContainText("unknown: 1");
});

test("T10: documents that are added above keep the shown one, and a single document has no list", async ({ page }) => {
  await openText(page, SERVICE, "front");
  await expect(choice(page)).toHaveCount(0);
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.insertText("name: assembly::new::1.0\ncomposition: {}\n---\n");
  await expect(choice(page).getByRole("option")).toHaveCount(2);
  await caretAt(page, "tosca.nodes.Compute");
  await expect(card(page, "server")).toBeVisible();
  await expect(choice(page)).toHaveValue("1");
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("---\nname: assembly::last::1.0\ncomposition: {}\n");
  await expect(choice(page).getByRole("option")).toHaveCount(3);
  await openFiles(page, { "other.yaml": SERVICE });
  await page.getByRole("navigation", { name: "Files" }).getByText("other.yaml").click();
  await expect(choice(page)).toHaveCount(0);
});
