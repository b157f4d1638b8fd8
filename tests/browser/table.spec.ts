// The diagram as a table: all of it by keys, with the commands of the canvas, and several rows filled at once.
import { openFiles, openItem, openText, rest, yaml } from "./actions";
import { axe } from "./axe";
import { patience } from "./patience";
import { canvas, card, inspector, press } from "./places";
import { expect, isolated, type Page, test } from "./base";

const MACHINES = `tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    one: # the first
      type: tosca.nodes.WebServer
      properties: {component_version: 2.1} # kept
      requirements:
        - host: machine
    two:
      type: tosca.nodes.WebServer
      properties:
        component_version: '1.0'  # old
    three:
      type: tosca.nodes.WebServer
    shop:
      type: tosca.nodes.SoftwareComponent
      properties:
        component_version: { get_input: version }
    machine:
      type: tosca.nodes.Compute
  inputs:
    version: {type: version}
`;

const grid = (page: Page) => page.getByRole("treegrid", { name: "Table of the diagram" });
const row = (page: Page, name: string) => grid(page).getByRole("row").filter({ has: page.getByRole("rowheader", { name: new RegExp(`^${name}( |$)`) }) });
const head = (page: Page, name: string) => grid(page).getByRole("columnheader", { name, exact: true });
const note = (page: Page) => page.locator("#table-note");

/** The cell of a row in the column with a heading. */
async function cell(page: Page, name: string, heading: string) {
  const column = await head(page, heading).getAttribute("aria-colindex");
  return row(page, name).locator(`[aria-colindex="${column}"]`);
}

/** Opens the document and its table by a key, with the cursor in the table. */
async function openTable(page: Page, text = MACHINES, seen = "one") {
  await openText(page, text, seen);
  await canvas(page).focus();
  await page.keyboard.press("l");
  await expect(grid(page)).toBeVisible();
  await expect(grid(page).locator(":focus")).toHaveCount(1);
}

/** Moves the cursor down to a row. */
async function walkTo(page: Page, name: string) {
  await page.keyboard.press("Control+Home");
  const has = row(page, name).locator(":focus");
  for (let step = 0; step < 30 && (await has.count()) === 0; step += 1) {
    await page.keyboard.press("ArrowDown");
    await rest(page);
  }
  await expect(has).toHaveCount(1);
}

/** Moves the cursor to a column of its row. */
async function walkAcross(page: Page, heading: string) {
  await page.keyboard.press("Home");
  const column = await head(page, heading).getAttribute("aria-colindex");
  // At the name, the key unfolds a row first.
  for (let step = 0; step < 12 && (await grid(page).locator(`:focus[aria-colindex="${column}"]`).count()) === 0; step += 1) {
    await page.keyboard.press("ArrowRight");
    await rest(page);
  }
  await expect(grid(page).locator(":focus")).toHaveAttribute("aria-colindex", column!);
}

test("K3: a value is edited by keys alone, in its own bytes, and Escape restores it", async ({ page }) => {
  await openTable(page);
  await walkTo(page, "two");
  await walkAcross(page, "component_version");
  await page.keyboard.press("Enter");
  const input = page.getByRole("textbox", { name: "component_version of two" }).or(page.getByRole("combobox", { name: "component_version of two" }));
  await expect(input).toBeFocused();
  await expect(input).toHaveValue("1.0");
  await page.keyboard.type("9.9");
  await page.keyboard.press("Escape");
  await expect(input).toHaveCount(0);
  await expect(await cell(page, "two", "component_version")).toBeFocused();
  expect(await yaml(page)).toBe(MACHINES);
  await (await cell(page, "two", "component_version")).focus();
  await page.keyboard.press("F2");
  await page.keyboard.type("1.5");
  await page.keyboard.press("Enter");
  const changed = MACHINES.replace("'1.0'", "'1.5'");
  await expect(await cell(page, "two", "component_version")).toBeFocused();
  await expect(await cell(page, "two", "component_version")).toHaveText("1.5");
  await page.keyboard.press("Control+z");
  await expect(await cell(page, "two", "component_version")).toHaveText("1.0");
  await page.keyboard.press("Control+y");
  await expect.poll(() => yaml(page)).toBe(changed);
});

