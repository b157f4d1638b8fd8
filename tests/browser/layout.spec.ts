// Visibility and size of the panes.
import { card, press } from "./places";
import { expect, test, type Page } from "./base";

const pane = (page: Page, name: string) => page.locator(`section[aria-label="${name}"]`);

/** Opens the sample that has no problems. */
async function openSample(page: Page) {
  await page.getByRole("button", { name: "New", exact: true }).first().click();
  await page.getByRole("menuitem", { name: /^Book shop/ }).click();
  await expect(card(page, "storefront")).toBeVisible();
}

test.beforeEach(async ({ page }) => {
  await page.goto("./");
});

test("the problems pane is one line while there are none, and stays open once there was one", async ({ page }) => {
  const problems = pane(page, "Problems");
  const height = async () => (await problems.boundingBox())!.height;
  await expect(problems, "the start page has no other panes").toBeHidden();
  await openSample(page);
  await expect(problems).toContainText("No problems found.");
  await expect.poll(height).toBeLessThan(40);
  const canvas = await page.locator("#canvas").boundingBox();
  // Broken by typing, and fixed again.
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("[");
  await expect(problems.getByRole("listitem").first()).toBeVisible();
  expect(await height()).toBeGreaterThan(100);
  await page.keyboard.press("Backspace");
  await expect(problems).toContainText("No problems found.");
  expect(await height(), "a pane that comes and goes would move the diagram").toBeGreaterThan(100);
  expect((await page.locator("#canvas").boundingBox())!.height).toBeLessThan(canvas!.height);
});

test("the text has the full height beside the canvas, its width is remembered, and the form of what is selected moves neither", async ({ page }) => {
  await openSample(page);
  const main = (await page.locator("main").boundingBox())!;
  const boxes = async () => ({ canvas: await page.locator("#canvas").boundingBox(), text: await pane(page, "YAML source").boundingBox() });
  const before = await boxes();
  expect(before.text!.height).toBe(main.height);
  expect(before.text!.width).toBeGreaterThanOrEqual(400);
  expect(before.canvas!.width).toBeGreaterThanOrEqual(740);
  await press(card(page, "catalogue"));
  await expect(pane(page, "Inspector").locator("input.name")).toHaveValue("catalogue");
  expect(await boxes()).toEqual(before);
  const bar = (await page.getByRole("separator", { name: "Resize text" }).boundingBox())!;
  await page.mouse.move(bar.x, bar.y + 200);
  await page.mouse.down();
  await page.mouse.move(bar.x - 100, bar.y + 200, { steps: 4 });
  await page.mouse.up();
  expect((await boxes()).text!.width).toBe(before.text!.width + 100);
  await page.reload();
  await expect(card(page, "catalogue")).toBeVisible();
  expect((await boxes()).text!.width).toBe(before.text!.width + 100);
});

test("in a window of 800 pixels, the canvas keeps more than half of the width, and the text is below it", async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 700 });
  await openSample(page);
  const [canvas, text] = [(await page.locator("#canvas").boundingBox())!, (await pane(page, "YAML source").boundingBox())!];
  expect(canvas.width).toBeGreaterThan(540);
  expect(text.width).toBe(canvas.width);
  expect(text.y).toBeGreaterThanOrEqual(canvas.y + canvas.height);
  expect(text.height).toBeGreaterThan(180);
  await expect(pane(page, "Inspector")).toBeVisible();
});

test("a warning about storage moves no pane", async ({ page }) => {
  await openSample(page);
  const before = await page.locator("main").boundingBox();
  // No further write succeeds.
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("# more");
  await expect(page.locator(".banner")).toBeVisible();
  expect(await page.locator("main").boundingBox()).toEqual(before);
});

test("a diagram that nobody has moved is fitted again when its pane changes", async ({ page }) => {
  await openSample(page);
  await expect(pane(page, "Problems")).toContainText("No problems found.");
  const zoom = async () => Number((await page.locator(".status").innerText()).match(/(\d+) %/)![1]);
  const before = await zoom();
  await page.getByRole("button", { name: "Panes" }).click();
  await page.getByRole("menuitemradio", { name: "Layout: canvas", exact: true }).click();
  await expect.poll(zoom).toBeGreaterThanOrEqual(before);
  const { x, width } = (await page.locator("#canvas").boundingBox())!;
  const last = (await card(page, "storefront").boundingBox())!;
  expect(last.x + last.width, "all of it is in view").toBeLessThan(x + width);
});

test("a layout shows the panes that its work needs, and is there after a reload", async ({ page }) => {
  await openSample(page);
  const shown = async () => {
    const names = ["Palette", "Inspector", "YAML source", "Problems"];
    const visible = await Promise.all(names.map((name) => pane(page, name).isVisible()));
    return names.filter((_, at) => visible[at]);
  };
  const layout = async (name: string) => {
    await page.keyboard.press("Control+K");
    await page.keyboard.type(`Layout: ${name}`);
    await page.keyboard.press("Enter");
  };
  for (const [name, expected] of [
    ["text", ["YAML source", "Problems"]],
    ["canvas", ["Palette", "Inspector"]],
    ["review", ["Inspector", "YAML source", "Problems"]],
    ["all panes", ["Palette", "Inspector", "YAML source", "Problems"]],
    ["canvas and text", ["Palette", "YAML source", "Problems"]],
  ] as const) {
    await layout(name);
    await expect.poll(shown, name).toEqual(expected);
  }
  const text = (await pane(page, "YAML source").boundingBox())!;
  const main = (await page.locator("main").boundingBox())!;
  expect(text.height, "the text has the whole height").toBe(main.height);
  await page.reload();
  await expect.poll(shown).toEqual(["Palette", "YAML source", "Problems"]);
  // Hidden panes come back when they are needed.
  await press(card(page, "catalogue"));
  await page.keyboard.press("Enter");
  await expect(pane(page, "Inspector")).toBeVisible();
});
