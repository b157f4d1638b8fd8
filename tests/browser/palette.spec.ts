// Palette: favorites, filters by capability, documentation in a popover, whole names, and the card at the pointer.
import { openFiles, openText, rest } from "./actions";
import { axe } from "./axe";
import { box, card, palette, spot, type } from "./places";
import { expect, type Page, test } from "./base";

const NAME = "VeryLongNameOfAStorefrontThatNobodyShortens";
const LONG = `com.example.shop.platform.nodes.${NAME}`;
const SHOP = `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  ${LONG}:
    derived_from: tosca.nodes.WebApplication
    description: What buyers see. It has pages, a cart and a search.
    attributes: {visits: {type: integer}}
topology_template:
  node_templates:
    server:
      type: tosca.nodes.WebServer
`;

const favorites = (page: Page) => palette(page).getByRole("region", { name: "Favorites" });
const info = (page: Page) => page.getByRole("tooltip");
const search = (page: Page) => palette(page).getByLabel("Search palette");

async function isClean(page: Page) {
  const { violations } = await axe(page);
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
}

test("D1 favorites are marked by key and by pointer, come first, and are there after a reload", async ({ page }) => {
  await openText(page, SHOP, "server");
  await expect(favorites(page)).toHaveCount(0);
  await search(page).fill("compute");
  await type(page, "Compute").focus();
  await page.keyboard.press("f");
  await search(page).fill("");
  await expect(favorites(page).getByRole("button", { name: /^Compute/ })).toBeVisible();
  const database = type(page, "Database");
  await database.hover();
  await database.locator(".star").click();
  await expect(favorites(page).getByRole("button")).toHaveCount(2);
  await expect(card(page, "database"), "a press on the star adds nothing").toHaveCount(0);
  await page.mouse.move(700, 500);
  await isClean(page);
  await page.reload();
  await expect(favorites(page).getByRole("button")).toHaveCount(2);
  expect((await favorites(page).boundingBox())!.y).toBeLessThan((await type(page, "Compute").first().boundingBox())!.y);
  await favorites(page).getByRole("button", { name: /^Compute/ }).focus();
  await page.keyboard.press("f");
  await expect(favorites(page).getByRole("button")).toHaveCount(1);
});

