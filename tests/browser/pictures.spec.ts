// Pictures of the diagram: as files, on the clipboard, on paper; of all of it, or of what is selected.
import { readFileSync } from "node:fs";
import { card, press } from "./places";
import { expect, type Page, test } from "./base";

test.beforeEach(async ({ page }) => {
  await page.goto("./");
  await page.getByRole("button", { name: "New", exact: true }).first().click();
  await page.getByRole("menuitem", { name: /^Book shop/ }).click();
  await expect(card(page, "storefront")).toBeVisible();
});

async function picture(page: Page, item: string) {
  await page.getByRole("button", { name: "Picture" }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: item }).click()]);
  return { name: file.suggestedFilename(), bytes: readFileSync((await file.path())!) };
}

test("the diagram is exported as SVG, and so is the selection with its content", async ({ page }) => {
  const { name, bytes } = await picture(page, "Export diagram as SVG");
  expect(name).toBe("book_shop.svg");
  const all = bytes.toString("utf8");
  for (const node of ["book-shop", "web_machine", "storefront", "data_volume"]) expect(all).toContain(`>${node}<`);
  expect(all, "no color depends on the page").not.toContain("var(--");
  await press(card(page, "web_machine"), { x: 60, y: 14 });
  await expect(page.locator("g.card.selected")).toHaveCount(1);
  const part = (await picture(page, "Export selection as SVG")).bytes.toString("utf8");
  for (const node of ["web_machine", "web_server", "storefront"]) expect(part).toContain(`>${node}<`);
  for (const node of ["book-shop", "mysql", "data_volume"]) expect(part).not.toContain(`>${node}<`);
});

test("the diagram is exported as PNG, at twice its size", async ({ page }) => {
  const svg = (await picture(page, "Export diagram as SVG")).bytes.toString("utf8");
  const { name, bytes } = await picture(page, "Export diagram as PNG");
  expect(name).toBe("book_shop.png");
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  const [, width, height] = svg.match(/width="([\d.]+)" height="([\d.]+)"/)!;
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([Math.round(2 * +width), Math.round(2 * +height)]);
});

test("the diagram is copied as a picture", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.keyboard.press("Control+K");
  await page.keyboard.type("Copy diagram as picture");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").first()).toContainText(/copied the picture/i);
  const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types));
  expect(types).toEqual(["image/png"]);
});

test("the diagram is printed alone, and the page is back afterwards", async ({ page }) => {
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  await page.getByRole("button", { name: "Picture" }).click();
  await page.getByRole("menuitem", { name: "Print diagram" }).click();
  await expect(page.locator("html[data-printed]")).toBeAttached();
  await page.emulateMedia({ media: "print" });
  const drawn = (await page.locator("img.printed").boundingBox())!;
  expect(drawn.width).toBeGreaterThan(600);
  await expect(page.locator(".shell")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(page.locator("img.printed")).toHaveCount(0);
  await expect(page.locator(".shell")).toBeVisible();
});
