// Extraction of a selection into a nested document and inlining, by menu and command palette, with a preview and one undo for all files.
import { openText, yaml } from "./actions";
import { axe } from "./axe";
import { card, middle, press } from "./places";
import { expect, type Page, test } from "./base";

const SHOP = `name: assembly::shop::2.0
properties:
  size: {type: string}
composition:
  # Serves pages
  web:
    type: resource::web::1.0
    properties:
      size: {value: '\${size}'}
      store: {value: '\${db.path}'}
  db:
    type: resource::db::1.0
    properties:
      size: {value: '\${size}'} # of the disk
`;
const OUTER = `name: assembly::shop::2.0
properties:
  size: {type: string}
composition:
  # Serves pages
  web:
    type: resource::web::1.0
    properties:
      size: {value: '\${size}'}
      store: {value: '\${data.path}'}
  data:
    type: assembly::data::2.0
    properties:
      size:
        value: '\${size}'
`;

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

const select = (page: Page, name: string) => press(card(page, name).locator("> .body"), { x: 60, y: 10 });

async function command(page: Page, label: RegExp) {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /Search commands/ }).fill("nested");
  await page.getByRole("option", { name: label }).first().click();
}

test("E5: a component becomes a nested assembly in a new file, and one undo takes all back", async ({ page }) => {
  await openText(page, SHOP, "web");
  await select(page, "db");
  await command(page, /Extract selection to nested assembly/);
  const open = dialog(page, "Extract selection");
  await expect(open.getByLabel("File")).toHaveValue("db-group.yaml");
  await open.getByLabel("Name").fill("data");
  await expect(open.getByLabel("File")).toHaveValue("data.yaml");
  await expect(open.getByRole("region", { name: "Changes" })).toContainText("assembly::data::2.0");
  await expect(open.getByRole("button", { name: "Extract" })).toBeEnabled();
  expect((await axe(page)).violations).toEqual([]);
  await open.getByRole("button", { name: "Extract" }).click();
  await expect(open).toHaveCount(0);
  await expect.poll(() => yaml(page)).toBe(OUTER);
  await expect(page.getByRole("button", { name: "data.yaml" }).first()).toBeVisible();
  await page.locator(".notices").getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => yaml(page)).toBe(SHOP);
  await expect(page.getByRole("button", { name: "data.yaml" })).toHaveCount(0);
});

test("E5: a nested assembly is inlined from the menu of its component", async ({ page }) => {
  await openText(page, SHOP, "web");
  await select(page, "db");
  await command(page, /Extract selection to nested assembly/);
  const extract = dialog(page, "Extract selection");
  await extract.getByLabel("Name").fill("data");
  await expect(extract.getByRole("button", { name: "Extract" })).toBeEnabled();
  await extract.getByLabel("Name").press("Enter");
  await expect.poll(() => yaml(page)).toBe(OUTER);
  await command(page, /Inline nested assembly/);
  const inline = dialog(page, "Inline");
  await expect(inline.getByRole("button", { name: "Inline" })).toBeEnabled();
  await inline.getByRole("button", { name: "Inline" }).click();
  await expect.poll(() => yaml(page)).toBe(SHOP);
});

test("E5: what cannot cross the boundary is refused with the reason, and nothing changes", async ({ page }) => {
  const between = SHOP.replace("      size: {value: '${size}'} # of the disk\n", "      size: {value: '${cache.size}'}\n  cache:\n    type: resource::cache::1.0\n    properties:\n      size: {value: '${web.size}'}\n").replace("      store: {value: '${db.path}'}\n", "");
  await openText(page, between, "web");
  await select(page, "web");
  await page.keyboard.down("Shift");
  await select(page, "db");
  await page.keyboard.up("Shift");
  const at = await middle(card(page, "db").locator("> .body"));
  await page.mouse.click(at.x, at.y, { button: "right" });
  await page.getByRole("menuitem", { name: "Extract to nested assembly…" }).click();
  const open = dialog(page, "Extract selection");
  await expect(open.getByRole("alert")).toContainText("would create a dependency cycle");
  await expect(open.getByRole("button", { name: "Extract" })).toBeDisabled();
  await open.getByRole("button", { name: "Cancel" }).click();
  expect(await yaml(page)).toBe(between);
});
