// The tour: five steps of real work, by mouse and by keyboard.
import { drag, openFiles, openSample, yaml } from "./actions";
import { axe } from "./axe";
import { box, canvas, card, inspector, palette, press, spot, type } from "./places";
import { expect, type Page, test } from "./base";

const tour = (page: Page) => page.getByRole("complementary", { name: "Tour" });
const step = (page: Page, title: string) => expect(tour(page).getByRole("heading")).toContainText(title);

test("R7 the tour leads through five steps on a sample, by mouse", async ({ page }) => {
  await page.goto("./");
  await page.getByRole("button", { name: /^Take the tour/ }).click();
  await expect(card(page, "storefront")).toBeVisible();
  await step(page, "Select something");
  const before = await yaml(page);
  await press(card(page, "storefront"));
  await step(page, "Change a value");
  const field = inspector(page).getByRole("textbox", { name: "page_size" });
  await field.fill("48");
  await field.press("Enter");
  await step(page, "See it in the text");
  const changed = await yaml(page);
  expect(changed).not.toBe(before);
  await page.locator(".cm-line").nth(3).click();
  await step(page, "Add something");
  const entry = type(page, "Compute");
  await palette(page).getByRole("searchbox").fill("Compute");
  await entry.hover();
  const at = (await entry.boundingBox())!;
  await drag(page, { x: at.x + 20, y: at.y + at.height / 2 }, await spot(page, 0.5, 0.92));
  await step(page, "Undo it");
  await page.keyboard.press("Control+z");
  await step(page, "That's it");
  expect(await yaml(page)).toBe(changed);
  await tour(page).getByRole("button", { name: "Close" }).click();
  await expect(tour(page)).toBeHidden();
  await expect(canvas(page)).toBeFocused();
});

test("R7 a sample of the tour is not part of the work that was open", async ({ page }) => {
  await page.goto("./");
  await openFiles(page, { "mine.yaml": "tosca_definitions_version: tosca_simple_yaml_1_3\ndescription: mine\n" });
  await expect(page.getByRole("banner")).toContainText("mine.yaml");
  await page.keyboard.press("Control+k");
  await page.getByLabel("Search commands, nodes, files and text").fill("Take the tour");
  await page.keyboard.press("Enter");
  await expect(card(page, "storefront")).toBeVisible();
  await expect(page.getByRole("banner")).not.toContainText("mine.yaml");
  await tour(page).getByRole("button", { name: "End tour" }).click();
  await page.getByRole("button", { name: "Recent work" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: /mine/ }).first().click();
  await expect(page.getByRole("banner")).toContainText("mine.yaml");
  await expect(page.getByText("book_shop.yaml")).toHaveCount(0);
});

test("R7 the tour is done by keyboard alone", async ({ page }) => {
  await page.goto("./");
  const start = page.getByRole("button", { name: /^Take the tour/ });
  await start.focus();
  await page.keyboard.press("Enter");
  await expect(card(page, "storefront")).toBeVisible();
  await canvas(page).focus();
  await page.keyboard.press("ArrowRight");
  await step(page, "Change a value");
  await page.keyboard.press("Enter");
  await expect(inspector(page).locator(":focus")).toBeVisible();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("9");
  await page.keyboard.press("Enter");
  await step(page, "See it in the text");
  for (let at = 0; at < 8 && !(await page.locator(".cm-editor :focus, .cm-editor:focus").count()); at += 1) await page.keyboard.press("F6");
  await step(page, "Add something");
  await canvas(page).focus();
  await page.keyboard.press("n");
  await page.keyboard.type("Compute");
  await page.keyboard.press("Enter");
  await step(page, "Undo it");
  await page.keyboard.press("Control+z");
  await step(page, "That's it");
});

test("R7 the tour is left at once, skipped step by step, and begun from the list of commands on one's own work", async ({ page }) => {
  await openSample(page);
  const begin = async () => {
    await page.keyboard.press("Control+k");
    await page.getByLabel("Search commands, nodes, files and text").fill("Tour");
    await expect(page.getByRole("option", { name: "Take the tour" })).toBeVisible();
    await page.keyboard.press("Enter");
    await step(page, "Select something");
  };
  await begin();
  await expect(card(page, "balancer")).toBeVisible();
  await tour(page).getByRole("button", { name: "End tour" }).click();
  await expect(tour(page)).toBeHidden();
  await begin();
  for (const title of ["Change a value", "See it in the text", "Add something", "Undo it", "That's it"]) {
    await tour(page).getByRole("button", { name: "Skip this step" }).click();
    await step(page, title);
  }
  await page.keyboard.press("Escape");
  await expect(tour(page)).toBeHidden();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`R7 axe finds nothing on the tour, which shows the pane of its step in a narrow window, in the ${colorScheme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("./");
    await page.getByRole("button", { name: /^Take the tour/ }).click();
    await expect(card(page, "storefront")).toBeVisible();
    for (const pane of ["Inspector", "YAML", "Palette", "Canvas"]) {
      await tour(page).getByRole("button", { name: "Skip this step" }).click();
      await expect(page.getByRole("tab", { name: pane })).toHaveAttribute("aria-selected", "true");
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
      const { violations } = await axe(page);
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
    }
    const shown = (await tour(page).boundingBox())!;
    expect(shown.x).toBeGreaterThanOrEqual(0);
    expect(shown.x + shown.width).toBeLessThanOrEqual(390);
  });
}
