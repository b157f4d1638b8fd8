// Pinned nodes stay where they are while the others are arranged around them.
import { readFileSync } from "node:fs";
import { drag, openFiles, openText, yaml } from "./actions";
import { axe } from "./axe";
import { box, canvas, card, press } from "./places";
import { expect, type Page, test } from "./base";

const SHOP = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    web:
      type: tosca.nodes.SoftwareComponent
      requirements: [dependency: store]
    store:
      type: tosca.nodes.SoftwareComponent
      requirements: [dependency: disk]
    disk:
      type: tosca.nodes.SoftwareComponent
    lone:
      type: tosca.nodes.SoftwareComponent
`;

/** The position of a node in the diagram; the camera does not matter. */
const place = (page: Page, name: string) => card(page, name).getAttribute("transform");
const places = (page: Page) => Promise.all(["web", "store", "disk", "lone"].map((name) => place(page, name)));
const spoken = (page: Page) => page.locator(".unseen[role=status]");
const menu = (page: Page) => page.getByRole("menu", { name: "Actions" });

async function dragBy(page: Page, name: string, across: number, down: number) {
  const was = await box(page, name);
  const from = { x: was.x + 100, y: was.y + 8 };
  await drag(page, from, { x: from.x + across, y: from.y + down });
  await expect.poll(() => box(page, name)).not.toEqual(was);
}

test("C5 a pinned node stays when the diagram is arranged, and each step can be undone", async ({ page }) => {
  await openText(page, SHOP, "lone");
  const start = await places(page);
  await dragBy(page, "store", 60, 150);
  const [, dragged] = await places(page);
  await canvas(page).focus();
  await page.keyboard.press("p");
  await expect(card(page, "store")).toHaveAttribute("aria-label", /, pinned/);
  await expect(card(page, "store").locator("> .pinned")).toBeVisible();
  await expect(spoken(page).filter({ hasText: "pinned store" }).first()).toBeAttached();

  await page.keyboard.press("Escape");
  await page.keyboard.press("t");
  await expect(spoken(page).filter({ hasText: "layout recomputed around 1 pinned node" }).first()).toBeAttached();
  await expect.poll(() => place(page, "web")).not.toBe(start[0]);
  expect(await place(page, "store")).toBe(dragged);
  // The wires still run in one direction.
  const [web, store, disk] = [await box(page, "web"), await box(page, "store"), await box(page, "disk")];
  expect(Math.sign(web.x - store.x)).toBe(Math.sign(store.x - disk.x));

  await page.keyboard.press("Control+z");
  await expect.poll(() => place(page, "web")).toBe(start[0]);
  await expect(card(page, "store").locator("> .pinned")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(card(page, "store").locator("> .pinned")).toHaveCount(0);
  expect(await place(page, "store")).toBe(dragged);
  await page.keyboard.press("Control+Shift+z");
  await expect(card(page, "store").locator("> .pinned")).toBeVisible();
});

test("C5 the menu pins and unpins, a pinned node can still be dragged, and pins are stored", async ({ page }) => {
  await openText(page, SHOP, "lone");
  await press(card(page, "web").locator("> .body"), { x: 100, y: 8 });
  await page.keyboard.down("Shift");
  await press(card(page, "disk").locator("> .body"), { x: 100, y: 8 });
  await page.keyboard.up("Shift");
  await canvas(page).focus();
  await page.keyboard.press("Shift+F10");
  await menu(page).getByRole("menuitem", { name: "Pin P" }).click();
  await expect(page.locator("g.card > .pinned")).toHaveCount(2);
  await expect(spoken(page).filter({ hasText: "pinned 2 nodes" }).first()).toBeAttached();

  await page.keyboard.press("Escape");
  const was = await place(page, "disk");
  await dragBy(page, "disk", 0, 120);
  expect(await place(page, "disk")).not.toBe(was);
  await expect(card(page, "disk").locator("> .pinned")).toBeVisible();
  const moved = await places(page);

  await expect(page.locator(".kept:not(.saving)")).toContainText("Saved in this browser");
  await page.reload();
  await expect(page.locator("g.card > .pinned")).toHaveCount(2);
  expect(await places(page)).toEqual(moved);

  await press(card(page, "disk").locator("> .body"), { x: 100, y: 8 });
  await page.keyboard.press("Shift+F10");
  await menu(page).getByRole("menuitem", { name: "Unpin P" }).click();
  await expect(page.locator("g.card > .pinned")).toHaveCount(1);
  await expect(spoken(page).filter({ hasText: "unpinned disk" }).first()).toBeAttached();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`C5 axe finds nothing on pinned nodes, in the ${colorScheme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openText(page, SHOP, "lone");
    await canvas(page).focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("p");
    await expect(page.locator("g.card > .pinned")).toHaveCount(4);
    const found = await axe(page);
    expect(found.violations.map((it) => `${it.id}: ${it.nodes[0].html}`)).toEqual([]);
  });
}

