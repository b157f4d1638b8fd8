// User journeys through a descriptor with real mouse, keyboard and files: by mouse, by keyboard only, across a reload.
import { readFileSync } from "node:fs";
import { download, drag, openSample, yaml } from "./actions";
import { axe } from "./axe";
import { canvas, card, inspector, middle, press } from "./places";
import { expect, type Page, test } from "./base";

const SAMPLE = readFileSync(new URL("../../public/samples/streamer_cluster.yaml", import.meta.url));

const port = (page: Page, node: string, role: string, at = 0) => card(page, node).locator(`g.port.${role}`).nth(at);

const editor = (page: Page) => page.locator(".cm-content");

async function undoAll(page: Page) {
  const undo = page.getByRole("button", { name: "Undo" });
  for (let steps = 0; steps < 50 && (await undo.getAttribute("aria-disabled")) !== "true"; steps += 1) await undo.click();
  await expect(undo).toHaveAttribute("aria-disabled", "true");
}

async function breakAndMend(page: Page) {
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("broken: @1");
  const banner = page.getByText(/line 20\d/i).first();
  await expect(banner).toBeVisible();
  // The readable part stays.
  await expect(card(page, "balancer")).toBeVisible();
  await expect(page.locator(".canvas-host > .broken")).toBeVisible();
  for (let key = 0; key < "broken: @1".length; key += 1) await page.keyboard.press("Backspace");
  await expect(page.locator(".canvas-host > .broken")).toHaveCount(0);
}

test("a descriptor is opened, edited on the canvas and in the text, broken, fixed and undone, by mouse", async ({ page }) => {
  await openSample(page);
  expect((await download(page, "Download YAML")).bytes.equals(SAMPLE)).toBe(true);

  // From the palette onto the canvas.
  const template = page.getByRole("region", { name: "Palette" }).getByRole("button", { name: /^Component/ });
  const desk = (await canvas(page).boundingBox())!;
  await drag(page, await middle(template), { x: desk.x + desk.width * 0.45, y: desk.y + desk.height * 0.82 });
  await expect(card(page, "component")).toBeVisible();
  expect(await yaml(page)).toContain("\n  component:\n    type: ");

  // Capability to requirement.
  await drag(page, await middle(port(page, "net_video", "capability", 1)), await middle(card(page, "component")));
  await expect.poll(() => yaml(page)).toMatch(/target-requirements:\s*\n\s*- component\.\w+/);

  // Renamed in place, and everything that refers to it.
  await press(card(page, "component"), { x: 40, y: 10 });
  await page.keyboard.press("F2");
  await page.getByRole("textbox", { name: "New name" }).fill("recorder");
  await page.keyboard.press("Enter");
  await expect(card(page, "recorder")).toBeVisible();
  const renamed = await yaml(page);
  expect(renamed).toContain("\n  recorder:\n");
  expect(renamed).toMatch(/- recorder\.\w+/);
  expect(renamed).not.toMatch(/^\s*(- )?component[.:]/m);

  // A property in the inspector.
  const quantity = inspector(page).getByLabel("Quantity", { exact: true });
  await quantity.fill("3");
  await quantity.press("Enter");
  await expect.poll(() => yaml(page)).toMatch(/recorder:\n {4}type: \S+\n(.*\n)*? {4}quantity: 3\n/);

  await breakAndMend(page);
  await undoAll(page);
  expect((await download(page, "Download YAML")).bytes.equals(SAMPLE)).toBe(true);
});

test("an exported package differs from the original only where it was edited", async ({ page }) => {
  await openSample(page);
  await press(card(page, "balancer"), { x: 60, y: 10 });
  const type = inspector(page).getByLabel(/^Type/).first();
  await type.fill("resource::c_balancer::2.0");
  await type.press("Enter");
  const text = SAMPLE.toString("utf8").replace("'resource::c_balancer::1.0'", "'resource::c_balancer::2.0'");
  await expect.poll(() => yaml(page)).toBe(text);

  const first = await download(page, "Export package");
  expect(first.name).toMatch(/\.csar$/);
  const again = await download(page, "Export package");
  expect(again.bytes.equals(first.bytes)).toBe(true);

  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  await (await chooser).setFiles(first.path.endsWith(".csar") ? first.path : { name: first.name, mimeType: "application/zip", buffer: first.bytes });
  await expect(page.getByRole("navigation", { name: "Files" })).toContainText("assembly.y");
  await expect(card(page, "balancer")).toBeVisible();
  expect(await yaml(page)).toBe(text);
});

