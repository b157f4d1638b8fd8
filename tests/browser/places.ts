// Where things are on the page, as a person finds them: by what they are called.
import { expect, type Locator, type Page } from "./slow";

/** A node of the canvas by its name. */
export const card = (page: Page, name: string) => page.locator(`g.card[aria-label^="${name}, "]`);

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

/** The middle of what may be drawn anew just now. */
export async function middle(locator: Locator) {
  let at = { x: 0, y: 0 };
  await expect(async () => {
    const box = await locator.boundingBox();
    expect(box).not.toBeNull();
    at = { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 };
  }).toPass();
  return at;
}
