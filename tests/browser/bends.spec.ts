// C4: wires that a person has bent keep their bends.
import { readFileSync } from "node:fs";
import { drag, openFiles, openText, rest, yaml } from "./actions";
import { axe } from "./axe";
import { box, canvas, card, press } from "./places";
import { expect, type Page, test } from "./base";

const SHOP = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    web:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - dependency: store
        - dependency: disk
    store:
      type: tosca.nodes.SoftwareComponent
    disk:
      type: tosca.nodes.SoftwareComponent
`;

const wires = (page: Page) => page.locator("g.wire:not(.quiet)");
const handles = (page: Page) => page.locator(".bend-handle");
const spoken = (page: Page) => page.locator(".unseen[role=status]");
const paths = (page: Page) => wires(page).evaluateAll((all) => all.map((it) => it.querySelector("path")!.getAttribute("d")!));
/** The path of the wire to `disk`, which has an upright run. */
const path = async (page: Page) => (await paths(page))[await lower(page)];
const lower = (page: Page) =>
  wires(page).evaluateAll((all) => {
    const tall = all.map((it) => it.getBoundingClientRect().height);
    return tall.indexOf(Math.max(...tall));
  });

/** The position of the longest vertical part of the wire on the screen. */
async function upright(page: Page) {
  const at = await lower(page);
  return wires(page).nth(at).evaluate((it) => {
    const line = it.querySelector("path")!;
    const length = line.getTotalLength();
    let best = { x: 0, y: 0, run: 0 };
    let since: { x: number; y: number } | undefined;
    for (let step = 0; step <= 400; step++) {
      const at = line.getPointAtLength((length * step) / 400);
      if (!since || Math.abs(at.x - since.x) > 0.5) since = at;
      const run = Math.abs(at.y - since.y);
      if (run > best.run) best = { x: at.x, y: (at.y + since.y) / 2, run };
    }
    const on = new DOMPoint(best.x, best.y).matrixTransform(line.getScreenCTM()!);
    return { x: on.x, y: on.y };
  });
}

async function dragNode(page: Page, name: string, across: number, down: number) {
  const was = await box(page, name);
  const from = { x: was.x + 100, y: was.y + 8 };
  await page.keyboard.down("Alt");
  await page.keyboard.up("Alt");
  await drag(page, from, { x: from.x + across, y: from.y + down });
  await expect.poll(() => box(page, name)).not.toEqual(was);
}

/** Opens the shop with one node farther down, selects the wire to it and drags its upright run. */
async function bend(page: Page, across = -70) {
  await openText(page, SHOP, "disk");
  await dragNode(page, "disk", 40, 120);
  await rest(page);
  const at = await upright(page);
  await page.mouse.click(at.x, at.y);
  await expect(handles(page).first()).toBeVisible();
  const straight = await path(page);
  await drag(page, at, { x: at.x + across, y: at.y + 9 });
  await expect.poll(() => path(page)).not.toBe(straight);
  await rest(page);
  return { at, straight, bent: await path(page) };
}

test("C4 a run of the selected wire is dragged, which is an undo step and never in the text", async ({ page }) => {
  const { at, straight, bent } = await bend(page);
  await expect(spoken(page).filter({ hasText: "wire bent" }).first()).toBeAttached();
  const now = await upright(page);
  expect(Math.abs(now.x - (at.x - 70))).toBeLessThan(2);
  await expect(page.locator(".bend-handle.bent").first()).toBeVisible();
  expect(await yaml(page)).toBe(SHOP);
  await canvas(page).focus();
  await page.keyboard.press("Control+z");
  await expect.poll(() => path(page)).toBe(straight);
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(() => path(page)).toBe(bent);
  // A drag that is given up.
  await page.mouse.move(now.x, now.y);
  await page.mouse.down();
  await page.mouse.move(now.x - 90, now.y, { steps: 5 });
  await expect.poll(() => path(page)).not.toBe(bent);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect.poll(() => path(page)).toBe(bent);
});

test("C4 a bend is kept when one node moves, goes along with both, and comes back after a reload", async ({ page }) => {
  const { bent } = await bend(page);
  const x = (await upright(page)).x;
  await page.keyboard.press("Escape");
  await dragNode(page, "disk", 30, 60);
  await rest(page);
  expect(Math.abs((await upright(page)).x - x)).toBeLessThan(1);
  expect(await path(page)).not.toBe(bent);
  await canvas(page).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Alt+Shift+ArrowRight");
  await rest(page);
  const zoom = await page.locator(".world").evaluate((it) => new DOMMatrix(getComputedStyle(it).transform).a);
  expect(Math.abs((await upright(page)).x - x - 64 * zoom)).toBeLessThan(1.5);
  const moved = await path(page);
  await expect(page.locator(".kept:not(.saving)")).toContainText("Saved in this browser");
  await page.reload();
  await expect(card(page, "disk")).toBeVisible();
  await expect.poll(() => path(page)).toBe(moved);
});

test("C4 a double click, the menu, a command and auto-arrange reset the path", async ({ page }) => {
  const { straight, bent } = await bend(page);
  const again = async () => {
    await canvas(page).focus();
    await page.keyboard.press("Control+z");
    await expect.poll(() => path(page)).toBe(bent);
  };
  const at = await upright(page);
  await page.mouse.dblclick(at.x, at.y);
  await expect.poll(() => path(page)).toBe(straight);
  await expect(spoken(page).filter({ hasText: "wire path reset" }).first()).toBeAttached();
  await again();
  await page.mouse.click(at.x, at.y, { button: "right" });
  await page.getByRole("menuitem", { name: "Reset wire path S" }).click();
  await expect.poll(() => path(page)).toBe(straight);
  await again();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Reset wire path");
  await page.keyboard.press("Enter");
  await expect.poll(() => path(page)).toBe(straight);
  await again();
  await page.keyboard.press("Escape");
  await page.keyboard.press("t");
  await rest(page);
  await page.mouse.move(5, 5);
  await expect(page.locator(".bend-handle.bent")).toHaveCount(0);
  await canvas(page).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Shift+F10");
  await expect(page.getByRole("menuitem", { name: /Reset wire path/ })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await again();
});

test("C4 keys bend a wire and reset it, and both are announced", async ({ page }) => {
  await openText(page, SHOP, "disk");
  await dragNode(page, "disk", 40, 120);
  await rest(page);
  await press(card(page, "disk").locator("> .body"), { x: 100, y: 8 });
  await page.keyboard.press("w");
  await expect(handles(page).first()).toBeVisible();
  const straight = await path(page);
  const x = (await upright(page)).x;
  await page.keyboard.press("Alt+ArrowLeft");
  await expect.poll(() => path(page)).not.toBe(straight);
  await expect(spoken(page).filter({ hasText: "wire bent" }).first()).toBeAttached();
  expect((await upright(page)).x).toBeLessThan(x);
  await page.keyboard.press("s");
  await expect.poll(() => path(page)).toBe(straight);
  await expect(spoken(page).filter({ hasText: "wire path reset" }).first()).toBeAttached();
});

test("C4 a bend stays with its wire when an earlier requirement goes, and when its node is renamed", async ({ page }) => {
  await bend(page);
  const x = (await upright(page)).x;
  // The wire to `store` is the first of the list.
  const other = (await paths(page)).length;
  expect(other).toBe(2);
  await press(card(page, "store").locator("> .body"), { x: 100, y: 8 });
  await page.keyboard.press("w");
  await page.keyboard.press("Delete");
  await expect(wires(page)).toHaveCount(1);
  await rest(page);
  expect(Math.abs((await upright(page)).x - x)).toBeLessThan(1);
  await press(card(page, "disk").locator("> .body"), { x: 100, y: 8 });
  await page.keyboard.press("F2");
  await page.keyboard.type("volume");
  await page.keyboard.press("Enter");
  await expect(card(page, "volume")).toBeVisible();
  await rest(page);
  expect(Math.abs((await upright(page)).x - x)).toBeLessThan(1);
});

test("C4 a removed wire that comes back by undo is bent again", async ({ page }) => {
  const { bent } = await bend(page);
  await page.keyboard.press("Delete");
  await expect(wires(page)).toHaveCount(1);
  const text = await yaml(page);
  expect(text).not.toContain("dependency: disk");
  await canvas(page).focus();
  await page.keyboard.press("Control+z");
  await expect.poll(() => path(page)).toBe(bent);
  await expect(wires(page)).toHaveCount(2);
});

test("C4 a positions file without bends resets the wires, and undo brings them back", async ({ page }) => {
  const { bent, straight } = await bend(page);
  const file = page.waitForEvent("download");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Download positions");
  await page.keyboard.press("Enter");
  const positions = JSON.parse(readFileSync((await (await file).path())!, "utf8"));
  await openFiles(page, { "shop.places.json": JSON.stringify({ ...positions, wires: {} }) });
  await expect.poll(() => path(page)).toBe(straight);
  await canvas(page).focus();
  await page.keyboard.press("Control+z");
  await expect.poll(() => path(page)).toBe(bent);
});

test("C4 bends are in the positions file and in pictures", async ({ page, browser }) => {
  const { bent } = await bend(page);
  const download = async (command: string) => {
    const file = page.waitForEvent("download");
    await page.keyboard.press("Control+k");
    await page.keyboard.type(command);
    await page.keyboard.press("Enter");
    return readFileSync((await (await file).path())!, "utf8");
  };
  expect(await download("Export diagram as SVG")).toContain(bent);
  const positions = await download("Download positions");
  expect(JSON.parse(positions).wires["shop.yaml"]).toHaveLength(1);
  const context = await browser.newContext();
  const colleague = await context.newPage();
  await openText(colleague, SHOP, "disk");
  await openFiles(colleague, { "shop.places.json": positions });
  await expect.poll(() => path(colleague)).toBe(bent);
  await colleague.keyboard.press("Control+z");
  await expect.poll(() => path(colleague)).not.toBe(bent);
  await context.close();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`C4 axe finds nothing on a bent wire, in the ${colorScheme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await bend(page);
    const found = await axe(page);
    expect(found.violations.map((it) => `${it.id}: ${it.nodes[0].html}`)).toEqual([]);
  });
}