test("K3: Tab writes a cell and edits the next one, and what is refused stays in the input with the reason", async ({ page }) => {
  await openTable(page);
  await walkTo(page, "three");
  await page.keyboard.press("F2");
  await expect(page.getByRole("textbox", { name: "New name" })).toHaveValue("three");
  await page.keyboard.type("two");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "New name" })).toBeFocused();
  await expect(page.getByRole("textbox", { name: "New name" })).toHaveAttribute("aria-invalid", "true");
  await expect(note(page)).toContainText("already in use");
  await page.getByRole("textbox", { name: "New name" }).fill("third");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("component_version of third")).toBeFocused();
  await page.keyboard.type("3.0");
  await page.keyboard.press("Enter");
  await expect(await cell(page, "third", "component_version")).toHaveText("3.0");
  const changed = MACHINES.replace(
    "    three:\n      type: tosca.nodes.WebServer\n",
    '    third:\n      type: tosca.nodes.WebServer\n      properties:\n        component_version: \'3.0\'\n',
  );
  await expect.poll(() => yaml(page)).toBe(changed);
});

const GROUPED = `${MACHINES}  groups:
    front:
      type: tosca.groups.Root
      members: [one, two]
`;

const TEXTS = `tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  my.Node:
    derived_from: tosca.nodes.Root
    properties:
      label: {type: string, required: false}
      code: {type: string}
topology_template:
  node_templates:
    one: {type: my.Node, properties: {label: '  padded  ', code: ' '}} # c1
    two: {type: my.Node, properties: {label: "a\\rb", code: ''}, requirements: [{dependency: missing}]}
    three: {type: my.Node, properties: {label: &d plain, code: x}}
    four: {type: my.Node, properties: {label: *d, code: x}}
`;

const nameInput = (page: Page) => page.getByRole("textbox", { name: "New name" });
const inputs = (page: Page) => page.locator(".table-input");

/** Puts the focus back into the table, from the button that a test reads the text by. */
async function back(page: Page) {
  await grid(page).locator("[tabindex='0']").focus();
}

/** Sets the words of the filter by keys, and puts the focus back into the rows. */
async function filterBy(page: Page, words: string) {
  await page.keyboard.press("Control+f");
  await page.getByRole("searchbox", { name: "Filter rows" }).fill(words);
  await page.keyboard.press("ArrowDown");
  await expect(grid(page).locator(":focus")).toHaveCount(1);
}

test("N3: an edited row stays shown until the filter changes, and Tab continues in it", async ({ page }) => {
  await openTable(page);
  await filterBy(page, "o");
  await expect(row(page, "three")).toHaveCount(0);
  await walkTo(page, "one");
  await page.keyboard.press("F2");
  await page.keyboard.type("zzz");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("component_version of zzz")).toBeFocused();
  await page.keyboard.type("3.5");
  await page.keyboard.press("Enter");
  await expect(await cell(page, "zzz", "component_version")).toBeFocused();
  await expect.poll(() => yaml(page)).toBe(MACHINES.replace("one:", "zzz:").replace("2.1", "'3.5'"));
  await page.getByRole("combobox", { name: "Filter by type" }).selectOption("WebServer");
  await page.getByRole("searchbox", { name: "Filter rows" }).fill("o");
  await expect(row(page, "two")).toBeVisible();
  await expect(row(page, "zzz")).toHaveCount(0);
});

test("K3: scrolling while something is typed ends no edit", async ({ page }) => {
  const nodes = Array.from({ length: 200 }, (_, at) => `    node_${at}:\n      type: tosca.nodes.Compute\n`);
  const text = `tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template:\n  node_templates:\n${nodes.join("")}`;
  await page.goto("./");
  await openFiles(page, { "many.yaml": text });
  await page.getByRole("tab", { name: "Table" }).click();
  await row(page, "node_12").getByRole("rowheader").dblclick();
  await expect(nameInput(page)).toBeFocused();
  await page.keyboard.type("abc");
  await grid(page).hover();
  for (const by of [3000, -1500, 2000, -5000, 250, -100]) {
    await page.mouse.wheel(0, by);
    await rest(page);
    await expect(nameInput(page)).toBeFocused();
    await expect(nameInput(page)).toHaveValue("abc");
  }
  await page.mouse.wheel(0, 4000);
  await rest(page);
  await page.keyboard.press("Backspace");
  await expect(nameInput(page)).toHaveValue("ab");
  await page.keyboard.press("Enter");
  await expect.poll(() => yaml(page)).toBe(text.replace("node_12:", "ab:"));
  // The cell keeps the focus as well.
  await back(page);
  await grid(page).hover();
  for (const by of [-5000, 3000, -2000, 5000]) {
    await page.mouse.wheel(0, by);
    await rest(page);
    await expect(row(page, "ab").locator(":focus")).toHaveCount(1);
  }
});

