// Compares how the page looks with pictures of earlier: shrunk, so that a pixel more or less on an edge does not count, but what moved, vanished or
// changed its color does. `npx playwright test --config tests/browser/playwright.config.ts states --update-snapshots` takes new pictures: look at them.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "./slow";

/** How much pictures are shrunk: windows of phones less. */
const scale = (width: number) => (width < 600 ? 0.4 : 0.25);
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

async function picture(page: Page) {
  const session = await page.context().newCDPSession(page);
  const take = async () => {
    const { width, height } = page.viewportSize()!;
    const { data } = await session.send("Page.captureScreenshot", { clip: { x: 0, y: 0, width, height, scale: scale(width) } });
    return Buffer.from(data, "base64");
  };
  let last = await take();
  for (let tried = 1; tried < TRIES; tried += 1) {
    await page.waitForTimeout(100);
    const next = await take();
    if (next.equals(last)) break;
    last = next;
  }
  await session.detach();
  return last;
}

/** The page looks as in the picture of this name. */
export async function look(page: Page, name: string) {
  if (!(await isComparable(page))) return;
  await expect(page.locator(".status")).not.toContainText("Saving");
  expect.soft(await picture(page)).toMatchSnapshot(`${name}.png`, { maxDiffPixelRatio: 0.01, threshold: 0.25 });
}
