// Everything on the canvas is readable, and nothing hides it.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { openSample, openText, rest } from "./actions";
import { canvas, card, middle } from "./places";
import { expect, type Page, test } from "./base";

/** Zooms by the wheel, in the middle of the canvas. */
async function zoomTo(page: Page, wanted: number) {
  const at = await middle(canvas(page));
  const zoom = () =>
    page
      .locator("g.card")
      .first()
      .evaluate((card: SVGGElement) => card.getScreenCTM()!.a);
  await page.mouse.move(at.x, at.y);
  await page.keyboard.down("Control");
  await expect(async () => {
    const ratio = wanted / (await zoom());
    const factor = Math.min(Math.max(ratio, 1 / ratio), 1.36);
    await page.mouse.wheel(0, ((ratio > 1 ? -1 : 1) * (factor - 1)) / 0.006);
    await rest(page);
    expect(Math.abs((await zoom()) - wanted)).toBeLessThan(0.005);
  }).toPass();
  await page.keyboard.up("Control");
}

const SHOP = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    public-management-network:
      type: tosca.nodes.Root
    web:
      type: tosca.nodes.WebServer
      requirements:
        - host: server
        - dependency: public-management-network
    server:
      type: tosca.nodes.Compute
  policies:
    - apart: { type: tosca.policies.Placement, targets: [ server ] }
    - a_policy_of_many_words: { type: tosca.policies.Placement, targets: [ server ] }
  workflows:
    backup: { steps: { one: { target: web, activities: [ { set_state: backing_up } ] } } }
`;

test("a view that shows names alone shows them whole, and each policy by its name or its icon", async ({ page }) => {
  await openText(page, SHOP, "server");
  const at = await middle(canvas(page));
  await page.mouse.move(at.x, at.y);
  await page.keyboard.down("Control");
  for (let step = 0; step < 3; step++) {
    await page.mouse.wheel(0, 140);
    await rest(page);
  }
  await page.keyboard.up("Control");
  await expect(page.locator("#canvas[data-names]")).toBeAttached();
  const name = card(page, "public-management-network").locator("text");
  expect((await name.allTextContents()).join("")).toBe("public-management-network");
  const pills = page.locator("g.pill");
  await expect(pills).toHaveCount(2);
  for (const pill of await pills.all()) await expect(pill.locator("text, .glyph").first()).toBeVisible();
});

test("the row of workflows covers nothing of the diagram", async ({ page }) => {
  await openText(page, SHOP, "server");
  const row = page.getByRole("group", { name: "Diagrams" });
  const { y, height } = (await row.boundingBox())!;
  expect(y + height).toBeLessThanOrEqual((await canvas(page).boundingBox())!.y);
  await row.getByRole("button", { name: "backup" }).click();
  await expect(row.getByRole("button", { name: "Topology" })).toHaveAttribute("aria-pressed", "false");
});

const LINKED = `name: assembly::linked::1.0
composition:
  a: { type: "resource::a::1.0" }
  b: { type: "resource::b::1.0" }
relationships:
  uses:
    source-capabilities: [a.Out]
    target-requirements: [b.In]
    source-state: Active
    target-state: Inactive
    lifecycle: { Create: [], Cease: [] }
`;

test("cards at 52 % have their icon, the marks of their ports, and a name in one line of a readable size", async ({ page }) => {
  await openSample(page);
  await zoomTo(page, 0.52);
  const balancer = card(page, "balancer");
  await expect(balancer.locator("> .tile")).toBeVisible();
  await expect(balancer.locator("> .glyph")).toBeVisible();
  expect(await balancer.locator("> .port").count()).toBeGreaterThan(0);
  for (const name of ["balancer", "streamer", "net_video", "public-network"]) await expect(card(page, name).locator("> .label")).toHaveCount(1);
  for (const one of await page.locator("g.card").all()) {
    const body = (await one.locator("> .body").boundingBox())!;
    const icon = (await one.locator("> .tile").count()) ? await one.locator("> .tile").boundingBox() : null;
    for (const name of await one.locator("> .label").all()) {
      const box = (await name.boundingBox())!;
      expect(box.x).toBeGreaterThan(body.x);
      expect(box.x + box.width).toBeLessThan(body.x + body.width);
      if (icon) expect(icon.x + icon.width).toBeLessThanOrEqual(box.x);
      const size = await name.evaluate((text: SVGTextElement) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM()!.a);
      expect(size).toBeGreaterThan(11);
    }
  }
});

test("states at the ends of a wire are apart from each other, and not shown where they would be illegible", async ({ page }) => {
  await openText(page, LINKED, "a");
  const notes = page.locator("g.wire .note");
  await canvas(page).focus();
  await page.keyboard.press("0");
  const wire = page.locator("g.wire").first();
  await wire.evaluate((wire) => wire.classList.add("selected"));
  const boxes = await Promise.all((await notes.all()).map((note) => note.boundingBox()));
  expect(boxes.length).toBeGreaterThan(0);
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(0, at)) {
      const beside = one!.x >= other!.x + other!.width || other!.x >= one!.x + one!.width;
      expect(beside || Math.abs(one!.y - other!.y) >= 12).toBe(true);
    }
  await zoomTo(page, 0.55);
  await wire.evaluate((wire) => wire.classList.add("selected"));
  for (const note of await notes.all()) await expect(note).toBeHidden();
});

test("the icons are those of the package", () => {
  execFileSync("node", [fileURLToPath(new URL("../../src/ui/build/icons.mjs", import.meta.url)), "--check"]);
});
