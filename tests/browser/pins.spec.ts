// Pinned nodes stay where they are while the others are arranged around them.
import AxeBuilder from "@axe-core/playwright";
import { drag, openText } from "./actions";
import { box, canvas, card, press } from "./places";
import { expect, type Page, test } from "./slow";

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

/** Where a node is in the diagram, whatever part of it is shown. */
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
    const found = await new AxeBuilder({ page }).analyze();
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
