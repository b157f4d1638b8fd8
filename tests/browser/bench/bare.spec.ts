import { expect, test } from "@playwright/test";
import { openBare } from "./page";

test("CodeMirror alone accepts the same keys as Limn's editor", async ({ page }) => {
  await openBare(page, "a: 1\n");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  await page.keyboard.type("2 # [");
  await expect(page.locator(".cm-line").first()).toHaveText("a: 12 # []");
});
