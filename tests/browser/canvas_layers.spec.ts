// Content of the canvas and positions of nodes: layers, only open requirements, copies, the grid, groups taken apart, and the way back from a nested descriptor.
import { readFileSync } from "node:fs";
import { openFiles, openText, paste, rest, yaml } from "./actions";
import { axe } from "./axe";
import { box, canvas, card, middle, press, spot, type } from "./places";
import { expect, type Page, test } from "./base";

const SHOP = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    # Takes orders.
    web:
      type: tosca.nodes.WebServer
      requirements:
        - host: machine
    app:
      type: tosca.nodes.WebApplication
    store:
      type: tosca.nodes.Database
      properties: { name: store }
    machine:
      type: tosca.nodes.Compute
    lone:
      type: tosca.nodes.Compute
  groups:
    front:
      type: tosca.groups.Root
      members: [web, app]
  policies:
    - scale:
        type: tosca.policies.Scaling
        targets: [front]
`;

const hull = (page: Page) => page.locator("g.hull");
const pills = (page: Page) => page.locator("g.pill");
const layers = (page: Page) => page.getByRole("button", { name: /^Layers/ });
const layer = (page: Page, name: RegExp) => page.getByRole("menuitemcheckbox", { name });
const notice = (page: Page) => page.locator(".layer-notice");
const selected = (page: Page) =>
  page.locator("g.card.selected").evaluateAll((all) => all.map((it) => it.getAttribute("aria-label")!.split(",")[0]).sort());

async function click(page: Page, name: string) {
  const at = await box(page, name);
  await page.mouse.click(at.x + at.width / 2 + 10, at.y + 8);
}

async function drag(page: Page, name: string, by: { x: number; y: number }, keys: string[] = []) {
  const at = await box(page, name);
  const [x, y] = [at.x + at.width / 2 + 10, at.y + 8];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x / 2, y + by.y / 2, { steps: 5 });
  for (const key of keys) await page.keyboard.down(key);
  await page.mouse.move(x + by.x, y + by.y, { steps: 5 });
  await page.mouse.up();
  for (const key of keys) await page.keyboard.up(key);
}

/** The place of a node, in the units of the diagram. */
const place = async (page: Page, name: string) => {
  const at = /translate\(([-\d.]+) ([-\d.]+)\)/.exec((await card(page, name).getAttribute("transform"))!)!;
  return { x: Number(at[1]), y: Number(at[2]) };
};

/** The text that Ctrl+C puts on the clipboard. */
const copied = (page: Page) =>
  page.evaluate(() => {
    const data = new DataTransfer();
    document.activeElement!.dispatchEvent(new ClipboardEvent("copy", { clipboardData: data, bubbles: true, cancelable: true }));
    return data.getData("text/plain");
  });

test("C13 layers are hidden and shown by keyboard, and stay hidden over a reload", async ({ page }) => {
  await openText(page, SHOP, "lone");
  const text = await yaml(page);
  await expect(hull(page)).toHaveCount(1);
  await expect(pills(page)).toHaveCount(1);
  await expect(card(page, "web").locator(".chip", { hasText: "Takes orders" })).toHaveCount(1);
  const before = await place(page, "lone");
  await layers(page).focus();
  await page.keyboard.press("Enter");
  await expect(layer(page, /^Groups/)).toBeFocused();
  await expect(layer(page, /^Groups/)).toHaveAttribute("aria-checked", "true");
  await page.keyboard.press("Enter");
  await expect(hull(page)).toHaveCount(0);
  await expect(layer(page, /^Groups/)).toHaveAttribute("aria-checked", "false");
  // A policy on the group is at its members.
  await expect(pills(page)).toHaveCount(2);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press(" ");
  await expect(pills(page)).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(card(page, "web").locator(".chip", { hasText: "Takes orders" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(layers(page)).toBeFocused();
  await expect(layers(page)).toHaveAccessibleName("Layers, hidden: Groups, Policies, Notes");
  await expect(layers(page).locator(".count")).toHaveText("3");
  expect(await place(page, "lone")).toEqual(before);
  expect(await yaml(page)).toBe(text);
  await page.waitForTimeout(700);
  await page.reload();
  await expect(card(page, "lone")).toBeVisible();
  await expect(layers(page)).toHaveAccessibleName("Layers, hidden: Groups, Policies, Notes");
  await expect(pills(page)).toHaveCount(0);
  await layers(page).click();
  for (const name of [/^Groups/, /^Policies/, /^Notes/]) await layer(page, name).click();
  await page.keyboard.press("Escape");
  await expect(hull(page)).toHaveCount(1);
  await expect(pills(page)).toHaveCount(1);
});

test("C13 what is hidden is found, said to be hidden, and not in exported pictures", async ({ page }) => {
  await openText(page, SHOP, "lone");
  await layers(page).click();
  await layer(page, /^Policies/).click();
  await page.keyboard.press("Escape");
  const picture = async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").last().fill("Export diagram as SVG");
    const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    return readFileSync((await file.path())!, "utf8");
  };
  await canvas(page).focus();
  expect(await picture()).not.toContain('class="pill');
  // The caret on the policy selects it, although it is not drawn.
  const line = page.locator(".cm-line", { hasText: "tosca.policies.Scaling" });
  await line.click();
  await expect(notice(page)).toContainText("scale is in a hidden layer");
  await notice(page).getByRole("button", { name: "Show policies" }).click();
  await expect(pills(page)).toHaveCount(1);
  await expect(notice(page)).toHaveCount(0);
  await layers(page).click();
  await layer(page, /^Policies/).click();
  await page.keyboard.press("Escape");
  await expect(pills(page)).toHaveCount(0);
  await canvas(page).focus();
  await page.keyboard.press("Control+f");
  await page.getByRole("textbox", { name: "Find on the canvas" }).fill("scale");
  await expect(pills(page)).toHaveCount(1);
  await page.keyboard.press("Escape");
  await canvas(page).focus();
  expect(await picture()).toContain('class="pill');
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`C16 only open requirements dims all but nodes with open requirements, and counts them, in the ${colorScheme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openText(page, SHOP, "lone");
    await layers(page).click();
    await expect(layer(page, /^Only open requirements/)).toContainText("2 nodes with 2 open requirements");
    await layer(page, /^Only open requirements/).click();
    await expect(page.locator("g.card.faint")).toHaveCount(3);
    await expect(card(page, "app")).not.toHaveClass(/faint/);
    expect((await axe(page, ".view-switch", ".menu")).violations).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(layers(page)).toHaveAccessibleName("Layers, only open requirements");
    await expect(notice(page)).toContainText("2 nodes with 2 open requirements");
    // A drag does not light what is dimmed.
    await drag(page, "lone", { x: 40, y: 40 });
    await expect(page.locator("g.card.faint")).toHaveCount(3);
    await notice(page).getByRole("button", { name: "Show all" }).click();
    await expect(page.locator("g.card.faint")).toHaveCount(0);
    await expect(canvas(page)).toBeFocused();
  });
}