test("K3: a cell that is opened and left unchanged is not written", async ({ page }) => {
  await openTable(page, TEXTS);
  for (const [name, heading] of [["one", "label"], ["one", "code"], ["two", "code"]] as const) {
    for (const key of ["Enter", "Tab", "Control+Enter"]) {
      await (await cell(page, name, heading)).click();
      await page.keyboard.press("F2");
      await expect(page.getByLabel(`${heading} of ${name}`)).toBeFocused();
      await page.keyboard.press(key);
      await expect(page.getByLabel(`${heading} of ${name}`)).toHaveCount(0);
      await expect(note(page)).toHaveText("");
    }
    for (const [other, selected] of [[name, name], ["four", "four"]] as const) {
      await (await cell(page, name, heading)).dblclick();
      await expect(page.getByLabel(`${heading} of ${name}`)).toBeFocused();
      await row(page, other).getByRole("rowheader").click();
      await expect(inputs(page)).toHaveCount(0);
      await expect(row(page, selected).getByRole("rowheader")).toBeFocused();
    }
  }
  expect(await yaml(page)).toBe(TEXTS);
  // Blanks that were written on purpose stay.
  await (await cell(page, "one", "label")).dblclick();
  await page.keyboard.press("End");
  await page.keyboard.type("x ");
  await page.keyboard.press("Enter");
  await expect.poll(() => yaml(page)).toBe(TEXTS.replace("'  padded  '", "'  padded  x '"));
});

test("K3: Delete on a row of a group or relationships removes no node", async ({ page }) => {
  await openTable(page, GROUPED);
  await walkTo(page, "1 relationship");
  for (const key of ["Delete", "Control+d", "Control+x"]) {
    await page.keyboard.press(key);
    await expect(note(page)).toContainText("This row lists relationships. Use the row of machine to change it.");
  }
  expect(await yaml(page)).toBe(GROUPED);
  await back(page);
  await walkTo(page, "front");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Control+x");
  await expect(note(page)).toContainText("only Delete works");
  await page.keyboard.press("Delete");
  await expect(note(page)).toContainText("Removed one from front.");
  await expect.poll(() => yaml(page)).toBe(GROUPED.replace("[one, two]", "[two]"));
  await back(page);
  await page.keyboard.press("Control+z");
  await expect.poll(() => yaml(page)).toBe(GROUPED);
  // The membership below the node.
  await back(page);
  await walkTo(page, "two");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Delete");
  await expect.poll(() => yaml(page)).toBe(GROUPED.replace("[one, two]", "[one]"));
});

test("N3: a first row without a value fills nothing down", async ({ page }) => {
  await openTable(page);
  await (await cell(page, "three", "component_version")).click();
  await (await cell(page, "one", "component_version")).click({ modifiers: ["Shift"] });
  await page.keyboard.press("Control+Enter");
  await expect(note(page)).toContainText("three has no component_version to fill down.");
  await expect(note(page)).toHaveClass(/error/);
  expect(await yaml(page)).toBe(MACHINES);
});

test("K3: what is only referred to can't be edited in the table", async ({ page }) => {
  await openTable(page, TEXTS);
  await walkTo(page, "missing");
  await page.keyboard.press("F2");
  await expect(note(page)).toContainText("missing isn't declared in this file");
  await (await cell(page, "missing", "label")).dblclick();
  await expect(inputs(page)).toHaveCount(0);
  await expect(await cell(page, "missing", "label")).toHaveAttribute("aria-readonly", "true");
  await (await cell(page, "missing", "code")).click();
  await (await cell(page, "four", "code")).click({ modifiers: ["Control"] });
  await page.keyboard.press("F2");
  await page.getByLabel("code of four").fill("y");
  await page.keyboard.press("Control+Enter");
  await expect(note(page)).toContainText("missing (the item isn't declared in this file)");
  await expect.poll(() => yaml(page)).toBe(TEXTS.replace("*d, code: x", "*d, code: y"));
});