test("the same with the keyboard only", async ({ page }) => {
  await page.goto("./");
  // To the first sample, as the focus goes.
  const sample = page.getByRole("button", { name: /^Streamer cluster/ });
  for (let steps = 0; steps < 60 && !(await sample.evaluate((it) => it === document.activeElement)); steps += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(card(page, "balancer")).toBeVisible();

  await expect(canvas(page)).toBeFocused();

  // Add.
  await page.keyboard.press("n");
  await page.keyboard.type("component");
  await page.keyboard.press("Enter");
  await expect(card(page, "component")).toBeVisible();

  // Rename.
  await expect(canvas(page)).toBeFocused();
  await page.keyboard.press("F2");
  await expect(page.getByRole("textbox", { name: "New name" })).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("recorder");
  await page.keyboard.press("Enter");
  await expect(card(page, "recorder")).toBeVisible();

  // Connect.
  await expect(canvas(page)).toBeFocused();
  await page.keyboard.press("c");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect.poll(() => yaml(page)).toMatch(/- recorder\.\w+/);

  // Set a property: to the form, which is entered at its properties, and on to its field.
  await canvas(page).focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("go to recorder");
  await page.keyboard.press("Enter");
  await expect(card(page, "recorder")).toHaveAttribute("aria-pressed", "true");
  await expect(canvas(page)).toBeFocused();
  await page.keyboard.press("Enter");
  const quantity = inspector(page).getByLabel("Quantity", { exact: true });
  for (let steps = 0; steps < 40 && !(await quantity.evaluate((it) => it === document.activeElement)); steps += 1) await page.keyboard.press("Tab");
  await page.keyboard.type("3");
  await page.keyboard.press("Enter");
  await expect.poll(() => yaml(page)).toContain("quantity: 3");

  // Remove it again, and undo everything.
  await canvas(page).focus();
  await page.keyboard.press("Delete");
  await expect(card(page, "recorder")).toHaveCount(0);
  for (let steps = 0; steps < 12; steps += 1) await page.keyboard.press("Control+z");
  await expect(page.getByRole("button", { name: "Undo" })).toHaveAttribute("aria-disabled", "true");
  expect((await download(page, "Download YAML")).bytes.equals(SAMPLE)).toBe(true);
});

test("text typed just before a reload is restored", async ({ page }) => {
  await openSample(page);
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("# kept\n");
  const before = await yaml(page);
  await page.waitForTimeout(1000);
  await page.reload();
  await expect(card(page, "balancer")).toBeVisible();
  expect(await yaml(page)).toBe(before);
});

test("caret and canvas selection stay in sync", async ({ page }) => {
  await openSample(page);
  await press(card(page, "net_video"), { x: 60, y: 10 });
  await expect(page.locator(".cm-activeLine")).toContainText("net_video");
  await page.locator(".cm-line", { hasText: /^ {2}balancer:/ }).click();
  await expect(card(page, "balancer")).toHaveAttribute("aria-pressed", "true");
});

for (const colorScheme of ["light", "dark"] as const)
  test(`axe finds nothing in a page at work, in the ${colorScheme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openSample(page);
    await press(card(page, "balancer"), { x: 60, y: 10 });
    const clean = async () => {
      // Contrast is measured after animations have ended.
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
      const { violations } = await axe(page);
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
    };
    await page.waitForTimeout(1500);
    await clean();
    // A menu that is longer than there is room for, and a form with lists.
    await page.getByRole("button", { name: "New", exact: true }).first().click();
    await expect(page.getByRole("menu", { name: "New" })).toBeVisible();
    await clean();
    await page.keyboard.press("Escape");
    await page.locator(".problem-line").first().click();
    await expect(inspector(page).getByRole("heading", { name: "uses-net_video" }).or(inspector(page).getByLabel("Name", { exact: true }))).toBeVisible();
    await expect(inspector(page).locator(".item input").first()).toBeVisible();
    await clean();
  });
