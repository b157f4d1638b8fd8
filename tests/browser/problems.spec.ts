// The problems pane: repeated problems are one row with its places, consequences are below their cause, and `limn.toml` counts.
import { yaml } from "./actions";
import { axe } from "./axe";
import { card, inspector, press } from "./places";
import { expect, type Page, test } from "./base";

const HEAD = "tosca_definitions_version: tosca_simple_yaml_1_3\n";
const INPUTS = `${HEAD}topology_template:
  inputs:
${Array.from({ length: 12 }, (_, at) => `    i${at}: {type: string}\n`).join("")}  node_templates:
    a: {type: my.Gone}
    b: {type: my.Gone}
`;
const BROKEN = `${HEAD}topology_template:
  node_templates: {
    a: {type: tosca.nodes.Root, properties: {x: 1},
    b: {type: tosca.nodes.Root, y: 2}
  }
`;

async function open(page: Page, files: Record<string, string>) {
  await page.goto("./");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  const texts = Object.entries(files).map(([name, text]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) }));
  await (await chooser).setFiles(texts);
}

const pane = (page: Page) => page.getByRole("region", { name: "Problems" });
const rows = (page: Page) => pane(page).locator(".problem-line");

test("repeated problems are one row, and each place can be shown", async ({ page }) => {
  await open(page, { "a.yaml": INPUTS });
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(0)).toContainText("(2 places)");
  await expect(rows(page).nth(1)).toContainText("12 unused inputs");
  await expect(pane(page).getByRole("button", { name: "1 error" })).toBeVisible();
  await rows(page).nth(1).click();
  const places = pane(page).getByRole("list", { name: "Places" }).getByRole("button");
  await expect(places).toHaveCount(12);
  await expect(places.nth(3)).toContainText("i3");
  await places.nth(3).click();
  await expect(page.locator(".cm-activeLine").first()).toContainText("i3:");
  await pane(page).getByLabel("Filter problems").fill("i11");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText("unused input i11");
});

test("what follows from a syntax error is listed below it", async ({ page }) => {
  await open(page, { "a.yaml": BROKEN });
  await expect(rows(page)).toHaveCount(1);
  await rows(page).first().click();
  const follow = pane(page).getByRole("list", { name: "May disappear when this is fixed" }).getByRole("button");
  await expect(follow.first()).toBeVisible();
});

test("settings of the project apply in the page", async ({ page }) => {
  await open(page, { "a.yaml": INPUTS, "limn.toml": '[severity]\n"tosca/unused-input" = "off"\n' });
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText("my.Gone");
});

test("a row keeps the focus when the list is sorted again", async ({ page }) => {
  await open(page, { "a.yaml": `${HEAD}topology_template:\n  node_templates:\n    a: {type: my.Gone}\n    b: {type: my.Other}\n` });
  await expect(rows(page)).toHaveCount(2);
  await page.locator(".cm-line", { hasText: "my.Gone" }).click();
  await page.keyboard.press("Alt+ArrowDown");
  for (const name of ["my.Gone", "my.Other"]) {
    const row = rows(page).filter({ hasText: name });
    for (const [keys, first] of [["Control+z", "my.Gone"], ["Control+Shift+z", "my.Other"]]) {
      await row.focus();
      await page.keyboard.press(keys);
      await expect(rows(page).first()).toContainText(first);
      await expect(row).toBeFocused();
    }
  }
});

test("a missing property is added by its quick fix, with the caret in its value", async ({ page }) => {
  await page.goto("./");
  const text = "tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template:\n  node_templates:\n    db: # ours\n      type: tosca.nodes.Database\n";
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  await (await chooser).setFiles([{ name: "shop.yaml", mimeType: "application/yaml", buffer: Buffer.from(text) }]);
  const problem = page.getByRole("region", { name: "Problems" }).getByRole("listitem").filter({ hasText: "missing required property" });
  await problem.getByRole("button").first().click();
  await problem.getByRole("button", { name: /^Add property name/ }).click();
  await expect(page.locator(".cm-content")).toBeFocused();
  await page.keyboard.type("orders");
  await expect.poll(() => yaml(page)).toBe(`${text}      properties:\n        name: 'orders'\n`);
  await expect(problem).toHaveCount(0);
});

test("a missing property is added by the quick fix in its form, with the focus in its field", async ({ page }) => {
  const text = "tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template:\n  node_templates:\n    db: # ours\n      type: tosca.nodes.Database\n";
  await open(page, { "shop.yaml": text });
  await press(card(page, "db").locator("text").first());
  await inspector(page).getByRole("button", { name: /^Add property name/ }).click();
  await expect(inspector(page).getByRole("textbox", { name: "name*" })).toBeFocused();
  await page.keyboard.type("orders");
  await page.keyboard.press("Tab");
  await expect.poll(() => yaml(page)).toBe(`${text}      properties:\n        name: orders\n`);
});

