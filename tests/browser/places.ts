// Finds things on the page as a person does: by their names.
import { expect, type Locator, type Page } from "./base";

/** A node of the canvas by its name. */
export const card = (page: Page, name: string) => page.locator(`g.card[aria-label^="${name}, "]`);

/** The box of a node on the screen, without what sticks out of it. */
export const box = async (page: Page, name: string) => (await card(page, name).locator("> .body").boundingBox())!;

export const canvas = (page: Page) => page.locator("#canvas");

export const inspector = (page: Page) => page.locator('[aria-label="Inspector"]');

export const palette = (page: Page) => page.getByRole("region", { name: "Palette" });

/** A type in the palette's tree. */
export const type = (page: Page, name: string) => palette(page).getByRole("treeitem", { name: new RegExp(`^${name}\\b`) });

/** A place of the canvas, by parts of its width and height. */
export async function spot(page: Page, across: number, down: number) {
  const desk = (await canvas(page).boundingBox())!;
  return { x: desk.x + desk.width * across, y: desk.y + desk.height * down };
}

/** The middle of what may be redrawn just now. */
export async function middle(locator: Locator) {
  let at = { x: 0, y: 0 };
  await expect(async () => {
    const box = await locator.boundingBox();
    expect(box).not.toBeNull();
    at = { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 };
  }).toPass();
  return at;
}

/**
 * Clicks an item of the canvas: at `position` in its box, or in its middle. The canvas takes the pointer events of its items. It moves when the first
 * problems of a file that was just opened show their pane, so these come first. Badges, which stick out of a node, do not belong to its box.
 */
export async function press(item: Locator, position?: { x: number; y: number }) {
  await expect(item).toBeAttached();
  await expect(item.page().getByText("Checking…", { exact: true })).toHaveCount(0);
  await pressEarly(item, position);
}

const nextFrame = (page: Page) => page.evaluate(() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then))));

/** The same before the problems are there. */
export async function pressEarly(item: Locator, position?: { x: number; y: number }) {
  let at = { x: 0, y: 0 };
  await expect(async () => {
    const body = item.locator("> .body");
    const shape = (await body.count()) > 0 ? body.first() : item;
    const box = await shape.boundingBox();
    await nextFrame(item.page());
    const later = await shape.boundingBox();
    expect(box, "is drawn").not.toBeNull();
    expect(later, "is at rest").toEqual(box);
    const { x, y } = position ?? { x: box!.width / 2, y: box!.height / 2 };
    at = { x: box!.x + x, y: box!.y + y };
    const isFree = await item.evaluate((item, { x, y }) => document.elementFromPoint(x, y)?.closest("#canvas") === item.closest("#canvas"), at);
    expect(isFree, "is not covered").toBe(true);
  }).toPass();
  await item.page().mouse.click(at.x, at.y);
}