test("C12 Ctrl+D on a copy that was moved repeats its distance", async ({ page }) => {
  await openText(page, SHOP, "lone");
  for (let at = 0; at < 3; at++) await page.getByRole("button", { name: "Zoom out" }).click();
  await click(page, "lone");
  await page.keyboard.press("Control+d");
  await expect(card(page, "lone_2").or(card(page, "lone-2"))).toBeAttached();
  const [one, two, three] = ["lone", "lone-2", "lone-3"];
  await rest(page);
  await drag(page, two, { x: 83, y: 37 }, ["Alt"]);
  await rest(page);
  const [first, second] = [await place(page, one), await place(page, two)];
  await canvas(page).focus();
  await page.keyboard.press("Control+d");
  await expect(card(page, three)).toBeAttached();
  const third = await place(page, three);
  expect({ x: third.x - second.x, y: third.y - second.y }).toEqual({ x: second.x - first.x, y: second.y - first.y });
  await page.keyboard.press("Control+d");
  const fourth = await place(page, "lone-4");
  expect({ x: fourth.x - third.x, y: fourth.y - third.y }).toEqual({ x: second.x - first.x, y: second.y - first.y });
});

test("C12 pasted nodes land at the pointer, and in the middle of the view without one", async ({ page }) => {
  await openText(page, SHOP, "lone");
  for (let at = 0; at < 3; at++) await page.getByRole("button", { name: "Zoom out" }).click();
  await canvas(page).focus();
  const at = await spot(page, 0.2, 0.85);
  await page.mouse.move(at.x, at.y, { steps: 3 });
  await paste(page, "one:\n  type: tosca.nodes.Compute\n");
  await expect(card(page, "one")).toBeAttached();
  await rest(page);
  const one = await box(page, "one");
  expect(Math.abs(one.x + one.width / 2 - at.x)).toBeLessThan(3);
  expect(Math.abs(one.y + one.height / 2 - at.y)).toBeLessThan(3);
  await page.keyboard.press("Control+z");
  await expect(card(page, "one")).toHaveCount(0);
  // Off the canvas.
  await page.mouse.move(3, 3);
  await paste(page, "two:\n  type: tosca.nodes.Compute\n");
  await expect(card(page, "two")).toBeAttached();
  await rest(page);
  const [two, middle] = [await box(page, "two"), await spot(page, 0.5, 0.5)];
  const off = Math.hypot(two.x + two.width / 2 - middle.x, two.y + two.height / 2 - middle.y);
  expect(off, "the nearest place that is free").toBeLessThan(350);
});

