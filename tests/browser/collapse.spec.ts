// Hosts and groups as one card each, and nodes that a drop can only connect.
import { readFileSync } from "node:fs";
import { drag, openFiles, openText, rest, yaml } from "./actions";
import { axe } from "./axe";
import { box, canvas, card, middle, palette, press, type } from "./places";
import { expect, type Page, test } from "./base";

const SHOP = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    web:
      type: tosca.nodes.WebServer
      requirements:
        - host: machine
        - dependency: store
    app:
      type: tosca.nodes.WebApplication
      requirements:
        - host: web
    store:
      type: tosca.nodes.Database
      properties: { name: store }
    cache:
      type: tosca.nodes.SoftwareComponent
    machine:
      type: tosca.nodes.Compute
    disk:
      type: tosca.nodes.Storage.BlockStorage
      properties: { size: 10 GB }
  groups:
    back:
      type: tosca.groups.Root
      members: [store, cache]
`;

const hull = (page: Page) => page.locator("g.hull");
const said = (page: Page) => page.locator('[role="status"].unseen');
const chip = (page: Page, name: string) => card(page, name).locator(".chip").first();
const cards = (page: Page) =>
  page.locator("g.card:not(.frame)").evaluateAll((all) => all.map((it) => it.getAttribute("aria-label")!.split(",")[0]).sort());

/** The places of all cards, in the units of the diagram. */
const places = (page: Page) =>
  page.locator("g.card:not(.frame)").evaluateAll((all) =>
    Object.fromEntries(all.map((it) => [it.getAttribute("aria-label")!.split(",")[0], it.getAttribute("transform")]).sort()),
  );

/** Clicks the button of a card. */
async function fold(page: Page, on: string) {
  const at = await middle(card(page, on).locator(".fold circle"));
  await page.mouse.click(at.x, at.y);
}

async function command(page: Page, name: string) {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").last().fill(name);
  await page.keyboard.press("Enter");
}

test("C17 a host collapses to one card by its button, and expands as it was", async ({ page }) => {
  await openText(page, SHOP, "machine");
  await expect(page.getByText("Checking…", { exact: true })).toHaveCount(0);
  const [text, before] = [await yaml(page), await places(page)];
  await expect(card(page, "machine")).toHaveAttribute("aria-expanded", "true");
  await fold(page, "machine");
  await expect(card(page, "web")).toHaveCount(0);
  await expect(card(page, "app")).toHaveCount(0);
  await expect(card(page, "machine")).toHaveAttribute("aria-expanded", "false");
  await expect(card(page, "machine")).toHaveAccessibleName(/collapsed, contains web, app/);
  await expect(chip(page, "machine")).toHaveText("2 nodes");
  await expect(said(page)).toHaveText("collapsed machine");
  // The wire to what is inside ends at the card.
  await expect(page.locator('g.wire[aria-label*="machine"]')).not.toHaveCount(0);
  await page.mouse.move(0, 0);
  const button = await middle(card(page, "machine").locator(".fold circle"));
  await page.mouse.move(button.x, button.y, { steps: 3 });
  await expect(page.getByRole("tooltip")).toHaveText("Expand machine: collapsed, contains web, app");
  // It is remembered.
  await page.waitForTimeout(700);
  await page.reload();
  await expect(chip(page, "machine")).toHaveText("2 nodes");
  await rest(page);
  await fold(page, "machine");
  await expect(card(page, "app")).toBeVisible();
  await expect(said(page)).toHaveText("expanded machine");
  expect(await places(page)).toEqual(before);
  expect(await yaml(page)).toBe(text);
});

test("C17 a group collapses by keys, moves with its members, and is removed as a group", async ({ page }) => {
  await openText(page, SHOP, "machine");
  await expect(page.getByText("Checking…", { exact: true })).toHaveCount(0);
  const [text, before] = [await yaml(page), await places(page)];
  await canvas(page).focus();
  await press(page.locator("g.hull-name rect").first());
  await page.keyboard.press("Alt+g");
  await expect(hull(page)).toHaveCount(0);
  await expect(chip(page, "back")).toHaveText("2 nodes");
  await expect.poll(() => cards(page)).toEqual(["app", "back", "disk", "machine", "web"]);
  const at = await box(page, "back");
  await drag(page, { x: at.x + at.width / 2 + 10, y: at.y + 8 }, { x: at.x + at.width / 2 + 10, y: at.y + 148 });
  await page.keyboard.press("Alt+g");
  await expect(hull(page)).toHaveCount(1);
  const y = (transform: string) => Number(/ ([-\d.]+)\)/.exec(transform)![1]);
  const after = await places(page);
  const moved = y(after.store) - y(before.store);
  expect(moved).toBeGreaterThan(60);
  expect(y(after.cache) - y(before.cache)).toBe(moved);
  await page.keyboard.press("Control+z");
  await expect.poll(() => places(page)).toEqual(before);
  expect(await yaml(page)).toBe(text);
  await press(page.locator("g.hull-name rect").first());
  await page.keyboard.press("Alt+g");
  await expect(card(page, "back")).toBeVisible();
  await page.keyboard.press("Delete");
  await expect(card(page, "store")).toBeVisible();
  await expect(card(page, "cache")).toBeVisible();
  const left = await yaml(page);
  expect(left).not.toContain("back:");
  expect(left).toContain("store:");
});

test("C17 what an expanded group pushes aside returns when it is collapsed", async ({ page }) => {
  await openText(page, SHOP, "machine");
  await canvas(page).focus();
  const member = await box(page, "cache");
  await press(page.locator("g.hull-name rect").first());
  await page.keyboard.press("Alt+g");
  await expect(card(page, "back")).toBeVisible();
  // To where a member of the collapsed group is.
  const disk = await box(page, "disk");
  await drag(page, { x: disk.x + 90, y: disk.y + 8 }, { x: member.x + 90, y: member.y + 12 });
  await rest(page);
  const before = await places(page);
  await page.keyboard.press("Escape");
  await fold(page, "back");
  await expect(hull(page)).toHaveCount(1);
  await expect.poll(async () => (await places(page)).disk).not.toBe(before.disk);
  await press(page.locator("g.hull-name rect").first());
  await page.keyboard.press("Alt+g");
  await expect(card(page, "back")).toBeVisible();
  await expect.poll(() => places(page)).toEqual(before);
});

test("C17 a double click on the button collapses once, and does nothing else", async ({ page }) => {
  await openText(page, SHOP, "machine");
  await canvas(page).focus();
  await press(card(page, "disk"));
  const at = await middle(page.locator("g.hull-name .fold circle, g.hull-name circle").first());
  await page.mouse.dblclick(at.x, at.y);
  await expect(card(page, "back")).toBeVisible();
  await page.waitForTimeout(300);
  await expect(page.locator(".picker")).toHaveCount(0);
  await expect(card(page, "disk")).toHaveAttribute("aria-pressed", "true");
  const now = await middle(card(page, "back").locator(".fold circle"));
  await page.waitForTimeout(400);
  await page.mouse.dblclick(now.x, now.y);
  await expect(hull(page)).toHaveCount(1);
  await page.waitForTimeout(300);
  await expect(card(page, "store")).toHaveAttribute("aria-pressed", "false");
  await expect(card(page, "disk")).toHaveAttribute("aria-pressed", "true");
});

test("C17 what is inside is found, marked for the caret, and revealed by a problem", async ({ page }) => {
  await openText(page, SHOP.replace("- host: web", "- host: nothing"), "machine");
  await expect(page.getByText("Checking…", { exact: true })).toHaveCount(0);
  await canvas(page).focus();
  await command(page, "Collapse all");
  await expect(card(page, "web")).toHaveCount(0);
  await expect(card(page, "store")).toHaveCount(0);
  // The caret marks the card.
  await page.locator(".cm-line", { hasText: "tosca.nodes.WebServer" }).click();
  await expect(card(page, "machine")).toHaveClass(/caught/);
  await expect(card(page, "web")).toHaveCount(0);
  await canvas(page).focus();
  await page.keyboard.press("Delete");
  await expect(page.locator(".notice")).toContainText("inside a collapsed card");
  await page.keyboard.press("Control+f");
  await page.getByRole("textbox", { name: "Find on the canvas" }).fill("store");
  await expect(card(page, "store")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card(page, "web")).toHaveCount(0);
  await canvas(page).focus();
  await command(page, "Go to web");
  await expect(card(page, "web")).toBeVisible();
  await command(page, "Collapse all");
  await expect(card(page, "web")).toHaveCount(0);
  await command(page, "Expand all");
  await expect(card(page, "web")).toBeVisible();
  await expect(card(page, "store")).toBeVisible();
});

test("C17 a drop on a collapsed host hosts there, and the menu and the table have what is inside", async ({ page }) => {
  await openText(page, SHOP, "machine");
  await expect(page.getByText("Checking…", { exact: true })).toHaveCount(0);
  await press(card(page, "machine").locator("text").first());
  await canvas(page).focus();
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: /^Collapse/ }).click();
  await expect(chip(page, "machine")).toHaveText("2 nodes");
  await page.keyboard.press("l");
  await expect(page.getByRole("row", { name: /^app/ })).toBeVisible();
  await page.keyboard.press("l");
  await expect(card(page, "app")).toHaveCount(0);
  const [from, to] = [await box(page, "cache"), await box(page, "machine")];
  await drag(page, { x: from.x + from.width / 2 + 10, y: from.y + 8 }, { x: to.x + to.width / 2 + 10, y: to.y + 8 });
  await expect.poll(() => yaml(page)).toContain("- host: machine\n");
  // It is one of those inside, and in its place when they are shown.
  await expect(chip(page, "machine")).toHaveText("3 nodes");
  await expect(card(page, "cache")).toHaveCount(0);
  await fold(page, "machine");
  await expect(card(page, "cache")).toBeVisible();
  await rest(page);
  const [host, guest] = [await box(page, "machine"), await box(page, "cache")];
  expect(guest.x).toBeGreaterThan(host.x);
  expect(guest.x + guest.width).toBeLessThan(host.x + host.width);
  expect(guest.y + guest.height).toBeLessThan(host.y + host.height);
  expect(host.width).toBeLessThan(900);
});

test("C17 collapse all collapses the hosts inside hosts, too", async ({ page }) => {
  await openText(page, SHOP, "machine");
  await expect(page.getByText("Checking…", { exact: true })).toHaveCount(0);
  await canvas(page).focus();
  await page.keyboard.press("Alt+Shift+G");
  await expect.poll(() => cards(page)).toEqual(["back", "disk", "machine"]);
  await rest(page);
  await fold(page, "machine");
  await expect(chip(page, "web")).toHaveText("1 node");
  await expect(card(page, "app")).toHaveCount(0);
  await canvas(page).focus();
  await page.keyboard.press("Alt+Shift+E");
  await expect.poll(() => cards(page)).toEqual(["app", "cache", "disk", "machine", "store", "web"]);
});

test("C17 a collapsed host inside a host stays so while hosting is drawn as wires, and is copied with its content", async ({ page }) => {
  await openText(page, SHOP, "machine");
  await expect(page.getByText("Checking…", { exact: true })).toHaveCount(0);
  await fold(page, "web");
  await expect(chip(page, "web")).toHaveText("1 node");
  await canvas(page).focus();
  await command(page, "Toggle hosts as boxes");
  await expect(card(page, "app")).toBeVisible();
  await rest(page);
  await press(card(page, "disk"), { x: 60, y: 10 });
  await command(page, "Toggle hosts as boxes");
  await expect(chip(page, "web")).toHaveText("1 node");
  await expect(card(page, "app")).toHaveCount(0);
  await rest(page);
  await press(card(page, "machine").locator("text").first());
  await page.keyboard.press("Control+d");
  await expect.poll(async () => (await yaml(page)).match(/type: tosca.nodes.Web(Application|Server)/g)).toHaveLength(4);
});

test("C17 a host that was collapsed in another work is expanded", async ({ page }) => {
  await openText(page, SHOP, "machine");
  await fold(page, "machine");
  await expect(chip(page, "machine")).toHaveText("2 nodes");
  await command(page, "Close workspace");
  await expect(page.locator(".welcome")).toBeVisible();
  await openFiles(page, { "shop.yaml": SHOP });
  await expect(card(page, "app")).toBeVisible();
});

test("C17 a group of a collapsed group and a node has the members of both", async ({ page }) => {
  await openText(page, SHOP, "machine");
  await expect(page.getByText("Checking…", { exact: true })).toHaveCount(0);
  await canvas(page).focus();
  await press(page.locator("g.hull-name rect").first());
  await page.keyboard.press("Alt+g");
  await expect(chip(page, "back")).toHaveText("2 nodes");
  await rest(page);
  await press(card(page, "disk"), { x: 60, y: 10 });
  await page.keyboard.down("Shift");
  await press(card(page, "back"), { x: 60, y: 10 });
  await page.keyboard.up("Shift");
  await page.keyboard.press("Control+g");
  await expect.poll(() => yaml(page)).toMatch(/  group:\n      type: tosca.groups.Root\n      members:\n(?=[^:]*- disk\n)(?=[^:]*- store\n)(?=[^:]*- cache\n)/);
});

test("C17 a collapsed host shows the problems of policies on what is inside", async ({ page }) => {
  const text = SHOP.replace("  groups:", "  policies:\n    - grow:\n        type: tosca.policies.Scaling\n        targets: [web]\n        properties: { none: 1 }\n  groups:");
  await openText(page, text, "machine");
  await expect(page.getByText("Checking…", { exact: true })).toHaveCount(0);
  await expect(card(page, "machine").locator(".problems")).toHaveCount(0);
  await fold(page, "machine");
  await expect(card(page, "web")).toHaveCount(0);
  await expect(card(page, "machine").locator(".problems text")).toHaveText("1");
});

test("C17 pictures show what is collapsed", async ({ page }) => {
  await openText(page, SHOP, "machine");
  await canvas(page).focus();
  await command(page, "Collapse all");
  await expect(card(page, "web")).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").last().fill("Export diagram as SVG");
  const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  const picture = readFileSync((await file.path())!, "utf8");
  expect(picture).toContain(">2 nodes</text>");
  expect(picture).not.toContain(">web</text>");
  expect(picture).not.toContain('class="fold"');
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`C17 axe finds nothing on collapsed cards, in the ${colorScheme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openText(page, SHOP, "machine");
    await fold(page, "machine");
    await expect(chip(page, "machine")).toHaveText("2 nodes");
    expect((await axe(page)).violations).toEqual([]);
  });
}

