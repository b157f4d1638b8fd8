// Notes: comments above an item, on its card and in its form.
import { openText, yaml } from "./actions";
import { canvas, card, inspector, press } from "./places";
import { expect, test } from "./base";

const TEXT = `tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    # Holds the orders.${"   "}
    #   Ask Ada.
    store:
      type: tosca.nodes.Compute # big
    web: {type: tosca.nodes.Compute}
`;

test("N4: a comment above a node is its note, shown on the card and edited in the form", async ({ page }) => {
  await openText(page, TEXT, "store");
  await expect(card(page, "store")).toContainText("Holds the orders.");
  await press(card(page, "store").locator("text").first());
  const note = inspector(page).getByRole("textbox", { name: "Note" });
  await expect(note).toHaveValue("Holds the orders.\n  Ask Ada.");
  await note.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nSince 2019.");
  await page.keyboard.press("Tab");
  // The lines that were there keep every byte, spaces at their ends too.
  expect(await yaml(page)).toBe(TEXT.replace("    store:", "    # Since 2019.\n    store:"));
  await canvas(page).focus();
  await page.keyboard.press("Control+z");
  expect(await yaml(page)).toBe(TEXT);
});

test("N4: a note is added and removed by the keyboard", async ({ page }) => {
  await openText(page, TEXT, "web");
  await press(card(page, "web").locator("text").first());
  await canvas(page).press("Shift+N");
  const note = inspector(page).getByRole("textbox", { name: "Note" });
  await expect(note).toBeFocused();
  await page.keyboard.type("Serves # all: web");
  await page.keyboard.press("Control+Enter");
  await expect(canvas(page)).toBeFocused();
  await expect(card(page, "web")).toContainText("Serves # all: web");
  expect(await yaml(page)).toBe(TEXT.replace("    web:", "    # Serves # all: web\n    web:"));
  await canvas(page).press("Shift+N");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Control+Enter");
  await expect(card(page, "web")).not.toContainText("Serves #");
  expect(await yaml(page)).toBe(TEXT);
});

test("N4: what is typed as a note is never a setting, and Escape restores the note", async ({ page }) => {
  await openText(page, TEXT, "web");
  await press(card(page, "web").locator("text").first());
  await canvas(page).press("Shift+N");
  const note = inspector(page).getByRole("textbox", { name: "Note" });
  await note.fill("limn: ignore");
  await page.keyboard.press("Tab");
  await expect(inspector(page)).toContainText("A note cannot contain limn: ignore: comments that begin with limn: are settings");
  await note.press("Escape");
  await expect(note).toHaveValue("");
  await expect(inspector(page)).not.toContainText("are settings");
  expect(await yaml(page)).toBe(TEXT);
});

test("N4: a note is shortened after a word and makes no card much wider", async ({ page }) => {
  await openText(page, TEXT.replace("Holds the orders.", "Holds the orders of all the shops that there are in the whole wide world."), "store");
  await expect(card(page, "store")).toContainText(/Holds the( \w+)*…/);
  const [store, web] = [await card(page, "store").boundingBox(), await card(page, "web").boundingBox()];
  expect(store!.width).toBeLessThanOrEqual(web!.width * 1.2);
  await expect(card(page, "store")).toHaveAccessibleName(/whole wide world\. Ask Ada\./);
});

test("N4: where no note is possible, the key gives the reason and changes nothing, and the menu doesn't offer it", async ({ page }) => {
  const text = "tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template:\n  node_templates: {web: {type: tosca.nodes.Compute}}\n";
  await openText(page, text, "web");
  await press(card(page, "web").locator("text").first());
  await canvas(page).press("Shift+N");
  await expect(page.locator(".notice")).toContainText("A note can't be written here");
  await expect(canvas(page)).toBeFocused();
  await canvas(page).press("Shift+F10");
  const menu = page.getByRole("menu", { name: "Actions" });
  await expect(menu.getByRole("menuitem", { name: /^Rename/ })).toBeVisible();
  await expect(menu.getByRole("menuitem", { name: /^Note/ })).toHaveCount(0);
});

test("N4: a note that is refused is still there when the person comes back", async ({ page }) => {
  await openText(page, TEXT, "web");
  await press(card(page, "web").locator("text").first());
  await canvas(page).press("Shift+N");
  const note = inspector(page).getByRole("textbox", { name: "Note" });
  await note.fill("Ask Ada.\nlimn: ignore");
  await press(card(page, "store").locator("text").first());
  await expect(note).toHaveValue("Holds the orders.\n  Ask Ada.");
  await press(card(page, "web").locator("text").first());
  await expect(note).toHaveValue("Ask Ada.\nlimn: ignore");
  await expect(inspector(page)).toContainText("A note cannot contain limn: ignore");
  await note.fill("Ask Ada.");
  await page.keyboard.press("Tab");
  expect(await yaml(page)).toBe(TEXT.replace("    web:", "    # Ask Ada.\n    web:"));
});
