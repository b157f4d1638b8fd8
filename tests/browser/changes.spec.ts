// T7: what has changed since a text was opened, listed with its elements; each change is reverted by itself.
import { openFiles, openText, yaml } from "./actions";
import { axe } from "./axe";
import { card, inspector, press } from "./places";
import { expect, type Page, test } from "./base";

const SHOP = `tosca_definitions_version: tosca_simple_yaml_1_3
# The shop.
topology_template:
  node_templates:
    web:
      type: tosca.nodes.WebServer # in front
    db:
      type: tosca.nodes.DBMS
      properties:
        port: 3306
`;

const dialog = (page: Page) => page.getByRole("dialog", { name: "Changes" });
const status = (page: Page) => page.getByRole("contentinfo", { name: "Status" }).getByRole("button", { name: "Changes" });

test("T7: changes are listed with their elements, and each can be reverted", async ({ page }) => {
  await openText(page, SHOP, "web");
  await expect(status(page)).toHaveCount(0);
  // One change by a form, one by the canvas, one by the text.
  await press(card(page, "db"));
  const port = inspector(page).getByLabel("port", { exact: true });
  await port.fill("5432");
  await port.press("Enter");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.type(" And more.");
  const changed = SHOP.replace("3306", "5432").replace("# The shop.", "# The shop. And more.");
  await expect.poll(() => yaml(page)).toBe(changed);
  await status(page).click();
  await expect(dialog(page).getByRole("deletion")).toHaveCount(2);
  await expect(dialog(page).getByRole("insertion").nth(1)).toContainText("port: 5432");
  expect((await axe(page)).violations).toEqual([]);
  await dialog(page).getByRole("button", { name: /^Revert the change of topology_template\.node_templates\.db, line 10/ }).press("Enter");
  await expect(dialog(page).getByRole("deletion")).toHaveCount(1);
  await expect(dialog(page).getByRole("region", { name: "Changes by file" })).toBeFocused();
  await page.keyboard.press("Escape");
  expect(await yaml(page)).toBe(SHOP.replace("# The shop.", "# The shop. And more."));
  // Undo brings the reverted change back.
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect.poll(() => yaml(page)).toBe(changed);
  await status(page).click();
  await dialog(page).getByRole("button", { name: "Revert all" }).click();
  await expect(dialog(page).getByText("No changes.")).toBeVisible();
  await page.keyboard.press("Escape");
  expect(await yaml(page)).toBe(SHOP);
  await expect(status(page)).toHaveCount(0);
});

test("T7: a change opens its place, and a file that is added has none", async ({ page }) => {
  await openText(page, SHOP, "web");
  await openFiles(page, { "other.yaml": SHOP });
  await expect(page.getByRole("navigation", { name: "Files" }).getByText("other.yaml")).toBeVisible();
  await expect(status(page)).toHaveCount(0);
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("    cache:\n  type: tosca.nodes.Root\n");
  await status(page).click();
  await expect(dialog(page).getByRole("deletion")).toHaveCount(0);
  const head = dialog(page).getByRole("button", { name: /cache/ }).first();
  await head.click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator(".cm-activeLine").first()).toContainText("cache");
});

test("T7: the list of changes is there after a reload, and each change can be reverted", async ({ page }) => {
  await openText(page, SHOP, "web");
  await press(card(page, "db"));
  const port = inspector(page).getByLabel("port", { exact: true });
  await port.fill("5432");
  await port.press("Enter");
  const formed = SHOP.replace("3306", "5432");
  await expect.poll(() => yaml(page)).toBe(formed);
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.type(" And more.");
  // The page goes before the last keys are written.
  await page.reload();
  await expect(card(page, "db")).toBeVisible();
  const changed = formed.replace("# The shop.", "# The shop. And more.");
  expect(await yaml(page)).toBe(changed);
  await status(page).click();
  await expect(dialog(page).getByRole("deletion")).toHaveCount(2);
  await expect(dialog(page).getByRole("insertion").nth(1)).toContainText("port: 5432");
  await dialog(page).getByRole("button", { name: /^Revert the change of topology_template\.node_templates\.db, line 10/ }).press("Enter");
  await expect(dialog(page).getByRole("deletion")).toHaveCount(1);
  await page.keyboard.press("Escape");
  expect(await yaml(page)).toBe(SHOP.replace("# The shop.", "# The shop. And more."));
  await page.reload();
  await expect(card(page, "db")).toBeVisible();
  await status(page).click();
  await expect(dialog(page).getByRole("deletion")).toHaveCount(1);
  await dialog(page).getByRole("button", { name: "Revert all" }).click();
  await page.keyboard.press("Escape");
  expect(await yaml(page)).toBe(SHOP);
  await page.reload();
  await expect(card(page, "db")).toBeVisible();
  await expect(status(page)).toHaveCount(0);
});

test("T7: the list of changes can be cleared, and starts again", async ({ page }) => {
  await openText(page, SHOP, "web");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("# one\n");
  await status(page).click();
  await dialog(page).getByRole("button", { name: "Clear list" }).click();
  await expect(dialog(page).getByText("No changes.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(status(page)).toHaveCount(0);
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("# two\n");
  await page.reload();
  await expect(card(page, "db")).toBeVisible();
  await status(page).click();
  await expect(dialog(page).getByRole("insertion")).toHaveCount(1);
  await expect(dialog(page).getByRole("insertion")).toContainText("# two");
});

test("T7: another tab with the same work lists the same changes", async ({ page, context }) => {
  await openText(page, SHOP, "web");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("# one\n");
  await expect(page.getByText("Saved in this browser")).toBeVisible();
  await page.waitForTimeout(1_500);
  const other = await context.newPage();
  await other.goto("./");
  await expect(card(other, "db")).toBeVisible();
  await status(other).click();
  await expect(dialog(other).getByRole("insertion")).toContainText("# one");
  await other.close();
});
