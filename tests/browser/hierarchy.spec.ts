// E3: what a node uses and what uses it, over several levels, from the diagram and from the text; types by their derivation.
import { openText, yaml } from "./actions";
import { axe } from "./axe";
import { card, inspector, press } from "./places";
import { expect, type Page, test } from "./base";

const TEXT = `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  shop.Base: { derived_from: tosca.nodes.SoftwareComponent }
  shop.Web: { derived_from: shop.Base }
  shop.Cached: { derived_from: shop.Web }
topology_template:
  node_templates:
    server: { type: tosca.nodes.Compute }
    db: { type: tosca.nodes.DBMS, requirements: [host: server] }
    orders: { type: tosca.nodes.Database, requirements: [host: db] }
    web: { type: shop.Web, requirements: [host: server, dependency: orders] }
`;

const dialog = (page: Page) => page.getByRole("dialog", { name: "Hierarchy" });
const tree = (page: Page, name: string) => dialog(page).getByRole("tree", { name });

test("E3: the hierarchy of a node lists what uses it and what it uses, level by level", async ({ page }) => {
  await openText(page, TEXT, "server");
  await press(card(page, "web"));
  await page.keyboard.press("h");
  await expect(dialog(page)).toContainText("Used by (0)");
  const uses = tree(page, "Uses");
  const rows = uses.getByRole("treeitem");
  await expect(rows).toHaveText([/^server\s*Compute\s*line 8$/, /^orders\s*Database\s*line 10$/]);
  await uses.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(rows.nth(1)).toHaveAttribute("aria-expanded", "true");
  await expect(rows.nth(2)).toHaveAttribute("aria-level", "2");
  await expect(rows.nth(2)).toContainText("db");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(3)).toHaveAttribute("aria-level", "3");
  const found = await axe(page, "dialog");
  expect(found.violations).toEqual([]);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(rows).toHaveCount(2);
  await page.keyboard.press("ArrowRight");
  await rows.nth(2).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(inspector(page).getByLabel("Name", { exact: true }).first()).toHaveValue("db");
  expect(await yaml(page)).toBe(TEXT);
});

test("E3: the hierarchy of a type, from the text, lists derived and base types", async ({ page }) => {
  await openText(page, TEXT, "server");
  await page.locator(".cm-line", { hasText: "shop.Base: {" }).getByText("shop.Base").click();
  await page.keyboard.press("Shift+Alt+H");
  await expect(dialog(page)).toContainText("shop.Base");
  const derived = tree(page, "Derived types").getByRole("treeitem");
  await expect(derived).toHaveText([/^shop\.Web\s*line 4$/]);
  await derived.first().locator(".tree-sign").click();
  await expect(derived).toHaveText([/^shop\.Web/, /^shop\.Cached\s*line 5$/]);
  await derived.nth(1).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator(".cm-content")).toBeFocused();
});

test("E3: only nodes have a hierarchy", async ({ page }) => {
  await openText(page, TEXT, "server");
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Shift+Alt+H");
  await expect(page.getByRole("region", { name: "Messages" }).getByText("no node, type or document here")).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
});

test("E3: a row that was already shown is at its own level below an expanded one", async ({ page }) => {
  const text = TEXT.replace("[host: server, dependency: orders]", "[dependency: db, host: server]");
  await openText(page, text, "server");
  await press(card(page, "web"));
  await page.keyboard.press("h");
  const rows = tree(page, "Uses").getByRole("treeitem");
  const levels = () => rows.evaluateAll((rows) => rows.map((row) => `${row.querySelector(".tree-name")!.textContent!.split(" ")[0]} ${row.getAttribute("aria-level")}`));
  expect(await levels()).toEqual(["db 1", "server 1"]);
  await rows.first().locator(".tree-sign").click();
  await expect.poll(levels).toEqual(["db 1", "server 2", "server 1"]);
  await rows.first().locator(".tree-sign").click();
  await expect.poll(levels).toEqual(["db 1", "server 1"]);
});