test("a missing property of a component is added by its quick fix, with the caret in its value", async ({ page }) => {
  const text = "name: assembly::a::1.0\ncomposition:\n  one: # ours\n    type: resource::r::1.0\n";
  const resource = "name: resource::r::1.0\nproperties:\n  key_name: {type: string, required: true}\n";
  await open(page, { "assembly.yaml": text, "resource.yaml": resource });
  await page.locator(".tab").filter({ hasText: "assembly.yaml" }).getByRole("button").first().click();
  // A warning does not open the list.
  await pane(page).getByRole("button", { name: "List of problems" }).click();
  const problem = pane(page).getByRole("listitem").filter({ hasText: "missing required property" });
  await problem.getByRole("button").first().click();
  await problem.getByRole("button", { name: /^Add property key_name/ }).click();
  await expect(page.locator(".cm-content")).toBeFocused();
  await page.keyboard.type("default");
  await expect.poll(() => yaml(page)).toBe(`${text}    properties:\n      key_name:\n        value: 'default'\n`);
  await expect(problem).toHaveCount(0);
});

const TYPES = `${HEAD}node_types:
  tosca.nodes.Root: {typo: 1}
  tosca.nodes.Compute: {derived_from: tosca.nodes.Root, other: 2}
`;

test("problems of copies of built-in definitions are one notice", async ({ page }) => {
  await open(page, { "types/tosca.yaml": TYPES, "shop.yaml": `${HEAD}topology_template:\n  node_templates:\n    a: {type: my.Gone}\n` });
  const tab = (name: string) => page.locator(".tab").filter({ hasText: name }).getByRole("button").first();
  await tab("shop.yaml").click();
  const heads = pane(page).locator(".problem-file-line");
  await expect(rows(page)).toHaveCount(1);
  await expect(heads).toHaveCount(1);
  await expect(heads).toContainText("2 problems in bundled definitions");
  await expect(heads).toHaveAttribute("aria-expanded", "false");

  await heads.focus();
  await page.keyboard.press("Enter");
  await expect(heads).toHaveCount(2);
  await expect(heads.nth(1)).toContainText("tosca.yaml");
  await expect(rows(page)).toHaveCount(3);
  const found = await axe(page, '[aria-label="Problems"]');
  expect(found.violations.map((it) => `${it.id}: ${it.nodes[0].html}`)).toEqual([]);
  await heads.nth(0).click();
  await expect(rows(page)).toHaveCount(1);

  // A search finds what is folded away, and a file that is shown is a file like any other.
  await pane(page).getByLabel("Filter problems").fill("typo");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText("typo");
  await rows(page).first().click();
  await expect(tab("tosca.yaml")).toHaveAttribute("aria-current", "page");
  await expect(pane(page).getByLabel("Filter problems")).toHaveValue("typo");
  await pane(page).getByLabel("Filter problems").fill("");
  await expect(pane(page)).not.toContainText("bundled definitions");
  await expect(rows(page)).toHaveCount(3);
});

test("a filter of the problems is gone with another file", async ({ page }) => {
  await open(page, { "a.yaml": INPUTS, "b.yaml": `${HEAD}topology_template: {}\n` });
  const tab = (name: string) => page.locator(".tab").filter({ hasText: name }).getByRole("button").first();
  await tab("a.yaml").click();
  const filter = pane(page).getByLabel("Filter problems");
  await filter.fill("i11");
  await pane(page).locator(".filter.info").click();
  await expect(rows(page)).toHaveCount(0);
  await tab("b.yaml").click();
  await expect(filter).toHaveValue("");
  await expect(pane(page).locator(".filter.info")).toHaveAttribute("aria-pressed", "true");
  await expect(rows(page)).toHaveCount(2);
});

test("a filter of the palette is gone with another file", async ({ page }) => {
  await page.goto("./");
  const sample = async (name: RegExp) => {
    await page.getByRole("button", { name: "New", exact: true }).first().click();
    await page.getByRole("menuitem", { name }).click();
    await expect(page.locator("g.card").first()).toBeVisible();
  };
  await sample(/^Book shop/);
  const palette = page.getByRole("region", { name: "Palette" });
  await palette.getByRole("searchbox").fill("nothing of this name");
  await expect(palette).toContainText("No matches");
  await sample(/Streamer cluster/);
  await expect(palette.getByRole("searchbox")).toHaveValue("");
  await expect(palette).toContainText("Component");
});