test("S2 a volume dropped on a machine is attached to it, and undo takes it back", async ({ page }) => {
  await openText(page, SHOP, "machine");
  await expect(page.getByText("Checking…", { exact: true })).toHaveCount(0);
  const text = await yaml(page);
  const [from, to] = [await box(page, "disk"), await box(page, "machine")];
  await drag(page, { x: from.x + from.width / 2 + 10, y: from.y + 8 }, { x: to.x + to.width / 2 + 10, y: to.y + 8 });
  const notice = page.locator(".notice", { hasText: "Connected local_storage of machine to disk" });
  await expect(notice).toBeVisible();
  expect(await yaml(page)).toContain("- local_storage: disk");
  await notice.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => yaml(page)).toBe(text);
  // From the palette, too.
  await palette(page).getByLabel("Search palette").fill("BlockStorage");
  const entry = await middle(type(page, "Storage.BlockStorage"));
  const machine = await box(page, "machine");
  await drag(page, entry, { x: machine.x + machine.width / 2 + 10, y: machine.y + 8 });
  await expect.poll(() => yaml(page)).toMatch(/- local_storage: block_storage/);
});

test("N1 the start page is there in a narrow window, too", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("./");
  await expect(page.locator(".welcome").getByRole("button", { name: /^New assembly/ })).toBeInViewport();
  await expect(page.getByRole("tab", { name: "Palette" })).toBeHidden();
});

test("N1 a new AMP blueprint shows the first gesture, and the start page has no empty panes", async ({ page }) => {
  await page.goto("./");
  await expect(page.locator(".welcome")).toBeVisible();
  for (const name of ["Palette", "Inspector", "Problems", "YAML source"]) {
    await expect(page.getByRole("region", { name })).toHaveCount(0);
  }
  await page.locator(".welcome").getByRole("button", { name: /^New AMP blueprint/ }).click();
  await expect(page.getByText("Drop a node here")).toBeVisible();
  await expect(palette(page)).toBeVisible();
  await expect(page.getByRole("region", { name: "Problems" })).toBeVisible();
});