test("D2 entries are filtered by what they offer and need, by the menu and in the search", async ({ page }) => {
  await openText(page, SHOP, "server");
  await palette(page).getByRole("button", { name: "Filter by capability" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Can host others" }).click();
  await expect(search(page)).toHaveValue("can:host");
  await expect(type(page, "Compute")).toBeVisible();
  await expect(type(page, "Database")).toHaveCount(0);
  await search(page).fill("needs:Container");
  await expect(type(page, "WebServer")).toBeVisible();
  await expect(type(page, "LoadBalancer")).toHaveCount(0);
  await palette(page).getByRole("button", { name: "Filter by capability" }).click();
  const needs = page.getByRole("menuitemcheckbox", { name: "Container", exact: true }).last();
  await expect(needs).toHaveAttribute("aria-checked", "true");
  await isClean(page);
  await needs.press("Enter");
  await expect(search(page)).toHaveValue("");
});

test("D3 documentation of an entry is a popover, by pointer and by key", async ({ page }) => {
  await openText(page, SHOP, "server");
  const own = type(page, NAME);
  await own.hover();
  await expect(info(page)).toBeVisible();
  for (const text of [LONG, "It has pages, a cart and a search.", "tosca.nodes.WebApplication", "app_endpoint", "Endpoint", "host"]) {
    await expect(info(page)).toContainText(text);
  }
  await expect(own).toHaveAttribute("aria-describedby", "palette-info");
  await expect(own).not.toHaveAttribute("title");
  await info(page).hover();
  await page.waitForTimeout(400);
  await expect(info(page), "it stays under the pointer").toBeVisible();
  await rest(page);
  await isClean(page);
  await page.keyboard.press("Escape");
  await expect(info(page)).toHaveCount(0);
  await page.mouse.move(900, 500);
  await search(page).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(info(page), "the entry that has the focus").toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(info(page)).toHaveCount(1);
  const { x, y, width, height } = (await info(page).boundingBox())!;
  expect(x >= 0 && y >= 0 && x + width <= 1440 && y + height <= 900, "it is in the window").toBe(true);
});

test("D4 names in the palette are whole at every width", async ({ page }) => {
  await openText(page, SHOP, "server");
  await search(page).fill("VeryLong");
  const edge = page.getByRole("separator", { name: "Resize left column" });
  for (const width of ["", "ArrowLeft", "ArrowRight"]) {
    await edge.focus();
    for (let steps = 0; width && steps < 30; steps += 1) await page.keyboard.press(width);
    await rest(page);
    const cut = await type(page, NAME).locator(".template-words > span, code.name").evaluateAll((all) =>
      all.filter((it) => it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1).map((it) => it.textContent),
    );
    expect(cut, `after ${width || "nothing"}`).toEqual([]);
    await expect(type(page, NAME).locator("code.name")).toHaveText(LONG);
  }
});

test("D5 what is dragged from the palette is the card that it becomes", async ({ page }) => {
  await openText(page, SHOP, "server");
  await search(page).fill("database");
  const from = (await type(page, "Database").boundingBox())!;
  const to = await spot(page, 0.7, 0.25);
  await page.mouse.move(from.x + 60, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x - 40, to.y, { steps: 8 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  const preview = page.locator("#canvas .to-be-card");
  await expect(preview).toContainText("database");
  await expect(preview.locator(".port").first()).toBeVisible();
  const before = (await preview.locator("> .body").boundingBox())!;
  await page.mouse.up();
  await expect(card(page, "database")).toBeVisible();
  await expect(preview).toHaveCount(0);
  const after = await box(page, "database");
  // The view may zoom out to show what is new; proportions stay.
  expect(Math.abs(after.width / after.height - before.width / before.height)).toBeLessThan(0.02);
});

test("D5 copies at the pointer look as the cards that they copy", async ({ page }) => {
  await openText(page, SHOP, "server");
  const was = await box(page, "server");
  await page.keyboard.down("Alt");
  await page.mouse.move(was.x + 100, was.y + 8);
  await page.mouse.down();
  await page.mouse.move(was.x + 180, was.y + 160, { steps: 8 });
  const copy = page.locator("#canvas .to-be-card");
  await expect(copy).toContainText("server");
  const now = (await copy.locator("> .body").boundingBox())!;
  expect(now.width).toBeCloseTo(was.width, 0);
  expect(now.height).toBeCloseTo(was.height, 0);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await page.keyboard.up("Alt");
});

test("every search field is cleared by its button and by Escape", async ({ page }) => {
  await openText(page, SHOP, "server");
  for (const label of ["Search palette", "Filter problems"]) {
    const field = page.getByLabel(label);
    if (!(await field.isVisible())) continue;
    const whole = page.locator(".search", { has: field });
    await expect(whole.getByRole("button", { name: "Clear search" })).toHaveCount(0);
    await field.fill("web");
    await whole.getByRole("button", { name: "Clear search" }).click();
    await expect(field).toHaveValue("");
    await expect(field).toBeFocused();
    await field.fill("web");
    await field.press("Escape");
    await expect(field).toHaveValue("");
  }
});

test("a favorite of one file is not a favorite of a file that cannot have it", async ({ page }) => {
  await openText(page, SHOP, "server");
  await type(page, "Database").focus();
  await page.keyboard.press("f");
  await expect(favorites(page)).toBeVisible();
  await openFiles(page, { "plan.yaml": "name: assembly::plan::1.0\ncomposition:\n  web:\n    type: resource::web::1.0\n" });
  await expect(card(page, "web")).toBeVisible();
  await expect(favorites(page)).toHaveCount(0);
});
