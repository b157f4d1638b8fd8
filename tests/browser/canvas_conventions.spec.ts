// Conventions of canvas editors, by their rows, with a real mouse and keyboard.
import { openItem, openSample, openText, paste, yaml } from "./actions";
import { box, canvas, card, inspector, middle, press, spot, type } from "./places";
import { expect, type Page, test } from "./base";

const CHAIN = `tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - dependency: db
    db:
      type: tosca.nodes.SoftwareComponent
    cache:
      type: tosca.nodes.SoftwareComponent
    lone:
      type: tosca.nodes.Compute
`;

async function click(page: Page, name: string, keys: string[] = []) {
  const at = await box(page, name);
  for (const key of keys) await page.keyboard.down(key);
  await page.mouse.click(at.x + at.width / 2 + 10, at.y + 8);
  for (const key of keys) await page.keyboard.up(key);
}

const selected = (page: Page) =>
  page.locator("g.card.selected").evaluateAll((all) => all.map((it) => it.getAttribute("aria-label")!.split(",")[0]).sort());

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 5 });
  await page.mouse.move(to.x, to.y, { steps: 5 });
}

test("C12 Alt-drag leaves the original in place and adds a copy, in one step", async ({ page }) => {
  await openText(page, CHAIN, "lone");
  const was = await box(page, "lone");
  const place = await card(page, "lone").getAttribute("transform");
  await page.keyboard.down("Alt");
  await drag(page, { x: was.x + 100, y: was.y + 8 }, { x: was.x + 160, y: was.y + 150 });
  await expect(page.locator(".to-be")).toBeVisible();
  await page.mouse.up();
  await page.keyboard.up("Alt");
  await expect(card(page, "lone-2")).toBeVisible();
  expect(await card(page, "lone").getAttribute("transform")).toBe(place);
  // The camera moves if the frame has grown out of view.
  const [now, copy] = [await box(page, "lone"), await box(page, "lone-2")];
  expect(Math.abs(copy.x - now.x - 60)).toBeLessThan(4);
  await page.keyboard.press("Control+z");
  await expect(card(page, "lone-2")).toHaveCount(0);
});

test("C2 a marquee touches, contains with Control, adds with Shift and removes with Alt", async ({ page }) => {
  await openText(page, CHAIN, "web");
  const [web, lone] = [await box(page, "web"), await box(page, "lone")];
  const around = { from: { x: lone.x - 12, y: lone.y - 12 }, half: { x: lone.x + 60, y: lone.y + lone.height + 12 } };
  await drag(page, around.from, around.half);
  await page.mouse.up();
  expect(await selected(page)).toEqual(["lone"]);
  await page.keyboard.down("Control");
  await drag(page, around.from, around.half);
  await page.mouse.up();
  await page.keyboard.up("Control");
  expect(await selected(page)).toEqual([]);
  await page.keyboard.down("Control");
  await drag(page, around.from, { x: lone.x + lone.width + 12, y: lone.y + lone.height + 12 });
  await page.mouse.up();
  await page.keyboard.up("Control");
  expect(await selected(page)).toEqual(["lone"]);
  await page.keyboard.down("Shift");
  await drag(page, { x: web.x - 12, y: web.y - 12 }, { x: web.x + 30, y: web.y + 30 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  expect(await selected(page)).toEqual(["lone", "web"]);
  await page.keyboard.down("Alt");
  await drag(page, around.from, around.half);
  await page.mouse.up();
  await page.keyboard.up("Alt");
  expect(await selected(page)).toEqual(["web"]);
});

test("C3 nodes are aligned and distributed by keys and by the menu, in one step", async ({ page }) => {
  await openText(page, CHAIN, "web");
  await page.keyboard.press("Control+a");
  const names = ["web", "db", "cache", "lone"];
  const all = async () => Promise.all(names.map((name) => box(page, name)));
  const before = await all();
  await canvas(page).focus();
  await page.keyboard.press("Alt+a");
  await expect(async () => expect(new Set((await all()).map(({ x }) => Math.round(x))).size).toBe(1)).toPass();
  await page.keyboard.press("Control+z");
  await expect(async () => expect(await all()).toEqual(before)).toPass();
  await click(page, "web");
  await click(page, "cache", ["Shift"]);
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: /^Align bottom/ }).click();
  await expect(async () => {
    const [web, cache] = [await box(page, "web"), await box(page, "cache")];
    expect(Math.abs(web.y + web.height - cache.y - cache.height)).toBeLessThan(1.5);
  }).toPass();
  // Distributed: the gaps between three are equal.
  const lone = await box(page, "lone");
  await drag(page, { x: lone.x + 100, y: lone.y + 8 }, { x: lone.x + 120, y: lone.y + 130 });
  await page.mouse.up();
  await page.keyboard.press("Escape");
  await click(page, "web");
  await click(page, "db", ["Shift"]);
  await click(page, "lone", ["Shift"]);
  await page.keyboard.press("Alt+a");
  await page.keyboard.press("Alt+Shift+v");
  await expect(async () => {
    const three = (await Promise.all(["web", "db", "lone"].map((name) => box(page, name)))).sort((one, other) => one.y - other.y);
    const gaps = [1, 2].map((at) => three[at].y - three[at - 1].y - three[at - 1].height);
    expect(Math.abs(gaps[0] - gaps[1])).toBeLessThan(1.5);
    expect(new Set(three.map(({ x }) => Math.round(x))).size).toBe(1);
  }).toPass();
});

