// The forms and the palette: search, sections that remember, what was added last, and keys for panes.
import { openText } from "./actions";
import { canvas, card, inspector, palette, press, type } from "./places";
import { expect, test } from "./base";

const PROPERTIES = Array.from({ length: 20 }, (_, at) => `      setting_${at}: { type: string, required: false, description: "Setting number ${at}." }`).join("\n");
const TEXT = `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  shop.Web:
    derived_from: tosca.nodes.Root
    properties:
${PROPERTIES}
      log_level: { type: string, required: false }
topology_template:
  node_templates:
    web: { type: shop.Web, properties: { setting_1: a } }
    other: { type: shop.Web, properties: { setting_1: b } }
`;

test("a form with many fields can be searched, and what is found is opened", async ({ page }) => {
  await openText(page, TEXT, "web");
  await press(card(page, "web").locator("text").first());
  const find = inspector(page).getByRole("searchbox", { name: "Find a field" });
  await find.fill("log");
  await expect(inspector(page).getByLabel("log_level", { exact: true })).toBeVisible();
  await expect(inspector(page).getByLabel("setting_3", { exact: true })).toHaveCount(0);
  await inspector(page).getByLabel("log_level", { exact: true }).fill("debug");
  await page.keyboard.press("Enter");
  await expect(page.locator(".cm-content")).toContainText("log_level: debug");
  await find.fill("no such field");
  await expect(inspector(page).getByText("No matching fields.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(inspector(page).getByLabel("setting_3", { exact: true })).toBeVisible();
  await expect(find).toBeFocused();
  // Once more, back to the diagram.
  await page.keyboard.press("Escape");
  await expect(canvas(page)).toBeFocused();
});

test("a long list shows its first rows, and the others on request", async ({ page }) => {
  const components = Array.from({ length: 250 }, (_, at) => `  part_${at}: { type: "resource::part::1.0", quantity: 1 }`).join("\n");
  await openText(page, `description: many\ncomposition:\n${components}\n`, "part_0");
  await canvas(page).focus();
  await page.keyboard.press("Escape");
  const form = inspector(page);
  const group = form.locator("details.group").filter({ has: page.locator(".group-label", { hasText: /^Composition$/ }) });
  if ((await group.getAttribute("open")) === null) await group.locator("summary").first().click();
  const rows = group.locator("details.entry");
  await expect(rows).toHaveCount(100);
  const more = group.getByRole("button", { name: /^Show/ });
  await expect(more).toHaveText("Show 100 more entries (150 hidden)");
  await more.click();
  await expect(rows).toHaveCount(200);
  await expect(more).toHaveText("Show 50 more entries");
  await more.click();
  await expect(rows).toHaveCount(250);
  await expect(more).toHaveCount(0);
  // One that is added has a form of its own at once.
  const name = group.getByRole("textbox", { name: /^New .* name$/ });
  await name.fill("last");
  await name.press("Enter");
  await expect(form.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("last");
});

test("a section that was closed stays closed in the next form, also after a reload", async ({ page }) => {
  await openText(page, TEXT, "web");
  await press(card(page, "web").locator("text").first());
  const section = inspector(page).locator("details.group", { has: page.locator("summary", { hasText: /^Properties/ }) });
  await expect(section).toHaveAttribute("open", "");
  await section.locator("summary").first().click();
  await expect(section).not.toHaveAttribute("open", "");
  await press(card(page, "other").locator("text").first());
  await expect(inspector(page).locator("input.name")).toHaveValue("other");
  await expect(section).not.toHaveAttribute("open", "");
  await page.reload();
  await press(card(page, "web").locator("text").first());
  await expect(section).not.toHaveAttribute("open", "");
});

test("what was added last is on top of the palette of the next file, and additions are announced", async ({ page }) => {
  await openText(page, TEXT, "web");
  await type(page, "Compute").click();
  await page.keyboard.press("Escape");
  await type(page, "Compute").focus();
  await page.keyboard.press("Enter");
  await expect(card(page, "compute")).toBeVisible();
  await expect(page.locator('[role="status"].unseen')).toContainText("added compute");
  await openText(page, TEXT.replace("web:", "front:"), "front");
  const last = palette(page).getByRole("region", { name: "Recently added" });
  await expect(last.getByRole("listitem")).toHaveCount(1);
  await expect(last).toContainText("Compute");
});

test("K2: renaming, connecting and duplicating are announced", async ({ page }) => {
  await openText(page, TEXT, "web");
  const said = page.locator('[role="status"].unseen');
  await press(card(page, "web").locator("text").first());
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("front");
  await page.keyboard.press("Enter");
  await expect(said).toHaveText("renamed to front");
  await canvas(page).focus();
  await press(card(page, "other").locator("text").first());
  await page.keyboard.press("Control+d");
  await expect(said).toHaveText("duplicated 1 node");
  await page.keyboard.press("c");
  const prompt = page.locator(".prompt");
  for (const words of ["from dependency", "of front"]) {
    for (let steps = 0; steps < 20 && !(await prompt.textContent())!.includes(words); steps += 1) await page.keyboard.press("ArrowDown");
    await expect(prompt).toContainText(words);
    await page.keyboard.press("Enter");
  }
  await expect(said).toHaveText("connected other_2 to front");
});

test("F1: required and written properties come first, in an order that stays while values change", async ({ page }) => {
  const text = TEXT.replace("log_level: { type: string, required: false }", "owner: { type: string }\n      log_level: { type: string, required: false }");
  await openText(page, text, "web");
  await press(card(page, "web").locator("text").first());
  const section = inspector(page).locator("details.group", { has: page.locator("summary", { hasText: /^Properties/ }) });
  const order = () => section.locator("label").evaluateAll((all) => all.map((it) => it.textContent!.replace("*", "").trim()).slice(0, 4));
  await expect.poll(order).toEqual(["setting_1", "owner", "setting_0", "setting_2"]);
  await inspector(page).getByLabel("setting_2", { exact: true }).fill("c");
  await page.keyboard.press("Enter");
  await expect(page.locator(".cm-content")).toContainText("setting_2: c");
  expect(await order()).toEqual(["setting_1", "owner", "setting_0", "setting_2"]);
  // The next time the form opens, the new value is among the first.
  await press(card(page, "other").locator("text").first());
  await expect.poll(order).toEqual(["setting_1", "owner", "setting_0", "setting_2"]);
  await press(card(page, "web").locator("text").first());
  await expect.poll(order).toEqual(["setting_1", "setting_2", "owner", "setting_0"]);
});

test("each pane has a key", async ({ page }) => {
  await openText(page, TEXT, "web");
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press("Alt+Shift+Digit3");
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press("Alt+Shift+Digit3");
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press("Alt+Shift+Digit5");
  await expect(page.locator(".cm-content")).toBeHidden();
  await page.keyboard.press("Alt+Shift+Digit1");
  await expect(canvas(page)).toBeFocused();
});
