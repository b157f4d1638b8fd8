// Fixes of many problems: of one kind, of a file or of all files, with a preview of the lines that change.
import { openFiles, yaml } from "./actions";
import { axe } from "./axe";
import { expect, type Page, test } from "./base";

const SHOP = `name: assembly::shop::1.0
# The shop needs two.
composition:
  web:
    type: resource::web::1.0
    quantity: "2" # kept
  store: {type: resource::store::1.0, quantity: "3"}
description: “A shop”
`;
const DEPOT = `name: assembly::depot::1.0
composition:
  rack: {type: resource::rack::1.0, quantity: "4"}
`;

async function open(page: Page, files: Record<string, string>) {
  await page.goto("./");
  await openFiles(page, files);
}

const pane = (page: Page) => page.getByRole("region", { name: "Problems" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Fix problems" });
const removed = (page: Page) => dialog(page).getByRole("deletion");
const added = (page: Page) => dialog(page).getByRole("insertion");

test("E5: all problems of a file are fixed at once, after a look at the changes", async ({ page }) => {
  await open(page, { "shop.yaml": SHOP });
  await pane(page).getByRole("button", { name: "Fix all…" }).click();
  await expect(removed(page)).toHaveCount(3);
  await expect(added(page).nth(0)).toContainText("quantity: 2 # kept");
  expect((await axe(page)).violations).toEqual([]);
  // Without the kind, its lines stay.
  await dialog(page).getByRole("checkbox").nth(1).click();
  await expect(removed(page)).not.toHaveCount(3);
  await dialog(page).getByRole("checkbox").nth(1).click();
  await expect(removed(page)).toHaveCount(3);
  await dialog(page).getByRole("button", { name: "Apply 3 fixes" }).click();
  await expect(dialog(page)).toHaveCount(0);
  const fixed = SHOP.replace('"2"', "2").replace('"3"', "3").replace("“A shop”", "'A shop'");
  await expect.poll(() => yaml(page)).toBe(fixed);
  // One undo step.
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect.poll(() => yaml(page)).toBe(SHOP);
});

test("E5: one kind of problem is fixed in all files", async ({ page }) => {
  await open(page, { "shop.yaml": SHOP, "depot.yaml": DEPOT });
  await pane(page).locator(".problem-line").filter({ hasText: "quantity" }).first().click();
  await pane(page).getByRole("button", { name: "Fix all 3 of this kind…" }).first().click();
  await dialog(page).getByRole("radio", { name: "All files" }).check();
  await expect(dialog(page).getByRole("region", { name: "depot.yaml" })).toBeVisible();
  await expect(removed(page)).toHaveCount(3);
  await dialog(page).getByRole("button", { name: "Apply 3 fixes" }).click();
  await expect(page.getByText("3 problems in 2 files").first()).toBeVisible();
  await expect(pane(page).getByRole("button", { name: "Fix all…" })).toBeVisible();
  const front = await yaml(page);
  const [text, other] = front.includes("assembly::shop") ? [SHOP, DEPOT] : [DEPOT, SHOP];
  expect(front).toBe(text.replace(/"(\d)"/g, "$1"));
  await page.getByRole("navigation", { name: "Files" }).getByText(other === DEPOT ? "depot.yaml" : "shop.yaml").click();
  await expect.poll(() => yaml(page)).toBe(other.replace(/"(\d)"/g, "$1"));
});

test("E5: fixes of a file that is not shown are undone at once, and nothing else is", async ({ page }) => {
  await open(page, { "shop.yaml": SHOP.replace(/"(\d)"/g, "$1").replace(/[“”]/g, "'"), "depot.yaml": DEPOT });
  const files = page.getByRole("navigation", { name: "Files" });
  await files.getByText("shop.yaml").click();
  await page.locator(".cm-line").last().click();
  await page.keyboard.type("# typed");
  const typed = await yaml(page);
  expect(typed).toContain("# typed");
  await pane(page).getByRole("button", { name: "Fix all…" }).click();
  await dialog(page).getByRole("button", { name: "Apply 1 fix" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).last().click();
  expect(await yaml(page)).toBe(typed);
  await files.getByText("depot.yaml").click();
  await expect.poll(() => yaml(page)).toBe(DEPOT);
});

test("E5: the dialog works by keyboard and leaves the text alone when it is cancelled", async ({ page }) => {
  await open(page, { "shop.yaml": SHOP });
  await pane(page).getByRole("button", { name: "Fix all…" }).focus();
  await page.keyboard.press("Enter");
  await expect(removed(page)).toHaveCount(3);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  expect(await yaml(page)).toBe(SHOP);
});