test("K3: what is refused when its input is left is reported with the text and the reason", async ({ page }) => {
  await openTable(page);
  for (const leave of [
    async () => (await cell(page, "one", "component_version")).click(),
    async () => (await cell(page, "one", "component_version")).dblclick(),
    async () => (await cell(page, "machine", "component_version")).click(),
    async () => page.keyboard.press("F6"),
    async () => page.getByRole("searchbox", { name: "Filter rows" }).fill("t"),
  ]) {
    await row(page, "two").getByRole("rowheader").dblclick();
    await nameInput(page).fill("three");
    await page.keyboard.press("Enter");
    await expect(nameInput(page)).toBeFocused();
    await expect(note(page)).toContainText("already in use; press Escape to restore the old text");
    await leave();
    await expect(nameInput(page)).toHaveCount(0);
    const notice = page.locator(".notice", { hasText: "two not renamed to three: the name three is already in use" });
    await expect(notice).toBeVisible();
    await page.keyboard.press("Escape");
    await rest(page);
  }
  expect(await yaml(page)).toBe(MACHINES);
  await page.getByRole("searchbox", { name: "Filter rows" }).fill("");
  await row(page, "two").getByRole("rowheader").dblclick();
  await nameInput(page).fill("");
  await page.keyboard.press("Enter");
  await expect(note(page)).toContainText("A name is required; press Escape");
  await page.keyboard.press("Escape");
  await expect(note(page)).toHaveText("");
  await expect(row(page, "two").getByRole("rowheader")).toBeFocused();
});

test("K3: a shared value asks where to change it, and what was typed is not lost", async ({ page }) => {
  await openTable(page, TEXTS);
  const dialog = page.getByRole("dialog", { name: "Change a shared value" });
  await (await cell(page, "three", "label")).click();
  for (const key of ["Tab", "Enter"]) {
    await page.keyboard.press("F2");
    await page.getByLabel("label of three").fill("typed");
    await page.keyboard.press(key);
    await expect(dialog).toBeVisible();
    await expect(inputs(page)).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(page.getByLabel("label of three")).toBeFocused();
    await expect(page.getByLabel("label of three")).toHaveValue("typed");
    await page.keyboard.press("Escape");
    await expect(await cell(page, "three", "label")).toBeFocused();
  }
  expect(await yaml(page)).toBe(TEXTS);
  await back(page);
  await page.keyboard.press("F2");
  await page.getByLabel("label of three").fill("typed");
  await page.keyboard.press("Tab");
  await dialog.getByRole("button", { name: "Change all 2" }).click();
  await expect.poll(() => yaml(page)).toBe(TEXTS.replace("&d plain", "&d typed"));
  await expect(inputs(page)).toHaveCount(0);
});

test("N3: a value that every selected row refuses stays in the input", async ({ page }) => {
  await openTable(page, TEXTS);
  await (await cell(page, "three", "label")).click();
  await (await cell(page, "four", "label")).click({ modifiers: ["Shift"] });
  await page.keyboard.press("F2");
  await page.getByLabel("label of four").fill("typed");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByLabel("label of four")).toBeFocused();
  await expect(page.getByLabel("label of four")).toHaveValue("typed");
  await expect(note(page)).toContainText("No row filled. Not filled: three (shared by &d: edit it in its cell), four (shared by &d");
  await page.keyboard.press("Escape");
  expect(await yaml(page)).toBe(TEXTS);
});

test("K3: Enter on a value of the inspector goes there and stays there", async ({ page }) => {
  await openTable(page);
  for (const open of [() => page.keyboard.press("Enter"), () => page.keyboard.press("F2"), async () => (await cell(page, "shop", "component_version")).dblclick()]) {
    await (await cell(page, "three", "component_version")).click();
    await (await cell(page, "shop", "component_version")).click();
    await open();
    await expect(inspector(page).locator(":focus")).toHaveCount(1);
    await rest(page);
    await expect(inspector(page).locator(":focus")).toHaveCount(1);
  }
});

