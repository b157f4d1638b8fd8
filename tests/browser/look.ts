// Compares how the page looks with pictures of earlier: shrunk, so that a pixel more or less on an edge does not count, but what moved, vanished or
// changed its color does. `npx playwright test --config tests/browser/playwright.config.ts states --update-snapshots` takes new pictures: look at them.
//
// The page is set in fonts that come with the tests, so that the pictures are the same on every machine. Where a browser sets them in another way all
// the same, pictures are not compared, and the run says how many (reporter.ts).
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { NOT_COMPARED } from "./reporter";
import { expect, type Page, test as plain } from "./base";

/** The scale of pictures: windows of phones are shrunk less. */
const scale = (width: number) => (width < 600 ? 0.3 : 0.2);
const FOLDER = fileURLToPath(new URL("looks", import.meta.url));
const FONTS = join(FOLDER, "fonts.json");
/** The most pictures that are taken until two in a row are equal. */
const TRIES = 12;

const resolve = createRequire(import.meta.url).resolve;
const FACES = [
  { family: "Test Sans", token: "--sans", weight: "100 900", file: "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2" },
  { family: "Test Mono", token: "--mono", weight: "400", file: "@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff2" },
].map(({ file, ...face }) => ({ ...face, data: readFileSync(resolve(file)).toString("base64") }));

/** The page in the fonts of the tests, from its first text on. */
export const test = plain.extend({
  page: async ({ page }, use) => {
    await page.addInitScript((faces) => {
      for (const { family, weight, data } of faces) {
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
        document.fonts.add(new FontFace(family, bytes, { weight }));
      }
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`:root { ${faces.map(({ family, token }) => `${token}: "${family}", sans-serif;`).join(" ")} }`);
      document.adoptedStyleSheets = [sheet];
    }, FACES);
    await use(page);
  },
});

/** Widths of texts in the fonts of the tests, as this browser sets them. */
const fonts = (page: Page) =>
  page.evaluate(async (families) => {
    const context = document.createElement("canvas").getContext("2d")!;
    const widths = [];
    for (const family of families) {
      context.font = `13px "${family}"`;
      await document.fonts.load(context.font);
      widths.push(context.measureText("Draw a service, keep every byte: 0123456789").width);
    }
    return widths;
  }, FACES.map(({ family }) => family));

/** True if the stored pictures were taken with fonts of these widths. With other fonts, every text is somewhere else. */
async function isComparable(page: Page) {
  const found = JSON.stringify(await fonts(page));
  if (["all", "changed"].includes(plain.info().config.updateSnapshots)) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(FONTS, `${found}\n`);
  }
  return readFileSync(FONTS, "utf8").trim() === found;
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
  if (!(await isComparable(page))) {
    plain.info().annotations.push({ type: NOT_COMPARED, description: name });
    return;
  }
  await expect(page.locator(".status")).not.toContainText("Saving");
  expect.soft(await picture(page)).toMatchSnapshot(`${name}.png`, { maxDiffPixelRatio: 0.01, threshold: 0.25 });
}
