// Compares how the page looks with pictures of earlier: shrunk, so that a pixel more or less on an edge does not count, but what moved, vanished or
// changed its color does. `npx playwright test --config tests/browser/playwright.config.ts states --update-snapshots` takes new pictures: look at them.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "./slow";

/** How much pictures are shrunk: windows of phones less. */
const scale = (width: number) => (width < 600 ? 0.3 : 0.2);
const FOLDER = fileURLToPath(new URL("looks", import.meta.url));
const FONTS = join(FOLDER, "fonts.json");
/** How often the page is looked at until it rests. */
const TRIES = 12;

/** Widths of texts in the fonts of this machine. */
const fonts = (page: Page) =>
  page.evaluate(() => {
    const context = document.createElement("canvas").getContext("2d")!;
    return ["system-ui", "sans-serif", "monospace"].map((family) => {
      context.font = `13px ${family}`;
      return context.measureText("Draw a service, keep every byte: 0123456789").width;
    });
  });

/** Whether the pictures were taken with the fonts of this machine: with others, every text has another width. */
async function isComparable(page: Page) {
  const found = JSON.stringify(await fonts(page));
  if (["all", "changed"].includes(test.info().config.updateSnapshots)) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(FONTS, `${found}\n`);
  }
  if (readFileSync(FONTS, "utf8").trim() === found) return true;
  test.info().annotations.push({ type: "skipped", description: "looks are not compared: this machine has other fonts" });
  return false;
}

/** A picture of the page once it rests, shrunk in a page of its own, where the open one does not notice. */
async function picture(page: Page) {
  let last = await page.screenshot();
  for (let tried = 1; tried < TRIES; tried += 1) {
    await page.waitForTimeout(100);
    const next = await page.screenshot();
    if (next.equals(last)) break;
    last = next;
  }
  const context = await page.context().browser()!.newContext();
  const shrunk = await (await context.newPage()).evaluate(
    async ([data, scale]) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const canvas = Object.assign(document.createElement("canvas"), { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
      const context = canvas.getContext("2d")!;
      context.imageSmoothingQuality = "high";
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL("image/png").split(",")[1];
    },
    [last.toString("base64"), scale(page.viewportSize()!.width)] as const,
  );
  await context.close();
  return Buffer.from(shrunk, "base64");
}

/** The page looks as in the picture of this name. */
export async function look(page: Page, name: string) {
  if (!(await isComparable(page))) return;
  await expect(page.locator(".status")).not.toContainText("Saving");
  expect.soft(await picture(page)).toMatchSnapshot(`${name}.png`, { maxDiffPixelRatio: 0.01, threshold: 0.25 });
}