test("C3 a dragged node snaps where gaps are equal, with marks", async ({ page }) => {
  await openText(page, CHAIN, "web");
  // Room on the right, so that the view does not follow.
  for (let at = 0; at < 2; at++) await page.getByRole("button", { name: "Zoom out" }).click();
  await page.waitForTimeout(400);
  const [web, db] = [await box(page, "web"), await box(page, "db")];
  const gap = db.x - web.x - web.width;
  const lone = await box(page, "lone");
  const grip = { x: lone.x + 100, y: lone.y + 8 };
  // Right of both, a few pixels beside the place with the same gap, and not aligned with anything.
  const to = { x: grip.x + db.x + db.width + gap + 3 - lone.x, y: grip.y + db.y + 13 - lone.y };
  await drag(page, grip, to);
  const now = await box(page, "lone");
  expect(Math.abs(now.x - db.x - db.width - gap)).toBeLessThan(1.5);
  expect(await page.locator("line.guide").count()).toBeGreaterThanOrEqual(2);
  await page.keyboard.press("Escape");
  await page.mouse.up();
});

test("C10 drop on a wire splices, and one undo takes it back", async ({ page }) => {
  await openText(page, CHAIN, "web");
  const text = await yaml(page);
  const wire = (await page.locator("g.wire.relationship > path").first().boundingBox())!;
  const cache = await box(page, "cache");
  await drag(page, { x: cache.x + cache.width / 2, y: cache.y + 8 }, { x: wire.x + wire.width / 2, y: wire.y + wire.height / 2 });
  await expect(page.locator("path.splice")).toHaveCount(1);
  await page.mouse.up();
  await expect(page.locator("g.wire.relationship")).toHaveCount(2);
  const spliced = await yaml(page);
  expect(spliced).toMatch(/web:[\s\S]*dependency: cache[\s\S]*cache:[\s\S]*dependency: db/);
  await canvas(page).focus();
  await page.keyboard.press("Control+z");
  await expect(page.locator("g.wire.relationship")).toHaveCount(1);
  expect(await yaml(page)).toBe(text);
});

