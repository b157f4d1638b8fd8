// Actions that several tests share: open the sample, drag, download.
import { readFileSync } from "node:fs";
import { box, card } from "./places";
import { expect, type Page } from "./base";

/** Opens an entry of the menu New, and waits until something is drawn. */
export async function openItem(page: Page, name: RegExp) {
  await page.goto("./");
  await page.getByRole("button", { name: "New", exact: true }).first().click();
  await page.getByRole("menuitem", { name }).click();
  await expect(page.locator("g.card").first()).toBeVisible();
}

/** Opens the sample assembly by the menu, and waits until the card `seen` is drawn. */
export async function openSample(page: Page, seen = "balancer") {
  await openItem(page, /Streamer cluster/);
  await expect(card(page, seen)).toBeVisible();
}

/** Opens files by the button, beside what is open. */
export async function openFiles(page: Page, files: Record<string, string>) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  const all = Object.entries(files).map(([name, text]) => ({ name, mimeType: "application/yaml", buffer: Buffer.from(text) }));
  await (await chooser).setFiles(all);
}

/** Opens a document, and waits until the card `seen` is drawn and at rest. */
export async function openText(page: Page, text: string, seen: string) {
  await page.goto("./");
  await openFiles(page, { "shop.yaml": text });
  await expect(card(page, seen)).toBeVisible();
  await expect(async () => {
    const before = await box(page, seen);
    await page.waitForTimeout(150);
    expect(await box(page, seen)).toEqual(before);
  }).toPass();
}

/** Waits until nothing in the page changes or moves. */
export async function rest(page: Page) {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const end = () => (seen.disconnect(), done());
        let timer = setTimeout(end, 200);
        const seen = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(end, 200);
        });
        seen.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      }),
  );
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
}

/** Drags with the mouse, by way of the middle. */
export async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 6 });
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
}

/** The file that a button downloads. */
export async function download(page: Page, button: string | RegExp) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: button }).click()]);
  const path = (await file.path())!;
  return { name: file.suggestedFilename(), file, path, bytes: readFileSync(path) };
}

/** The text of the shown document, as a download. */
export const yaml = async (page: Page) => (await download(page, "Download YAML")).bytes.toString("utf8");

/** Pastes a text, as the browser does on Ctrl+V. */
export const paste = (page: Page, text: string) =>
  page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.activeElement!.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);

/** Keeps what the editor announces: it clears an announcement after 200 ms. */
export async function keepAnnounced(page: Page) {
  await page.locator(".cm-announced").evaluate((element) => {
    const announced: string[] = ((window as any).announced = []);
    new MutationObserver(() => announced.push(element.textContent!.trim())).observe(element, { childList: true, subtree: true, characterData: true });
  });
}
/** All announcements since. */
export const announced = (page: Page) => page.evaluate(() => (window as any).announced.join("\n") as string);