test("K3: keys act on the column that shows the cursor when there are fewer columns", async ({ page }) => {
  await openTable(page);
  const few = await grid(page).getAttribute("aria-colcount");
  const more = page.getByRole("button", { name: /^More columns \(\+\d+\)$/ });
  await more.click();
  await expect(grid(page)).not.toHaveAttribute("aria-colcount", few!);
  await back(page);
  await walkTo(page, "two");
  await page.keyboard.press("End");
  await rest(page);
  await expect(grid(page).locator(":focus")).not.toHaveAttribute("aria-colindex", few!);
  await more.click();
  await expect(grid(page)).toHaveAttribute("aria-colcount", few!);
  await back(page);
  await expect(grid(page).locator(":focus")).toHaveAttribute("aria-colindex", few!);
  await page.keyboard.press("ArrowLeft");
  await expect(grid(page).locator(":focus")).toHaveAttribute("aria-colindex", String(Number(few) - 1));
});

test("K3: the input of a cell keeps its own keys and lets those of the page through", async ({ page }) => {
  await openTable(page);
  await walkTo(page, "two");
  await page.keyboard.press("F2");
  for (const key of ["ArrowDown", "ArrowUp", "PageDown", "Home", "Control+a"]) await page.keyboard.press(key);
  await page.keyboard.type("nl?c");
  await expect(nameInput(page)).toBeFocused();
  await expect(nameInput(page)).toHaveValue("nl?c");
  await nameInput(page).fill("second");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog").filter({ has: page.getByRole("combobox") })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect.poll(() => yaml(page)).toBe(MACHINES.replace("two:", "second:"));
  await row(page, "second").getByRole("rowheader").dblclick();
  await page.keyboard.press("F6");
  await expect(nameInput(page)).toHaveCount(0);
  await expect(grid(page).locator(":focus")).toHaveCount(0);
});

test("K3: an empty message stays for screen readers, and cells say what can't be edited", async ({ page }) => {
  await openTable(page, GROUPED);
  await expect(note(page)).toHaveText("");
  expect(await note(page).evaluate((it) => getComputedStyle(it).display)).not.toBe("none");
  await expect(row(page, "1 relationship").getByRole("rowheader")).toHaveAttribute("aria-readonly", "true");
  await expect(row(page, "two").getByRole("rowheader")).not.toHaveAttribute("aria-readonly", "true");
  await expect(row(page, "front").getByRole("rowheader")).toHaveAccessibleName("front");
});

test("N3: a value that does not fit its type is marked in its cell", async ({ page }) => {
  await openTable(page, TEXTS.replace("code: {type: string}", "code: {type: string}\n      size: {type: integer, required: false}").replaceAll("code: x", "code: x, size: 1"));
  await (await cell(page, "three", "size")).click();
  await (await cell(page, "four", "size")).click({ modifiers: ["Shift"] });
  await page.keyboard.press("F2");
  await page.getByLabel("size of four").fill("many");
  await page.keyboard.press("Control+Enter");
  for (const name of ["three", "four"]) {
    await expect(await cell(page, name, "size")).toHaveAttribute("aria-invalid", "true");
    await expect(await cell(page, name, "size")).toHaveAttribute("title", /^many \(.*integer.*\)$/);
  }
  await expect(await cell(page, "four", "code")).not.toHaveAttribute("aria-invalid", "true");
  await expect(note(page)).toContainText("Filled size in 2 rows. 2 rows have problems now.");
});