test("C10 Ctrl+Delete removes a node and connects its neighbors", async ({ page }) => {
  const text = CHAIN.replace("    cache:\n      type: tosca.nodes.SoftwareComponent\n", "    cache:\n      type: tosca.nodes.SoftwareComponent\n      requirements:\n        - dependency: db\n").replace("- dependency: db", "- dependency: cache");
  await openText(page, text, "web");
  await expect(page.locator("g.wire.relationship")).toHaveCount(2);
  await click(page, "cache");
  await page.keyboard.press("Control+Delete");
  await expect(card(page, "cache")).toHaveCount(0);
  await expect(page.locator("g.wire.relationship")).toHaveCount(1);
  expect(await yaml(page)).toMatch(/web:[\s\S]*dependency: db/);
  await canvas(page).focus();
  await page.keyboard.press("Control+z");
  await expect(card(page, "cache")).toBeVisible();
  expect(await yaml(page)).toBe(text);
});

test("C12 pasted YAML becomes nodes with unused names that refer to each other", async ({ page }) => {
  await openText(page, CHAIN, "web");
  await canvas(page).focus();
  await paste(page, "lone:\n  type: tosca.nodes.Compute # from elsewhere\napp:\n  type: tosca.nodes.SoftwareComponent\n  requirements:\n    - host: lone\n");
  await expect(card(page, "app")).toBeVisible();
  expect(await selected(page)).toEqual(["app", "lone-2"]);
  expect(await yaml(page)).toBe(`${CHAIN}    lone-2:\n      type: tosca.nodes.Compute # from elsewhere\n    app:\n      type: tosca.nodes.SoftwareComponent\n      requirements:\n        - host: lone-2\n`);
  await expect(page.getByRole("tab", { name: /pasted/ })).toHaveCount(0);
});

test("C12 cut and paste, by the context menu too", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openText(page, CHAIN, "lone");
  await click(page, "lone");
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: /^Cut/ }).click();
  await expect(card(page, "lone")).toHaveCount(0);
  const at = await spot(page, 0.5, 0.95);
  await page.mouse.click(at.x, at.y, { button: "right" });
  await page.getByRole("menuitem", { name: /^Paste/ }).click();
  await expect(card(page, "lone")).toBeVisible();
});

test("C12 Ctrl+D copies a host with its contents", async ({ page }) => {
  await openItem(page, /Book shop/);
  await click(page, "web_machine");
  await page.keyboard.press("Control+d");
  for (const name of ["web_machine_2", "web_server_2", "storefront_2"]) await expect(card(page, name)).toBeAttached();
  expect(await yaml(page)).toMatch(/web_server_2:[\s\S]*web_machine_2/);
});

test("C2 dependents, dependencies and nodes of the same type are selected by keys", async ({ page }) => {
  await openText(page, CHAIN, "web");
  await click(page, "web");
  await page.keyboard.press("d");
  expect(await selected(page)).toEqual(["db", "web"]);
  await click(page, "db");
  await page.keyboard.press("u");
  expect(await selected(page)).toEqual(["db", "web"]);
  await click(page, "cache");
  await page.keyboard.press("Control+Shift+a");
  expect(await selected(page)).toEqual(["cache", "db", "web"]);
});

const zoom = (page: Page) => page.locator(".world").evaluate((it) => new DOMMatrix(getComputedStyle(it).transform).a);

test("C1 after a click on a zoom button, Space pans; zoom to the selection enlarges", async ({ page }) => {
  await openSample(page);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect(canvas(page)).toBeFocused();
  const now = await zoom(page);
  await page.keyboard.down("Space");
  const from = await spot(page, 0.5, 0.9);
  const was = await box(page, "balancer");
  await drag(page, from, { x: from.x + 80, y: from.y - 30 });
  await page.mouse.up();
  await page.keyboard.up("Space");
  expect(await zoom(page)).toBe(now);
  expect(Math.round((await box(page, "balancer")).x - was.x)).toBe(80);
  await page.keyboard.press("1");
  await click(page, "streamer");
  await page.keyboard.press("2");
  await expect(async () => expect(await zoom(page)).toBeGreaterThan(1.2)).toPass();
});

