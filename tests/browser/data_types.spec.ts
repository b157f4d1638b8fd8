// The diagram of data types: derivation and use, in the languages that have them.
import { openItem, openText } from "./actions";
import { axe } from "./axe";
import { card, inspector, palette, press } from "./places";
import { expect, type Page, test } from "./base";

const switchTo = (page: Page, name: string) => page.getByRole("group", { name: "Diagrams" }).getByRole("button", { name, exact: true });

test("data types of an assembly are drawn, added and edited in a diagram of their own", async ({ page }) => {
  await openItem(page, /Media edge/i);
  await switchTo(page, "Data types").click();
  await expect(card(page, "site")).toBeVisible();
  await expect(card(page, "place")).toHaveAttribute("aria-label", /^place, data type/);
  await expect(page.locator("g.wire")).toHaveCount(1);
  await expect(page.locator("g.wire")).toHaveAttribute("aria-label", /is a/);
  await press(card(page, "site"));
  await expect(inspector(page).getByLabel("Derived from").first()).toHaveValue("place");
  await palette(page).getByRole("button", { name: /^Data type/ }).focus();
  await page.keyboard.press("Enter");
  await expect(card(page, "type")).toBeVisible();
  await expect(page.locator(".cm-content")).toContainText("type:");
  await expect(card(page, "type")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Control+z");
  await expect(card(page, "type")).toHaveCount(0);
  const found = await axe(page, ".switch");
  expect(found.violations).toEqual([]);
  await switchTo(page, "Topology").click();
  await expect(card(page, "cache")).toBeVisible();
});

test("a base that is written in the text becomes a wire", async ({ page }) => {
  const text = `tosca_definitions_version: tosca_simple_yaml_1_3
data_types:
  my.Place:
    derived_from: tosca.datatypes.Root
  my.Site:
    derived_from: my.Place
    properties:
      backup: {type: my.Place}
topology_template:
  inputs:
    home: {type: my.Site}
  node_templates:
    db: {type: tosca.nodes.DBMS}
`;
  await openText(page, text, "db");
  await switchTo(page, "Data types").click();
  await expect(page.locator("g.wire")).toHaveCount(2);
  await expect(card(page, "my.Site")).toContainText("1 use");
  await expect(card(page, "my.Site")).toContainText("backup");
  await press(card(page, "my.Site"));
  await expect(inspector(page).getByLabel("Derived from").first()).toHaveValue("my.Place");
});

test("the form of a data type lists its uses, and each leads there", async ({ page }) => {
  const text = `name: assembly::shop::1.0
properties:
  home: {type: site}
  sites: {type: map, entry-schema: {type: site}}
data-types:
  site: {properties: {town: {type: string}}}
  lost: {properties: {town: {type: string}}}
composition:
  web: {type: 'resource::web::1.0'}
`;
  await openText(page, text, "web");
  await switchTo(page, "Data types").click();
  await press(card(page, "site"));
  const uses = inspector(page).getByRole("region", { name: "Uses", exact: true });
  await expect(uses.getByRole("heading", { name: "Used in 2 places" })).toBeVisible();
  await expect(uses.getByRole("region", { name: "shop.yaml" }).getByRole("listitem")).toHaveText([/^3home: \{type: site\}$/, /^4sites: /]);
  const found = await axe(page, ".type-uses");
  expect(found.violations).toEqual([]);
  // The form follows typing in the text.
  await press(card(page, "lost"));
  await expect(uses).toHaveText("Not used");
  await press(card(page, "site"));
  await uses.getByRole("button").nth(1).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".cm-content")).toBeFocused();
  await expect(page.locator(".cm-activeLine")).toContainText("sites: {type: map");
  await page.keyboard.type("lost");
  await expect(page.locator(".cm-activeLine")).toContainText("entry-schema: {type: lost}");
});
