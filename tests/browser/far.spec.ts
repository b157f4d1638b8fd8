// Large diagrams: what is far away is drawn as a few paths, what is near as elements, and both are dragged and selected alike.
import { drag, yaml } from "./actions";
import { canvas, card } from "./places";
import { expect, type Page, test } from "./base";

const COUNT = 400;

/** A tree of nodes in which each depends on the one above. */
function tree(count = COUNT) {
  const nodes = Array.from({ length: count }, (_, at) => {
    const requirements = at ? `\n      requirements:\n        - dependency: node${(at - 1) >> 2}` : "";
    return `    node${at}:\n      type: tosca.nodes.Compute${requirements}\n`;
  });
  return `tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n${nodes.join("")}`;
}

async function open(page: Page, text: string) {
  await page.goto("./");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  await (await chooser).setFiles({ name: "tree.yaml", mimeType: "application/yaml", buffer: Buffer.from(text) });
  await canvas(page).locator("g.card, .far-card").first().waitFor();
}

const elements = (page: Page) => canvas(page).evaluate((canvas) => canvas.querySelectorAll("*").length);

/** The corners of the cards that the far view draws, on the screen. */
const corners = (page: Page, path: string) =>
  canvas(page).evaluate((canvas, path) => {
    return [...canvas.querySelectorAll<SVGPathElement>(path)].flatMap((element) => {
      const toScreen = element.getScreenCTM()!;
      const starts = [...element.getAttribute("d")!.matchAll(/M(-?\d+) (-?\d+)/g)];
      return starts.map(([, x, y]) => new DOMPoint(+x, +y).matrixTransform(toScreen)).map(({ x, y }) => ({ x, y }));
    });
  }, path);

test("C15 a far view has few elements, and a block in it is dragged, not connected", async ({ page }) => {
  const text = tree();
  await open(page, text);
  await canvas(page).focus();
  await page.keyboard.press("1");
  await expect(canvas(page)).toHaveAttribute("data-far", "");
  await expect.poll(() => elements(page)).toBeLessThan(120);
  const before = await corners(page, ".far-card");
  expect(before).toHaveLength(COUNT);

  // At the left edge of a block, where its ports would be.
  const box = (await canvas(page).boundingBox())!;
  const inView = before.filter(({ x, y }) => x > box.x + 200 && y > box.y + 60 && x < box.x + box.width - 200 && y < box.y + box.height - 160);
  const block = inView[Math.floor(inView.length / 2)];
  await drag(page, { x: block.x + 1.5, y: block.y + 2 }, { x: block.x + 41.5, y: block.y + 32 });
  await expect(canvas(page).locator(".far-card.selected")).toHaveCount(1);
  const [moved] = await corners(page, ".far-card.selected");
  expect(Math.abs(moved.x - block.x - 40)).toBeLessThan(8);
  expect(await yaml(page), "nothing was connected").toBe(text);
});

test("C15 a large diagram opens with its cards, and its wires follow", async ({ page }) => {
  await page.addInitScript(() => {
    // In which frame each appears.
    const seen: Record<string, number> = ((window as any).seen = {});
    let frames = 0;
    const look = () => {
      frames += 1;
      for (const [name, selector] of [["cards", "g.card:not(.frame), .far-card"], ["wires", "g.wire, .far-wire"]])
        if (document.querySelector(selector)) seen[name] ??= frames;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  // More than 600 links.
  const text = tree(800);
  await open(page, text);
  await canvas(page).locator("g.wire, .far-wire").first().waitFor({ state: "attached" });
  // Counted in the frame after they appear.
  await page.waitForFunction(() => (window as any).seen.wires > 0);
  const { cards, wires } = await page.evaluate(() => (window as any).seen);
  expect(wires).toBeGreaterThan(cards);
  // The first view is that of the diagram with its wires.
  const zoom = () => page.locator("#canvas > .world").evaluate((world: HTMLElement) => world.style.transform);
  const opened = await zoom();
  await page.reload();
  await canvas(page).locator("g.wire, .far-wire").first().waitFor({ state: "attached" });
  expect(await zoom()).toBe(opened);
  expect(await yaml(page)).toBe(text);
});

test("C15 zooming in draws what comes into view, and only that", async ({ page }) => {
  await open(page, tree());
  await canvas(page).focus();
  await page.keyboard.press("1");
  await page.keyboard.press("Control+a");
  await expect(canvas(page).locator(".far-card:not(.selected)")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("node399");
  await page.keyboard.press("Enter");
  await expect(card(page, "node399")).toBeVisible();
  await canvas(page).focus();
  await page.keyboard.press("0");
  await expect(canvas(page)).not.toHaveAttribute("data-far", "");
  await expect(canvas(page).locator(".far-card")).toHaveCount(0);
  await expect(card(page, "node399").locator("text").first()).toBeVisible();
  expect(await canvas(page).locator("g.card").count()).toBeLessThan(COUNT / 2);
});
