// What a person does on the page in more than one test: open the sample, drag, download.
import { readFileSync } from "node:fs";
import { card } from "./places";
import { expect, type Page } from "./slow";

/** Opens the sample assembly by the menu, and waits until the card `seen` is drawn. */
export async function openSample(page: Page, seen = "balancer") {
  await page.goto("./");
  await page.getByRole("button", { name: "New", exact: true }).first().click();
  await page.getByRole("menuitem", { name: /Streamer cluster/ }).click();
  await expect(card(page, seen)).toBeVisible();
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
