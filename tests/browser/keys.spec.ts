// K4: the keys of commands can be changed, are stored, and are shown wherever a command is named.
import { openText } from "./actions";
import { axe } from "./axe";
import { canvas, card, press } from "./places";
import { expect, type Locator, type Page, test } from "./base";

const SHOP = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    web: {type: tosca.nodes.WebServer}
`;

const sheet = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });
const keysOf = (page: Page, command: string) => sheet(page).getByRole("button", { name: new RegExp(`^${command}: .*Change$`) });

async function openSheet(page: Page) {
  await canvas(page).focus();
  await page.keyboard.press("?");
  await expect(sheet(page)).toBeVisible();
}

test("K4: a command gets other keys, which work at once and after a reload", async ({ page }) => {
  await openText(page, SHOP, "web");
  await openSheet(page);
  await keysOf(page, "Add node").click();
  await expect(sheet(page).getByRole("status")).toHaveText("Press a new shortcut, or Esc to cancel.");
  // Escape keeps the keys and the dialog.
  await page.keyboard.press("Escape");
  await expect(keysOf(page, "Add node")).toHaveAccessibleName("Add node: N. Change");
  await keysOf(page, "Add node").press("Enter");
  await page.keyboard.press("Control+s");
  await expect(sheet(page).getByRole("status")).toContainText("reserved");
  await page.keyboard.press("Shift+J");
  await expect(keysOf(page, "Add node")).toHaveAccessibleName("Add node: Shift+J. Change");
  expect((await axe(page)).violations).toEqual([]);
  await page.keyboard.press("Escape");
  await canvas(page).focus();
  await page.keyboard.press("n");
  await expect(page.getByRole("dialog", { name: "Add" }).or(page.getByRole("combobox", { name: "Add" }))).toHaveCount(0);
  await page.keyboard.press("Shift+J");
  await expect(page.locator(".picker")).toBeVisible();
  await page.keyboard.press("Escape");
  // Menus name the new keys.
  await press(canvas(page), { x: 30, y: 200 });
  await page.keyboard.press("Shift+F10");
  await expect(page.getByRole("menuitem", { name: /^Add node/ })).toContainText("Shift+J");
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(card(page, "web")).toBeVisible();
  await canvas(page).focus();
  await page.keyboard.press("Shift+J");
  await expect(page.locator(".picker")).toBeVisible();
  await page.keyboard.press("Escape");
  await openSheet(page);
  await sheet(page).getByRole("button", { name: "Reset the keys of Add node" }).click();
  await expect(keysOf(page, "Add node")).toHaveAccessibleName("Add node: N. Change");
});

test("K4: keys belong to one command", async ({ page }) => {
  await openText(page, SHOP, "web");
  await openSheet(page);
  await keysOf(page, "Auto-arrange").click();
  await page.keyboard.press("p");
  await expect(sheet(page).getByRole("status")).toHaveText("Changed the shortcut of Auto-arrange. It no longer runs Pin or unpin.");
  await expect(keysOf(page, "Pin or unpin")).toHaveAccessibleName("Pin or unpin: no keys. Change");
  await expect(page.locator(".toolbar button[aria-label='Auto-arrange']")).toHaveAttribute("title", "Auto-arrange (P)");
  await sheet(page).getByRole("button", { name: "Reset all keys" }).click();
  await expect(keysOf(page, "Pin or unpin")).toHaveAccessibleName("Pin or unpin: P. Change");
  await expect(keysOf(page, "Auto-arrange")).toHaveAccessibleName("Auto-arrange: T. Change");
});

test("keys that can be changed look like buttons, fixed keys like text", async ({ page }) => {
  await openText(page, SHOP, "web");
  await openSheet(page);
  await expect(sheet(page)).toContainText("Click a framed shortcut to change it");
  const frame = (locator: Locator) => locator.evaluate((it) => getComputedStyle(it).borderTopColor);
  const clear = "rgba(0, 0, 0, 0)";
  expect(await frame(sheet(page).locator(".key-choice").first())).not.toBe(clear);
  expect(await frame(sheet(page).locator("dd > kbd").first())).toBe(clear);
});

test("K4: the keys of the whole page can be changed, too", async ({ page }) => {
  await openText(page, SHOP, "web");
  await openSheet(page);
  const change = async (command: string, keys: string, shown: string) => {
    await keysOf(page, command).click();
    await page.keyboard.press(keys);
    await expect(keysOf(page, command)).toHaveAccessibleName(`${command}: ${shown}. Change`);
  };
  await change("Search commands, nodes, files and text", "Control+Shift+j", "Ctrl+Shift+J");
  await change("Next pane", "F7", "F7");
  await change("Previous pane", "Shift+F7", "Shift+F7");
  await change("Wrap long lines", "Alt+y", "Alt+Y");
  await change("Show or hide palette", "Alt+Shift+p", "Alt+Shift+P");
  await change("Next problem", "F9", "F9");
  expect((await axe(page)).violations).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.locator(".toolbar button[aria-label='Commands']")).toHaveAttribute("title", "Commands (Ctrl+Shift+J)");
  await expect(page.getByRole("button", { name: "Wrap long lines" })).toHaveAttribute("title", "Wrap long lines (Alt+Y)");
  const commands = page.getByRole("dialog", { name: "Commands" });
  const wraps = page.getByRole("button", { name: "Wrap long lines" });
  // On the canvas, in the text, and after a reload.
  for (const place of [canvas(page), page.locator(".cm-content")]) {
    await place.focus();
    await page.keyboard.press("Control+k");
    await expect(commands).toHaveCount(0);
    await page.keyboard.press("Control+Shift+j");
    await expect(commands).toBeVisible();
    await page.keyboard.press("Escape");
    const was = await wraps.getAttribute("aria-pressed");
    await place.focus();
    await page.keyboard.press("Alt+y");
    await expect(wraps).not.toHaveAttribute("aria-pressed", was!);
  }
  await canvas(page).focus();
  await page.keyboard.press("F6");
  await expect(canvas(page)).toBeFocused();
  await page.keyboard.press("F7");
  await expect(canvas(page)).not.toBeFocused();
  await page.keyboard.press("Shift+F7");
  await expect(canvas(page)).toBeFocused();
  await page.keyboard.press("Alt+Shift+Digit3");
  await expect(page.getByRole("region", { name: "Palette" })).toBeVisible();
  await page.keyboard.press("Alt+Shift+p");
  await expect(page.getByRole("region", { name: "Palette" })).toBeHidden();
  await page.reload();
  await expect(card(page, "web")).toBeVisible();
  await page.keyboard.press("Control+Shift+j");
  await expect(commands).toBeVisible();
});