test("K3: arrows walk and fold rows, and rows and cells say where they are", async ({ page }) => {
  await openTable(page);
  await walkTo(page, "machine");
  const machine = row(page, "machine");
  await expect(machine).toHaveAttribute("aria-level", "1");
  await expect(machine).toHaveAttribute("aria-expanded", "true");
  await expect(row(page, "one")).toHaveAttribute("aria-level", "2");
  const count = Number(await grid(page).getAttribute("aria-rowcount"));
  await page.keyboard.press("ArrowLeft");
  await expect(machine).toHaveAttribute("aria-expanded", "false");
  await expect(row(page, "one")).toHaveCount(0);
  expect(Number(await grid(page).getAttribute("aria-rowcount"))).toBeLessThan(count);
  await page.keyboard.press("ArrowRight");
  await expect(row(page, "one")).toBeVisible();
  await walkTo(page, "one");
  await page.keyboard.press("ArrowRight");
  await expect(row(page, "host → machine.host")).toHaveAttribute("aria-level", "3");
  await page.keyboard.press("ArrowDown");
  await expect(row(page, "host → machine.host")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowLeft");
  await expect(row(page, "one").getByRole("rowheader")).toBeFocused();
  await page.keyboard.press("Control+End");
  await expect(grid(page).getByRole("row").last().locator(":focus")).toHaveCount(1);
  await page.keyboard.press("End");
  await expect(grid(page).locator(":focus")).toHaveAttribute("aria-colindex", (await grid(page).getAttribute("aria-colcount"))!);
  await page.keyboard.press("PageUp");
  await expect(grid(page).locator('[aria-rowindex="2"]').locator(":focus")).toHaveCount(1);
  // One stop of the Tab key for all cells.
  await expect(grid(page).locator("[tabindex='0']")).toHaveCount(1);
});

test("K3: the commands of the canvas act on the row: remove and undo, duplicate, connect, menu", async ({ page }) => {
  await openTable(page);
  await walkTo(page, "three");
  await page.keyboard.press("Delete");
  await expect(row(page, "three")).toHaveCount(0);
  await expect(grid(page).locator(":focus")).toHaveCount(1);
  expect(await yaml(page)).toBe(MACHINES.replace("    three:\n      type: tosca.nodes.WebServer\n", ""));
  await grid(page).locator("[tabindex='0']").focus();
  await page.keyboard.press("Control+z");
  await expect(row(page, "three")).toBeVisible();
  expect(await yaml(page)).toBe(MACHINES);
  await grid(page).locator("[tabindex='0']").focus();
  await walkTo(page, "three");
  await page.keyboard.press("Control+d");
  await expect(row(page, "three-2")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(grid(page).getByRole("rowheader", { name: /^three/ })).toHaveCount(1);
  await walkTo(page, "two");
  await page.keyboard.press("c");
  await expect(page.locator(".prompt")).toContainText("two");
  for (let at = 0; at < 8 && !(await page.locator(".prompt").innerText()).includes("host of two"); at += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.locator(".prompt")).toContainText("machine");
  await page.keyboard.press("Enter");
  await expect(row(page, "two")).toHaveAttribute("aria-level", "2");
  await expect.poll(() => yaml(page)).toContain("- host: machine\n    three:");
  await row(page, "three").getByRole("rowheader").focus();
  await walkTo(page, "three");
  await page.keyboard.press("Shift+F10");
  const menu = page.getByRole("menu", { name: "Actions" });
  await expect(menu.getByRole("menuitem", { name: /^Edit properties/ })).toBeFocused();
  await expect(menu.getByRole("menuitem", { name: /^Align/ })).toHaveCount(0);
  await menu.getByRole("menuitem", { name: /^Rename/ }).click();
  await expect(page.getByRole("textbox", { name: "New name" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await expect(page.getByRole("dialog", { name: "Add" })).toBeVisible();
  await page.keyboard.type("Compute");
  await page.keyboard.press("Enter");
  await expect(grid(page).getByRole("rowheader", { name: /^compute/i })).toBeVisible();
});

test("K3: the selection is that of the diagram and the text, in both directions", async ({ page }) => {
  await openTable(page);
  await (await cell(page, "two", "component_version")).click();
  await expect(inspector(page).getByRole("textbox", { name: "Name", exact: true }).or(inspector(page).locator("input.name"))).toHaveValue("two");
  await row(page, "shop").getByRole("rowheader").click({ modifiers: ["Control"] });
  await expect(inspector(page).getByRole("heading", { name: "2 items selected" })).toBeVisible();
  await page.keyboard.press("l");
  await expect(canvas(page)).toBeFocused();
  await expect(card(page, "two")).toHaveClass(/selected/);
  await expect(card(page, "shop")).toHaveClass(/selected/);
  await press(card(page, "three").locator("> .body"), { x: 60, y: 10 });
  await page.keyboard.press("l");
  await expect(row(page, "three")).toHaveAttribute("aria-selected", "true");
  await expect(row(page, "two")).toHaveAttribute("aria-selected", "false");
  await expect(row(page, "three").locator(":focus")).toHaveCount(1);
  // The text's line of another node.
  await page.locator(".cm-line", { hasText: "shop:" }).click();
  await expect(row(page, "shop")).toHaveAttribute("aria-selected", "true");
  await expect(row(page, "three")).toHaveAttribute("aria-selected", "false");
});

test("N3: fill-down writes the first row's value to the others in the fewest bytes, as one undo step", async ({ page }) => {
  await openTable(page);
  await (await cell(page, "two", "component_version")).click();
  await (await cell(page, "three", "component_version")).click({ modifiers: ["Shift"] });
  const fill = page.getByRole("button", { name: "Fill down" });
  await expect(fill).not.toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Control+Enter");
  await expect(note(page)).toContainText("Filled component_version in 1 row.");
  const added = '      type: tosca.nodes.WebServer\n      properties:\n        component_version: \'1.0\'\n';
  const filled = MACHINES.replace("    three:\n      type: tosca.nodes.WebServer\n", `    three:\n${added}`);
  await expect.poll(() => yaml(page)).toBe(filled);
  await (await cell(page, "three", "component_version")).focus();
  await page.keyboard.press("Control+z");
  await expect.poll(() => yaml(page)).toBe(MACHINES);
});

test("N3: a value typed for several rows is one undo step, and rows that refuse it are named with the reason", async ({ page }) => {
  await openTable(page);
  await (await cell(page, "two", "component_version")).click();
  await row(page, "machine").getByRole("rowheader").click({ modifiers: ["Control"] });
  await row(page, "shop").getByRole("rowheader").click({ modifiers: ["Control"] });
  await (await cell(page, "three", "component_version")).click({ modifiers: ["Control"] });
  await page.keyboard.press("Enter");
  await page.getByLabel("component_version of three").fill("4.0");
  await page.keyboard.press("Control+Enter");
  await expect(note(page)).toContainText("Filled component_version in 2 rows.");
  await expect(note(page)).toContainText("shop (its component_version is edited in the inspector)");
  await expect(note(page)).toContainText("machine (unknown property component_version)");
  const added = '      type: tosca.nodes.WebServer\n      properties:\n        component_version: \'4.0\'\n';
  const filled = MACHINES.replace("'1.0'", "'4.0'").replace("    three:\n      type: tosca.nodes.WebServer\n", `    three:\n${added}`);
  await expect.poll(() => yaml(page)).toBe(filled);
  await grid(page).locator("[tabindex='0']").focus();
  await page.keyboard.press("Control+z");
  await expect.poll(() => yaml(page)).toBe(MACHINES);
});

test("N3: rows are filtered by type and words, and the columns are those of the rows", async ({ page }) => {
  await openTable(page);
  await page.keyboard.press("Control+f");
  await expect(page.getByRole("searchbox", { name: "Filter rows" })).toBeFocused();
  await page.keyboard.type("shop");
  await expect(row(page, "shop")).toBeVisible();
  await expect(row(page, "two")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Filter by type" }).selectOption("Compute");
  await expect(row(page, "machine")).toBeVisible();
  await expect(row(page, "one")).toHaveCount(0);
  await expect(head(page, "component_version")).toHaveCount(0);
  await page.getByRole("searchbox", { name: "Filter rows" }).fill("nothing like this");
  await page.getByRole("button", { name: "Clear filter" }).click();
  await expect(row(page, "two")).toBeVisible();
});

test("K3: the table is reached by its tab and the list of commands, and shows what to do where there is no node", async ({ page }) => {
  await openText(page, MACHINES, "one");
  await page.getByRole("tab", { name: "Table" }).click();
  await expect(grid(page)).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Toggle table");
  await page.keyboard.press("Enter");
  await expect(canvas(page)).toBeFocused();
  await page.keyboard.press("l");
  await expect(grid(page).locator(":focus")).toHaveCount(1);
  await page.goto("./");
  await openFiles(page, { "empty.yaml": "tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template: {}\n" });
  await page.getByRole("tab", { name: "Table" }).click();
  await page.getByRole("button", { name: "Add node…" }).click();
  await expect(page.getByRole("dialog", { name: "Add" })).toBeVisible();
  await page.keyboard.type("Compute");
  await page.keyboard.press("Enter");
  await expect(grid(page).getByRole("rowheader", { name: /^compute/i })).toBeFocused();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`K3: axe finds nothing in the tables of three languages, in the ${colorScheme} theme`, async ({ page }) => {
    test.setTimeout(150_000 * patience);
    await page.emulateMedia({ colorScheme });
    for (const [sample, name, heading] of [
      [/Book shop/, "storefront", "port"],
      [/Streamer cluster/, "balancer", "quantity"],
      [/Video/, "munich", "Latitude"],
    ] as const) {
      await openItem(page, sample);
      await page.getByRole("tab", { name: "Table" }).click();
      await expect(row(page, name)).toBeVisible();
      await row(page, name).getByRole("rowheader").click();
      const found = await axe(page, ".table-view");
      expect(found.violations).toEqual([]);
      await page.keyboard.press("F2");
      await expect(page.getByRole("textbox", { name: "New name" })).toBeFocused();
      expect((await axe(page, ".table-view")).violations).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(head(page, heading).or(head(page, heading.toLowerCase())).or(head(page, heading[0].toUpperCase() + heading.slice(1)))).toHaveCount(1);
    }
  });
}

test("K3: of 2000 nodes only those in view are in the page, and the last one is a key away", async ({ page }) => {
  const nodes = Array.from({ length: 2000 }, (_, at) => `    node_${at}:\n      type: tosca.nodes.Compute\n      description: number ${at}\n`);
  const text = `tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template:\n  node_templates:\n${nodes.join("")}`;
  test.setTimeout(150_000 * patience);
  await page.goto("./");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  await (await chooser).setFiles([{ name: "many.yaml", mimeType: "application/yaml", buffer: Buffer.from(text) }]);
  await page.getByRole("tab", { name: "Table" }).click();
  await expect(row(page, "node_0")).toBeVisible({ timeout: 60_000 * patience });
  expect(Number(await grid(page).getAttribute("aria-rowcount"))).toBeGreaterThanOrEqual(2001);
  await row(page, "node_0").getByRole("rowheader").click();
  await page.keyboard.press("Control+End");
  await expect(row(page, "node_1999").locator(":focus")).toHaveCount(1);
  await expect(row(page, "node_1999")).toBeInViewport();
  expect(await grid(page).getByRole("row").count()).toBeLessThan(80);
  await page.keyboard.press("Control+Home");
  await expect(row(page, "node_0").or(row(page, "many.yaml"))).not.toHaveCount(0);
  // The cursor stays in the page when it is scrolled out of view.
  await grid(page).evaluate((it) => it.scrollTo(0, 30_000));
  await expect(grid(page).locator(":focus")).toHaveCount(1);
});

test.describe("small windows", () => {
  isolated.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });

  isolated("K3: a tap selects, a second one edits, and what is tapped is at least 44 pixels high", async ({ page }) => {
    await openText(page, MACHINES, "one");
    await page.getByRole("tab", { name: "Table" }).tap();
    const two = row(page, "two").getByRole("rowheader");
    await two.tap();
    await expect(row(page, "two")).toHaveAttribute("aria-selected", "true");
    for (const part of [two, page.getByRole("button", { name: "Fill down" }), page.getByRole("searchbox", { name: "Filter rows" }), page.getByRole("tab", { name: "Table" })]) {
      expect(Math.round((await part.boundingBox())!.height)).toBeGreaterThanOrEqual(44);
    }
    const twist = (await row(page, "machine").locator(".table-twist").boundingBox())!;
    expect(Math.min(twist.width, twist.height)).toBeGreaterThanOrEqual(44);
    await two.tap();
    await page.getByRole("textbox", { name: "New name" }).fill("second");
    await page.keyboard.press("Enter");
    await expect(row(page, "second")).toBeVisible();
    // Nothing wider than the window besides the rows, which scroll.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
