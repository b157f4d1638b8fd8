// Texts that cannot be read completely: what can be read is drawn and edited, and merge conflicts are resolved by their fixes.
import { box, card } from "./places";
import { openFiles, openText, yaml } from "./actions";
import { expect, test } from "./base";

const SHOP = `name: assembly::shop::1.0
composition:
  web:
    type: resource::web::1.0
    quantity: '1'
  db:
    type: resource::db::1.0
`;

test("T6: an item that cannot be read is greyed, and the others are edited by form and canvas", async ({ page }) => {
  await openText(page, SHOP, "db");
  await page.locator(".cm-line", { hasText: "db:" }).first().click();
  await page.keyboard.press("Home");
  await page.keyboard.type('"');
  const banner = page.getByRole("alert").filter({ hasText: "Syntax error on line 6" });
  await expect(banner).toContainText("The grayed-out item shows its last valid state");
  await expect(page.locator(".canvas-unread path")).toHaveCount(1);
  // The form of another item writes its field.
  const web = await box(page, "web");
  await page.mouse.click(web.x + web.width / 2, web.y + 14);
  const field = page.getByLabel("Quantity");
  await field.fill("2");
  await field.press("Enter");
  await expect(page.locator(".cm-content")).toContainText("quantity: '2'");
  expect(await yaml(page)).toBe(SHOP.replace("  db:", '  "db:').replace("'1'", "'2'"));
  // The text of the greyed item seems to be part of the other one, which cannot be removed before it is clear.
  await page.mouse.click(web.x + web.width / 2, web.y + 14);
  await page.keyboard.press("Delete");
  await expect(page.getByText("fix the syntax error on line 6 first").first()).toBeVisible();
  await expect(card(page, "web")).toHaveCount(1);
  await expect(card(page, "db")).toHaveCount(1);
});

test("T6: a merge conflict is resolved by a quick fix", async ({ page }) => {
  const conflict = SHOP.replace("    quantity: '1'\n", "<<<<<<< HEAD\n    quantity: '1'\n=======\n    quantity: '3'\n>>>>>>> scaled\n");
  await openText(page, conflict, "db");
  await expect(page.getByText("unresolved merge conflict between").first()).toBeVisible();
  await page.locator(".cm-line", { hasText: "<<<<<<<" }).click();
  await page.keyboard.press("Control+.");
  await page.getByRole("button", { name: /Keep scaled \(second side\)/ }).or(page.getByText("(second side)")).first().click();
  await expect.poll(() => yaml(page)).toBe(SHOP.replace("'1'", "'3'"));
});

test("D5: a file that is not recognized is given a language, and a comment in it does the same", async ({ page }) => {
  await page.goto("./");
  await openFiles(page, { "part.yaml": "demands:\n  vG: [{inventory_provider: aai, inventory_type: cloud}]\n" });
  const chip = page.getByRole("button", { name: /^Language not recognized/ });
  await expect(chip).toHaveText(/Not recognized/);
  await chip.click();
  await page.getByRole("menuitemradio", { name: /Homing \(HAS\)/ }).first().click();
  await expect(card(page, "vG")).toBeVisible();
  await expect(page.getByRole("button", { name: /You chose this language/ })).toBeVisible();
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("Home");
  await page.keyboard.type("# limn: dialect=homing\n");
  await page.getByRole("button", { name: /You chose this language/ }).click();
  await page.getByText("Detect automatically").click();
  await expect(page.getByRole("button", { name: /sets this language/ })).toBeVisible();
});