test("C12 nodes are pasted into a second file, arranged as they were", async ({ page }) => {
  await openText(page, SHOP, "lone");
  await drag(page, "lone", { x: 30, y: -25 }, ["Alt"]);
  await click(page, "lone");
  await page.keyboard.down("Shift");
  await click(page, "store");
  await page.keyboard.up("Shift");
  const [lone, store] = [await place(page, "lone"), await place(page, "store")];
  const text = await copied(page);
  expect(text).toContain("lone:");
  await openFiles(page, { "other.yaml": "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    lone:\n      type: tosca.nodes.Compute\n" });
  await expect(card(page, "store")).toHaveCount(0);
  await canvas(page).focus();
  await paste(page, text);
  await expect(card(page, "store")).toBeAttached();
  await expect(card(page, "lone-2")).toBeAttached();
  await rest(page);
  const [copy, other] = [await place(page, "lone-2"), await place(page, "store")];
  expect({ x: copy.x - other.x, y: copy.y - other.y }).toEqual({ x: lone.x - store.x, y: lone.y - store.y });
  expect(await yaml(page)).toMatch(/lone-2:[\s\S]*|store:/);
});

test("C12 nodes are pasted between two windows", async ({ page, context }) => {
  await openText(page, SHOP, "lone");
  await click(page, "web");
  const text = await copied(page);
  const other = await context.newPage();
  await openText(other, "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    machine:\n      type: tosca.nodes.Compute\n", "machine");
  await canvas(other).focus();
  await paste(other, text);
  await expect(card(other, "web")).toBeAttached();
  expect(await yaml(other)).toMatch(/machine:\n {6}type: tosca.nodes.Compute\n[\s\S]*web:\n {6}type: tosca.nodes.WebServer/);
});

test("C12 nodes that are copied in one window are arranged as they were in another one", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openText(page, SHOP, "lone");
  await drag(page, "lone", { x: 30, y: -25 }, ["Alt"]);
  await click(page, "lone");
  await page.keyboard.down("Shift");
  await click(page, "store");
  await page.keyboard.up("Shift");
  const [lone, store] = [await place(page, "lone"), await place(page, "store")];
  await page.keyboard.press("Control+c");
  // The text is the YAML alone.
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain("lone:");
  expect(text).not.toMatch(/"places"|x-limn/);
  const other = await context.newPage();
  const nodes = "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    machine:\n      type: tosca.nodes.Compute\n";
  const checkPasted = async () => {
    await expect(card(other, "lone")).toBeAttached();
    await rest(other);
    const [copy, second] = [await place(other, "lone"), await place(other, "store")];
    expect({ x: copy.x - second.x, y: copy.y - second.y }).toEqual({ x: lone.x - store.x, y: lone.y - store.y });
    await canvas(other).focus();
    await other.keyboard.press("Control+z");
    await expect(card(other, "lone")).toHaveCount(0);
  };
  await openText(other, nodes, "machine");
  // By the menu, which reads the text alone.
  await canvas(other).focus();
  await other.keyboard.press("Shift+F10");
  await other.getByRole("menuitem", { name: /^Paste/ }).click();
  await checkPasted();
  // By the keys, in a window that shares no storage.
  await other.evaluate(() => localStorage.removeItem("limn.copied places"));
  await other.keyboard.press("Control+v");
  await checkPasted();
});