test("C5 a renamed node stays pinned", async ({ page }) => {
  await openText(page, SHOP, "lone");
  await press(card(page, "lone").locator("> .body"), { x: 100, y: 8 });
  await page.keyboard.press("p");
  await page.keyboard.press("F2");
  await page.keyboard.type("alone");
  await page.keyboard.press("Enter");
  await expect(card(page, "alone").locator("> .pinned")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(card(page, "lone").locator("> .pinned")).toBeVisible();
});

/** The positions of the shown diagram, as a download by the command. */
async function positions(page: Page) {
  const file = page.waitForEvent("download");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Download positions");
  await page.keyboard.press("Enter");
  const download = await file;
  return { name: download.suggestedFilename(), text: readFileSync((await download.path())!, "utf8") };
}

test("C7 positions are a file beside the descriptor, which gives a colleague the same diagram", async ({ page, browser }) => {
  await openText(page, SHOP, "lone");
  const start = await places(page);
  await dragBy(page, "store", 60, 150);
  await canvas(page).focus();
  await page.keyboard.press("p");
  await dragBy(page, "lone", 30, 90);
  const moved = await places(page);
  const beside = await positions(page);
  expect(beside.name).toBe("shop.places.json");
  expect(await yaml(page)).toBe(SHOP);

  const colleague = await (await browser.newContext()).newPage();
  await colleague.goto(page.url());
  await openFiles(colleague, { "shop.places.json": beside.text, "shop.yaml": SHOP });
  await expect.poll(() => places(colleague)).toEqual(moved);
  await expect(card(colleague, "store")).toHaveAttribute("aria-label", /, pinned/);
  await expect(card(colleague, "lone")).not.toHaveAttribute("aria-label", /, pinned/);
  expect(await yaml(colleague)).toBe(SHOP);
  // The positions are one step of undo.
  await canvas(colleague).focus();
  await colleague.keyboard.press("Control+z");
  await expect.poll(() => places(colleague)).toEqual(start);
  await colleague.context().close();
});

test("C7 positions of a file that is not open, or that cannot be read, change nothing", async ({ page }) => {
  await openText(page, SHOP, "lone");
  const start = await places(page);
  const of = (file: string) => JSON.stringify({ version: 1, files: { [file]: [{ of: ["topology_template", "node_templates", "web"], x: 9, y: 9 }] } });
  await openFiles(page, { "other.places.json": of("other.yaml") });
  await expect(page.locator(".notice")).toContainText("has positions for other.yaml: open the descriptor first");
  expect(await places(page)).toEqual(start);
  // A node that is not there is passed over.
  await openFiles(page, { "shop.places.json": JSON.stringify({ version: 1, files: { "shop.yaml": [{ of: ["gone"], x: 9, y: 9 }] } }) });
  await expect(page.locator(".notice").last()).toContainText("No node of the open files has a position in shop.places.json");
  expect(await places(page)).toEqual(start);
  expect(await yaml(page)).toBe(SHOP);
  // A file that only has the name is treated like any other.
  await openFiles(page, { "bad.places.json": "{}" });
  await expect(page.locator(".notice").last()).toContainText("bad.places.json is not a positions file");
  await expect(page.getByRole("banner")).toContainText("bad.places.json");
});

/** The text of a positions file. */
const positionsOf = (file: string, all: { of: string[]; x: number; y: number }[]) => JSON.stringify({ version: 1, files: { [file]: all } });
const shopNode = (name: string, x: number, y: number) => ({ of: ["topology_template", "node_templates", name], x, y });

test("C7 positions of some boxes move those, and the notice counts what is not there", async ({ page }) => {
  await openText(page, SHOP, "lone");
  const [, store] = await places(page);
  await openFiles(page, { "shop.places.json": positionsOf("shop.yaml", [shopNode("lone", 40, 900), shopNode("gone", 1, 1)]) });
  await expect(page.locator(".notice").last()).toContainText("Placed 1 node as in shop.places.json; 1 not found");
  expect(await place(page, "lone")).toBe("translate(40 900)");
  expect(await place(page, "store")).toBe(store);
});

test("C7 positions of a file that is not in front are applied and saved, and can be taken back", async ({ page }) => {
  await openText(page, SHOP, "lone");
  const start = await places(page);
  await openFiles(page, { "other.yaml": SHOP.replace("lone:", "alone:") });
  await expect(card(page, "alone")).toBeVisible();
  const file = { "shop.places.json": positionsOf("shop.yaml", [shopNode("lone", 40, 900)]) };
  const showShop = () => page.getByRole("button", { name: "shop.yaml", exact: true }).click();
  await openFiles(page, file);
  await page.locator(".notice", { hasText: "Placed 1 node" }).getByRole("button", { name: "Undo" }).click();
  await showShop();
  await expect.poll(() => places(page)).toEqual(start);
  await page.getByRole("button", { name: "other.yaml", exact: true }).click();
  await expect(card(page, "alone")).toBeVisible();
  await openFiles(page, file);
  await expect(page.locator(".notice", { hasText: "Placed 1 node" })).toBeVisible();
  await expect(page.locator(".kept:not(.saving)")).toContainText("Saved in this browser");
  await page.reload();
  await expect(card(page, "alone")).toBeVisible();
  await showShop();
  await expect.poll(() => place(page, "lone")).toBe("translate(40 900)");
});

test("C7 positions in the diagram of a part are applied", async ({ page }) => {
  const text = `${SHOP}  workflows:
    deploy:
      steps:
        prepare: {target: web, activities: [delegate: deploy]}
`;
  await openText(page, text, "lone");
  const of = ["topology_template", "workflows", "deploy", "steps", "prepare"];
  await openFiles(page, { "shop.places.json": positionsOf("shop.yaml", [{ of, x: 40, y: 900 }]) });
  await expect(page.locator(".notice").last()).toContainText("Placed 1 node as in shop.places.json");
  // The positions of all diagrams are in one file.
  expect((await positions(page)).text).toContain("prepare");
});

test("C7 an assembly that stores positions gets those of the file, as one step of undo", async ({ page }) => {
  const text = `name: assembly::shop::1.0
composition:
  web: {type: 'resource::web::1.0'}
  store: {type: 'resource::store::1.0'}
designerLayout:
  elements:
    web: {x: 10, y: 20} # by hand
`;
  await openText(page, text, "store");
  await openFiles(page, {
    "shop.places.json": positionsOf("shop.yaml", [
      { of: ["composition", "web"], x: 100, y: 20 },
      { of: ["composition", "store"], x: 500.4, y: 300 },
    ]),
  });
  await expect(page.locator(".notice").last()).toContainText("Placed 2 nodes");
  expect(await yaml(page)).toBe(text.replace("{x: 10, y: 20} # by hand", "{x: 100, y: 20} # by hand\n    store: {x: 500, y: 300}"));
  await canvas(page).focus();
  await page.keyboard.press("Control+z");
  expect(await yaml(page)).toBe(text);
});

test("C6 adding and renaming move no box, and a renamed one stays where it is", async ({ page }) => {
  await openText(page, SHOP, "lone");
  await dragBy(page, "store", 60, 150);
  const [web, store, disk, lone] = await places(page);
  await press(card(page, "store").locator("text").first());
  await canvas(page).press("F2");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("shelf");
  await page.keyboard.press("Enter");
  await expect(card(page, "shelf")).toBeVisible();
  await canvas(page).press("n");
  await page.keyboard.type("Compute");
  await page.keyboard.press("Enter");
  await expect(page.locator("g.card:not(.frame)")).toHaveCount(5);
  expect([await place(page, "web"), await place(page, "shelf"), await place(page, "disk"), await place(page, "lone")]).toEqual([web, store, disk, lone]);
});