test("C1 the wheel pans, with Control it zooms at the pointer, and the middle button drags the view", async ({ page }) => {
  await openText(page, CHAIN, "web");
  const [start, was] = [await zoom(page), await box(page, "web")];
  const at = await spot(page, 0.5, 0.9);
  await page.mouse.move(at.x, at.y);
  await page.mouse.wheel(0, 60);
  await expect.poll(async () => Math.round((await box(page, "web")).y - was.y)).toBe(-60);
  expect(await zoom(page)).toBe(start);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down({ button: "middle" });
  await page.mouse.move(at.x + 40, at.y + 30, { steps: 4 });
  await page.mouse.up({ button: "middle" });
  await expect.poll(async () => Math.round((await box(page, "web")).x - was.x)).toBe(40);
  expect(await selected(page)).toEqual([]);
  // The pointer stays on the same place of the diagram.
  const web = await box(page, "web");
  const pointer = { x: web.x + 4, y: web.y + 4 };
  await page.mouse.move(pointer.x, pointer.y);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -120);
  await page.keyboard.up("Control");
  await expect.poll(() => zoom(page)).toBeGreaterThan(start * 1.05);
  const now = await box(page, "web");
  const grown = (await zoom(page)) / start;
  expect(Math.abs(now.x + 4 * grown - pointer.x)).toBeLessThan(2);
  expect(Math.abs(now.y + 4 * grown - pointer.y)).toBeLessThan(2);
});

test("C14 the minimap opens on request only, and is remembered", async ({ page }) => {
  await openSample(page);
  for (let at = 0; at < 4; at++) await page.getByRole("button", { name: "Zoom in" }).click();
  await expect(page.locator("svg.map")).toHaveCount(0);
  await page.getByRole("button", { name: "Minimap" }).click();
  await expect(page.locator("svg.map")).toBeVisible();
  await page.reload();
  await expect(page.locator("svg.map")).toBeVisible();
});

test("C8 a wire dropped on the empty canvas lists what fits, inside the canvas", async ({ page }) => {
  await openText(page, CHAIN, "lone");
  await click(page, "cache");
  await page.keyboard.press("e");
  const port = (await page.locator("g.sheet .port.requirement").first().boundingBox())!;
  const stage = (await canvas(page).boundingBox())!;
  await drag(page, { x: port.x + 5, y: port.y + 5 }, { x: stage.x + stage.width - 60, y: stage.y + stage.height - 60 });
  await page.mouse.up();
  const picker = page.locator(".picker");
  await expect(picker).toBeVisible();
  const shown = (await picker.boundingBox())!;
  expect(shown.y + shown.height).toBeLessThanOrEqual(stage.y + stage.height);
  expect(shown.x + shown.width).toBeLessThanOrEqual(stage.x + stage.width);
});

test("C5 auto-arrange moves cards to their places in sight, and at once with reduced motion", async ({ page }) => {
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    await page.emulateMedia({ reducedMotion });
    await openText(page, CHAIN, "web");
    const was = await box(page, "lone");
    await drag(page, { x: was.x + 100, y: was.y + 8 }, { x: was.x + 220, y: was.y + 160 });
    await page.mouse.up();
    const dragged = await box(page, "lone");
    await page.evaluate(() => {
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...how) {
        if (this.matches("g.card")) document.documentElement.setAttribute("data-moved", "");
        return animate.apply(this, how);
      };
    });
    await page.keyboard.press("t");
    const moved = page.locator("html[data-moved]");
    if (reducedMotion === "reduce") {
      await page.waitForTimeout(300);
      await expect(moved).toHaveCount(0);
    } else {
      await expect(moved).toBeAttached();
    }
    await expect.poll(() => box(page, "lone")).not.toEqual(dragged);
    await expect.poll(() => page.evaluate(() => document.getAnimations().filter((it) => (it.effect as KeyframeEffect).target?.matches("g.card")).length)).toBe(0);
  }
});