test("C3 what is dropped from the palette and what is pasted snaps to the grid, unless Alt is held", async ({ page }) => {
  await openText(page, SHOP, "lone");
  await canvas(page).focus();
  await page.keyboard.press("Control+'");
  for (let at = 0; at < 3; at++) await page.getByRole("button", { name: "Zoom out" }).click();
  await rest(page);
  const off = async (name: string) => {
    const at = await place(page, name);
    return [Math.abs(at.x % 24), Math.abs(at.y % 24)];
  };
  const drop = async (across: number, down: number, alt: boolean) => {
    const from = await middle(type(page, "Compute"));
    const to = await spot(page, across, down);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, to.y, { steps: 4 });
    if (alt) await page.keyboard.down("Alt");
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    if (alt) await page.keyboard.up("Alt");
    await rest(page);
  };
  await drop(0.213, 0.83, false);
  await expect(card(page, "compute")).toBeAttached();
  expect(await off("compute")).toEqual([0, 0]);
  await drop(0.613, 0.87, true);
  await expect(card(page, "compute_2")).toBeAttached();
  expect(await off("compute_2")).not.toEqual([0, 0]);
  await canvas(page).focus();
  const at = await spot(page, 0.417, 0.913);
  await page.mouse.move(at.x, at.y, { steps: 3 });
  await paste(page, "one:\n  type: tosca.nodes.Compute\n");
  await expect(card(page, "one")).toBeAttached();
  await rest(page);
  expect(await off("one")).toEqual([0, 0]);
});

test("C3 nodes snap to a grid of a constant step, by drag and by arrow keys, unless Alt is held", async ({ page }) => {
  await openText(page, SHOP, "lone");
  await canvas(page).focus();
  await page.keyboard.press("Control+'");
  await expect(page.locator(".canvas-host.grid")).toBeVisible();
  // Away from everything that it could be aligned with.
  for (let at = 0; at < 3; at++) await page.getByRole("button", { name: "Zoom out" }).click();
  await rest(page);
  const onGrid = async () => {
    const at = await place(page, "lone");
    return [Math.abs(at.x % 24), Math.abs(at.y % 24)];
  };
  await drag(page, "lone", { x: 171, y: 103 });
  await rest(page);
  expect(await onGrid()).toEqual([0, 0]);
  const dots = page.locator(".canvas-host > .dots");
  const size = await dots.evaluate((it) => parseFloat(getComputedStyle(it).backgroundSize));
  // The left edge of the node is at a dot: they are in the middle of their tiles.
  const [left, tiles] = [await box(page, "lone"), (await dots.boundingBox())!];
  const beside = (left.x - tiles.x - size / 2) / size;
  expect(Math.abs(beside - Math.round(beside))).toBeLessThan(0.1);
  const before = await place(page, "lone");
  await page.keyboard.press("Alt+ArrowRight");
  await expect(async () => expect((await place(page, "lone")).x).toBe(before.x + 24)).toPass();
  await drag(page, "lone", { x: 31, y: 27 }, ["Alt"]);
  await rest(page);
  expect(await onGrid()).not.toEqual([0, 0]);
  await page.keyboard.press("Alt+ArrowRight");
  await expect(async () => expect((await onGrid())[0]).toBe(0)).toPass();
  await page.waitForTimeout(700);
  await page.reload();
  await expect(page.locator(".canvas-host.grid")).toBeVisible();
  await layers(page).click();
  await layer(page, /^Snap to grid/).click();
  await expect(page.locator(".canvas-host.grid")).toHaveCount(0);
});

