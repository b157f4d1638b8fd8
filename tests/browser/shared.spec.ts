// Values that a YAML anchor shares: changed for one place or for all, overridden where they are merged, kept when their owner is deleted.
import { openText, yaml } from "./actions";
import { axe } from "./axe";
import { canvas, card, inspector, press } from "./places";
import { expect, type Page, test } from "./base";

const TEXT = `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.Shop:
    derived_from: tosca.nodes.Root
    properties:
      port: { type: integer }
      title: { type: string, required: false }
topology_template:
  node_templates:
    shop:
      type: my.Shop
      properties: &usual # of all shops
        port: 8080 # the usual
    store:
      type: my.Shop
      properties: *usual
    kiosk:
      type: my.Shop
      properties:
        <<: *usual
        title: Kiosk
`;

const port = (page: Page) => inspector(page).getByLabel(/^port\*?$/);
const dialog = (page: Page) => page.getByRole("dialog", { name: "Change a shared value" });

async function change(page: Page, node: string, value: string) {
  await press(card(page, node).locator("text").first());
  await expect(port(page)).toHaveValue("8080");
  await port(page).fill(value);
  await port(page).press("Enter");
}

test("T5: a shared value changes for this one or for all, or stays", async ({ page }) => {
  await openText(page, TEXT, "store");
  await change(page, "store", "90");
  await expect(dialog(page)).toContainText("&usual");
  await expect(dialog(page).getByRole("listitem")).toHaveCount(3);
  await expect(dialog(page).getByRole("button", { name: "Change this one" })).toBeFocused();
  const found = await axe(page, "dialog");
  expect(found.violations).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(port(page)).toHaveValue("8080");
  await expect(port(page)).toBeFocused();
  expect(await yaml(page)).toBe(TEXT);

  await change(page, "store", "90");
  await dialog(page).getByRole("button", { name: "Change all 3" }).click();
  await expect(port(page)).toHaveValue("90");
  expect(await yaml(page)).toBe(TEXT.replace("port: 8080 # the", "port: 90 # the"));

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(port(page)).toHaveValue("8080");
  expect(await yaml(page)).toBe(TEXT);
});

test("T5: a shared value changes for this one by the keyboard", async ({ page }) => {
  await openText(page, TEXT, "store");
  await change(page, "store", "90");
  await expect(dialog(page).getByRole("button", { name: "Change this one" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
  await expect(port(page)).toHaveValue("90");
  expect(await yaml(page)).toBe(TEXT.replace("properties: *usual\n    kiosk", "properties:\n        port: 90\n        <<: *usual\n    kiosk"));
});

test("T5: a merged value is marked and is overridden without a question", async ({ page }) => {
  await openText(page, TEXT, "kiosk");
  await press(card(page, "kiosk").locator("text").first());
  await expect(inspector(page)).toContainText("Inherited by merge from &usual. A change overrides it here.");
  await change(page, "kiosk", "70");
  await expect(inspector(page)).not.toContainText("Inherited by merge");
  await expect(dialog(page)).toHaveCount(0);
  expect(await yaml(page)).toBe(TEXT.replace("        <<: *usual\n        title", "        port: 70\n        <<: *usual\n        title"));
});

test("T5: a node that owns an anchor is deleted on the canvas", async ({ page }) => {
  await openText(page, TEXT, "shop");
  await press(card(page, "shop").locator("text").first());
  await canvas(page).press("Delete");
  await expect(card(page, "shop")).toHaveCount(0);
  const shop = "    shop:\n      type: my.Shop\n      properties: &usual # of all shops\n        port: 8080 # the usual\n";
  expect(await yaml(page)).toBe(TEXT.replace(shop, "").replace("*usual\n    kiosk", "&usual\n        port: 8080 # the usual\n    kiosk"));
});