test("a node that is dropped beside the zoom buttons is not below them", async ({ page }) => {
  await openText(page, CHAIN, "lone");
  const controls = (await page.getByRole("group", { name: "View" }).boundingBox())!;
  const from = await middle(type(page, "Compute"));
  await drag(page, from, { x: controls.x - 30, y: controls.y + 10 });
  await page.mouse.up();
  await expect(page.locator("g.card.selected")).toHaveCount(1);
  await expect(async () => {
    const added = (await page.locator("g.card.selected > .body").boundingBox())!;
    const isBeside = added.x + added.width <= controls.x || added.y + added.height <= controls.y;
    expect(isBeside).toBe(true);
    const desk = (await canvas(page).boundingBox())!;
    expect(added.x + added.width).toBeLessThanOrEqual(desk.x + desk.width);
    expect(added.y + added.height).toBeLessThanOrEqual(desk.y + desk.height);
  }).toPass();
});

test("a component is marked while the form of its property is shown", async ({ page }) => {
  const text = `name: assembly::shop::1.0
composition:
  web: {type: 'resource::web::1.0', properties: {size: {value: small}}}
  db: {type: 'resource::db::1.0'}
`;
  await openText(page, text, "web");
  await press(card(page, "web"), { x: 60, y: 20 });
  await expect(card(page, "web")).toHaveClass(/\bselected\b/);
  await inspector(page).getByPlaceholder("New property name").fill("zone");
  await page.keyboard.press("Enter");
  await expect(page.locator(".cm-content")).toContainText("zone:");
  await expect(card(page, "web")).toHaveClass(/\bcaught\b/);
  await expect(card(page, "db")).not.toHaveClass(/\b(selected|caught)\b/);
  await press(card(page, "db"), { x: 60, y: 20 });
  await expect(card(page, "web")).not.toHaveClass(/\b(selected|caught)\b/);
});

const HOSTED = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    web:
      type: tosca.nodes.WebServer
      requirements:
        - host: machine
    machine:
      type: tosca.nodes.Compute
    disk:
      type: tosca.nodes.Storage.BlockStorage
      properties: { size: 10 GB }
`;

test("C10 a node that is dragged out of its host stays where it is dropped", async ({ page }) => {
  await openText(page, HOSTED, "web");
  for (let at = 0; at < 2; at++) await page.getByRole("button", { name: "Zoom out" }).click();
  await page.waitForTimeout(400);
  const [web, machine] = [await box(page, "web"), await box(page, "machine")];
  const grip = { x: web.x + web.width / 2 + 10, y: web.y + 6 };
  const to = { x: grip.x + 20, y: machine.y + machine.height + 60 };
  await drag(page, grip, to);
  await page.mouse.up();
  await expect.poll(() => yaml(page)).not.toContain("- host: machine");
  await expect(async () => {
    const now = await box(page, "web");
    expect(Math.abs(now.x - web.x - 20)).toBeLessThan(12);
    expect(Math.abs(now.y + 6 - to.y)).toBeLessThan(12);
  }).toPass();
});

test("C9 the middle of a short wire is the wire, and its ends are ports", async ({ page }) => {
  await openText(page, CHAIN, "web");
  const [web, db] = [await box(page, "web"), await box(page, "db")];
  const gap = db.x - web.x - web.width;
  await drag(page, { x: db.x + 100, y: db.y + 8 }, { x: db.x + 100 - gap + 26, y: db.y + 8 });
  await page.mouse.up();
  await page.keyboard.press("Escape");
  const line = (await page.locator("g.wire.relationship > path").first().boundingBox())!;
  expect(line.width).toBeLessThan(40);
  await page.mouse.click(line.x + line.width / 2, line.y + line.height / 2);
  await expect(page.locator("g.wire.selected")).toHaveCount(1);
  await expect(page.locator(".prompt")).toHaveCount(0);
});