test("Ctrl+Shift+G takes a group apart, the reverse of Ctrl+G", async ({ page }) => {
  const plain = SHOP.slice(0, SHOP.indexOf("  groups:"));
  await openText(page, plain, "lone");
  await click(page, "lone");
  await page.keyboard.down("Shift");
  await click(page, "store");
  await page.keyboard.up("Shift");
  await page.keyboard.press("Control+g");
  await expect(hull(page)).toHaveCount(1);
  await canvas(page).focus();
  await page.keyboard.press("Control+Shift+g");
  await expect(hull(page)).toHaveCount(0);
  expect(await selected(page)).toEqual(["lone", "store"]);
  expect(await yaml(page)).toBe(plain);
  await canvas(page).focus();
  await page.keyboard.press("Control+z");
  await expect(hull(page)).toHaveCount(1);
  // By one of its nodes, from the menu.
  await click(page, "store");
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: /^Ungroup/ }).click();
  await expect(hull(page)).toHaveCount(0);
  expect(await yaml(page)).toBe(plain);
});

const NESTED = {
  "app.yaml": `tosca_definitions_version: tosca_simple_yaml_1_3
imports: [types.yaml]
topology_template:
  node_templates:
    tier:
      type: my.Tier
      directives: [substitute]
    other:
      type: tosca.nodes.Compute
`,
  "types.yaml": "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  my.Tier: { derived_from: tosca.nodes.Root }\n  my.Part: { derived_from: tosca.nodes.Root }\n",
  "tier.yaml": `tosca_definitions_version: tosca_simple_yaml_1_3
imports: [types.yaml]
topology_template:
  substitution_mappings: { node_type: my.Tier }
  node_templates:
    part:
      type: my.Part
      directives: [substitute]
`,
  "part.yaml": `tosca_definitions_version: tosca_simple_yaml_1_3
imports: [types.yaml]
topology_template:
  substitution_mappings: { node_type: my.Part }
  node_templates:
    machine:
      type: tosca.nodes.Compute
`,
};

test("C14 breadcrumbs lead back from a nested template, by mouse and by keyboard", async ({ page }) => {
  await page.goto("./");
  await openFiles(page, NESTED);
  const tabs = page.getByRole("navigation", { name: "Files" });
  await tabs.getByRole("button", { name: /^app\.yaml/ }).click();
  const crumbs = page.getByRole("navigation", { name: "Breadcrumb" });
  await expect(card(page, "tier")).toBeVisible();
  await expect(crumbs).toHaveCount(0);
  await click(page, "tier");
  await page.keyboard.press("o");
  await expect(card(page, "part")).toBeVisible();
  await expect(crumbs.locator("[aria-current=page]")).toHaveText("tier");
  await click(page, "part");
  await page.keyboard.press("o");
  await expect(card(page, "machine")).toBeVisible();
  await expect(crumbs.getByRole("listitem")).toHaveCount(3);
  await expect(crumbs.locator("[aria-current=page]")).toHaveText("part");
  expect((await axe(page, ".breadcrumbs")).violations).toEqual([]);
  await canvas(page).focus();
  await page.keyboard.press("Shift+O");
  await expect(card(page, "part")).toBeVisible();
  expect(await selected(page)).toEqual(["part"]);
  await expect(crumbs.locator("[aria-current=page]")).toHaveText("tier");
  await page.keyboard.press("o");
  await expect(card(page, "machine")).toBeVisible();
  // Another file is not on the way.
  await tabs.getByRole("button", { name: /^app\.yaml/ }).click();
  await expect(crumbs).toHaveCount(0);
  await tabs.getByRole("button", { name: /^part\.yaml/ }).click();
  await crumbs.getByRole("listitem").first().getByRole("button").click();
  await expect(card(page, "other")).toBeVisible();
  expect(await selected(page)).toEqual(["tier"]);
  await expect(crumbs).toHaveCount(0);
  await expect(canvas(page)).toBeFocused();
});