test("problems of several files are listed file by file, the shown file first", async ({ page }) => {
  await open(page, { "a.yaml": INPUTS, "other/b.yaml": INPUTS.replaceAll("my.Gone", "my.Lost") });
  const heads = pane(page).locator(".problem-file-line");
  await expect(heads).toHaveCount(2);
  await expect(rows(page)).toHaveCount(4);
  const shown = (await page.locator(".tab.on button").first().innerText()).trim();
  await expect(heads.nth(0)).toContainText(shown);
  await expect(heads.nth(0)).toContainText("1 error");

  // Folded by keyboard; the arrows walk over headings and rows alike.
  await heads.nth(0).focus();
  await page.keyboard.press("Enter");
  await expect(heads.nth(0)).toHaveAttribute("aria-expanded", "false");
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press("ArrowDown");
  await expect(heads.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(rows(page).nth(0)).toBeFocused();

  // A row shows its file, whose problems come first then.
  const message = await rows(page).nth(0).locator(".problem-what").innerText();
  await page.keyboard.press("Enter");
  await expect(page.locator(".tab.on button").first()).not.toHaveText(shown);
  await expect(heads.nth(1)).toContainText(shown);
  await expect(heads.nth(1)).toHaveAttribute("aria-expanded", "false");
  await expect(rows(page).nth(0).locator(".problem-what")).toHaveText(message);

  // With the other file's problems alone, its heading says whose they are.
  await pane(page).getByLabel("Filter problems").fill(message.includes("my.Lost") ? "my.Gone" : "my.Lost");
  await expect(heads).toHaveCount(1);
  await heads.nth(0).click();
  await expect(rows(page)).toHaveCount(1);
});

test("a list that was opened for one file is closed for another", async ({ page }) => {
  const unused = `${HEAD}topology_template:\n  inputs:\n    unused: {type: string}\n`;
  await open(page, { "a.yaml": unused, "b.yaml": unused });
  const toggle = pane(page).getByRole("button", { name: "List of problems" });
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
  await toggle.click();
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  await page.locator(".tab:not(.on) button").first().click();
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
});

test("F8 after a fix goes to the problem that follows", async ({ page }) => {
  const nodes = ["One", "Two", "Three"].map((name) => `    ${name}: {type: my.${name}}\n`).join("");
  await open(page, { "a.yaml": `${HEAD}topology_template:\n  node_templates:\n${nodes}` });
  await expect(rows(page)).toHaveCount(3);
  const messages = await rows(page).locator(".problem-what").allInnerTexts();
  // In the text, F8 is the editor's.
  const toggle = pane(page).getByRole("button", { name: "List of problems" });
  await toggle.focus();
  await page.keyboard.press("F8");
  await page.keyboard.press("F8");
  await expect(rows(page).nth(1)).toBeFocused();
  const name = messages[1].match(/my\.(\w+)/)![1];
  await page.locator(".cm-line", { hasText: `my.${name}` }).click();
  await page.keyboard.press("Control+Shift+k");
  await expect(rows(page)).toHaveCount(2);
  await toggle.focus();
  await page.keyboard.press("F8");
  await expect(rows(page).nth(1)).toBeFocused();
  await expect(rows(page).nth(1)).toContainText(messages[2]);
});

test("F8 goes through the problems of every file, and back", async ({ page }) => {
  const text = (name: string) => `${HEAD}topology_template:\n  node_templates:\n    a: {type: my.${name}}\n    b: {type: my.${name}Two}\n`;
  await open(page, { "a.yaml": text("One"), "b.yaml": text("Two"), "c.yaml": text("Three") });
  await expect(rows(page)).toHaveCount(6);
  await pane(page).getByRole("button", { name: "List of problems" }).focus();
  const focused = pane(page).locator(".problem-line:focus .problem-what");
  let last = "none yet";
  const step = async (key: string) => {
    await page.keyboard.press(key);
    await expect(focused).not.toHaveText(last);
    return (last = await focused.innerText());
  };
  const seen: string[] = [];
  for (let at = 0; at < 6; at += 1) seen.push(await step("F8"));
  expect(new Set(seen).size).toBe(6);
  expect(await step("F8")).toBe(seen[0]);
  const back: string[] = [];
  for (let at = 0; at < 6; at += 1) back.push(await step("Shift+F8"));
  expect(back).toEqual([...seen.slice(1).reverse(), seen[0]]);
});
