// A first design from the empty page, as a newcomer makes it: a load balancer before two web servers that share a database on a machine with storage.
import { drag, openText, rest, yaml } from "./actions";
import { box, canvas, card, inspector, middle, palette, press, type } from "./places";
import { expect, type Page, test } from "./base";

const DESIGN = `topology_template:
  node_templates:
    load_balancer:
      type: tosca.nodes.LoadBalancer
      requirements:
        - application:
            node: web_server
            capability: data_endpoint
        - application:
            node: web_server_2
            capability: data_endpoint
    web_server:
      type: tosca.nodes.WebServer
      requirements:
        - host: compute
        - dependency: database
    web_server_2:
      type: tosca.nodes.WebServer
      requirements:
        - host: compute_2
        - dependency: database
    compute:
      type: tosca.nodes.Compute
    compute_2:
      type: tosca.nodes.Compute
    database:
      type: tosca.nodes.Database
      properties:
        name: shop
      requirements:
        - host: dbms
    dbms:
      type: tosca.nodes.DBMS
      requirements:
        - host: compute_3
    compute_3:
      type: tosca.nodes.Compute
      requirements:
        - local_storage: block_storage
    block_storage:
      type: tosca.nodes.Storage.BlockStorage
      properties:
        size: 10 GB
`;

/** A place of the canvas that is clear of cards, of the edge of the frame and of the edges of the view. */
const free = (page: Page) =>
  page.evaluate(() => {
    const view = document.querySelector("#canvas")!.getBoundingClientRect();
    const taken = [...document.querySelectorAll("g.card:not(.frame), .controls")].map((item) => item.getBoundingClientRect());
    const frame = document.querySelector("g.card.frame > .body")!.getBoundingClientRect();
    const isFree = (x: number, y: number) => taken.every((at) => x < at.left - 24 || x > at.right + 24 || y < at.top - 24 || y > at.bottom + 24);
    const isClear = (x: number, y: number) => [x - frame.left, x - frame.right, y - frame.top, y - frame.bottom].every((off) => Math.abs(off) > 24);
    for (let x = view.right - 70; x > view.left + 70; x -= 15) {
      for (let y = view.top + 70; y < view.bottom - 70; y += 15) if (isFree(x, y) && isClear(x, y)) return { x, y };
    }
    throw new Error("no free place");
  });

/** Drags a folded port of a card, which a resting pointer opens, to a place. */
async function dragFolded(page: Page, name: string, port: string, to: { x: number; y: number }) {
  const header = await box(page, name);
  await page.mouse.move(header.x + header.width / 2, header.y + 4);
  await page.mouse.move(header.x + header.width / 2, header.y + 12, { steps: 3 });
  const words = page.locator("g.sheet text.port-name", { hasText: new RegExp(`^${port}$`) });
  await expect(words).toBeVisible();
  await drag(page, await middle(words.last()), to);
}

/** Drags an unconnected port that is on its card. */
async function dragPort(page: Page, name: string, port: string, to: { x: number; y: number }) {
  await drag(page, await middle(card(page, name).locator("> text.port-name", { hasText: new RegExp(`^${port}$`) }).first()), to);
}

const picker = (page: Page) => page.locator(".picker");

/** Takes an entry of the open list. */
const pick = async (page: Page, name: RegExp) => picker(page).getByRole("option", { name }).click();

async function setProperty(page: Page, of: string, property: string, value: string) {
  await press(card(page, of), { x: 60, y: 10 });
  const field = inspector(page).getByLabel(new RegExp(`^${property}\\*?$`)).first();
  if (!(await field.isVisible())) await inspector(page).locator("summary", { hasText: /^Properties/ }).click();
  await field.fill(value);
  await field.press("Enter");
}

/** Counts presses of the mouse and of keys in the page. */
const count = (page: Page) =>
  page.addInitScript(() => {
    const pressed = ((window as any).pressed$ = { mouse: 0, keys: 0 });
    addEventListener("pointerdown", () => (pressed.mouse += 1), true);
    addEventListener("keydown", ({ key }) => (pressed.keys += ["Control", "Shift", "Alt"].includes(key) ? 0 : 1), true);
  });
const pressed = (page: Page): Promise<{ mouse: number; keys: number }> => page.evaluate(() => (window as any).pressed$);

const start = async (page: Page) => {
  await count(page);
  await page.goto("./");
  await page.getByRole("button", { name: /^New TOSCA service template/ }).click();
  await expect(canvas(page)).toBeFocused();
};

test("three tiers from the empty page, by mouse", async ({ page }) => {
  await start(page);
  const search = palette(page).getByLabel("Search palette");
  for (const name of ["LoadBalancer", "WebServer"]) {
    await search.fill(name);
    await drag(page, await middle(type(page, name)), await free(page));
  }
  await expect(card(page, "web_server")).toBeVisible();
  await page.keyboard.press("Control+d");
  await expect(card(page, "web_server_2")).toBeVisible();

  // One requirement to both: the second time its port is on the card. Each web server has two endpoints, of which one is chosen.
  await dragFolded(page, "load_balancer", "application", await middle(card(page, "web_server").locator("> .body")));
  await expect(page.getByRole("dialog", { name: "Connect to" }).getByRole("option")).toHaveCount(2);
  await pick(page, /^data_endpoint/);
  await dragPort(page, "load_balancer", "application", await middle(card(page, "web_server_2").locator("> .body")));
  await pick(page, /^data_endpoint/);

  // A node that fulfills the requirement is added where a wire is dropped.
  await dragPort(page, "web_server", "host", await free(page));
  await pick(page, /Compute/);
  await dragPort(page, "web_server_2", "host", await free(page));
  await pick(page, /Compute/);
  await dragFolded(page, "web_server", "dependency", await free(page));
  await pick(page, /Database/);
  await dragPort(page, "database", "host", await free(page));
  await pick(page, /DBMS/);
  await dragPort(page, "dbms", "host", await free(page));
  await pick(page, /Compute/);
  await expect(card(page, "compute_3")).toBeVisible();
  await dragFolded(page, "compute_3", "local_storage", await free(page));
  await pick(page, /BlockStorage/);
  await page.getByRole("button", { name: "Fit to screen" }).first().click();
  await page.keyboard.press("t");
  await expect(card(page, "block_storage")).toBeVisible();
  await rest(page);
  await dragFolded(page, "web_server_2", "dependency", await middle(card(page, "database").locator("> .body")));

  await setProperty(page, "database", "name", "shop");
  await setProperty(page, "block_storage", "size", "10");
  const written = await yaml(page);
  expect(written.slice(written.indexOf("topology_template"))).toBe(DESIGN);
  // One warning is left, with a fix beside it.
  await page.locator(".problem-line", { hasText: "missing required property location" }).click();
  await page.locator(".problem").getByRole("button", { name: /^Add property location/ }).click();
  await expect.poll(() => yaml(page)).toContain("            node: block_storage\n            relationship:\n              type: tosca.relationships.AttachesTo\n");
  await expect(page.getByRole("region", { name: "Problems" })).not.toContainText("missing");
  // Three minutes, with four seconds for each press of the mouse.
  expect((await pressed(page)).mouse).toBeLessThanOrEqual(45);
});

/** Selects a node by the search of the canvas. */
async function find(page: Page, name: string) {
  await page.keyboard.press("Control+f");
  await page.keyboard.type(name);
  await expect(card(page, name)).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Escape");
  await expect(canvas(page)).toBeFocused();
}

/** Chooses a port by arrow keys, of those that the prompt names one after the other. */
async function choose(page: Page, port: string) {
  const prompt = page.locator(".prompt");
  for (let steps = 0; steps < 20 && !(await prompt.textContent())!.includes(port); steps += 1) await page.keyboard.press("ArrowDown");
  await expect(prompt).toContainText(port);
  await page.keyboard.press("Enter");
}

/** Connects a port of the selected node to a new node, which the list offers. */
async function addFor(page: Page, port: string, added: string, name: string) {
  await page.keyboard.press("c");
  await choose(page, `from ${port}`);
  // For a port that fits, one key adds a new node.
  if (await page.locator(".prompt").isVisible()) await page.keyboard.press("n");
  await expect(picker(page)).toBeVisible();
  await page.keyboard.type(added);
  await page.keyboard.press("Enter");
  await expect(card(page, name)).toBeVisible();
}

test("K1 three tiers from the empty page, by keyboard", async ({ page }) => {
  await count(page);
  await page.goto("./");
  const first = page.getByRole("button", { name: /^New TOSCA service template/ });
  for (let steps = 0; steps < 40 && !(await first.evaluate((it) => it === document.activeElement)); steps += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(canvas(page)).toBeFocused();
  for (const [words, name] of [["load", "load_balancer"], ["webs", "web_server"]] as const) {
    await page.keyboard.press("n");
    await page.keyboard.type(words);
    await page.keyboard.press("Enter");
    await expect(card(page, name)).toBeVisible();
  }
  await page.keyboard.press("Control+d");
  await expect(card(page, "web_server_2")).toBeVisible();
  for (const server of ["web_server", "web_server_2"]) {
    await find(page, "load_balancer");
    await page.keyboard.press("c");
    await choose(page, "from application");
    await choose(page, `data_endpoint of ${server} `);
  }
  await find(page, "web_server");
  await addFor(page, "host", "comp", "compute");
  await find(page, "web_server_2");
  await addFor(page, "host", "comp", "compute_2");
  await find(page, "web_server");
  await addFor(page, "dependency", "data", "database");
  await find(page, "web_server_2");
  await page.keyboard.press("c");
  await choose(page, "from dependency");
  await choose(page, "of database");
  await find(page, "database");
  await addFor(page, "host", "dbms", "dbms");
  await addFor(page, "host", "comp", "compute_3");
  await addFor(page, "local_storage", "block", "block_storage");

  for (const [name, property, value] of [["database", "name", "shop"], ["block_storage", "size", "10"]] as const) {
    await find(page, name);
    await page.keyboard.press("Enter");
    const field = inspector(page).getByLabel(new RegExp(`^${property}\\*?$`)).first();
    for (let steps = 0; steps < 30 && !(await field.evaluate((it) => it === document.activeElement)); steps += 1) await page.keyboard.press("Tab");
    await page.keyboard.type(value);
    await page.keyboard.press("Control+Enter");
    await expect(canvas(page)).toBeFocused();
  }
  const keys = (await pressed(page)).keys;
  const written = await yaml(page);
  expect(written.slice(written.indexOf("topology_template"))).toBe(DESIGN);
  // Five minutes, with a second for each key.
  expect(keys).toBeLessThanOrEqual(300);
});

const EDGE = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    app:
      type: tosca.nodes.SoftwareComponent
      requirements: [host: server]
    server:
      type: tosca.nodes.Compute
`;

test("folded ports open in view, on whatever side of their card has room", async ({ page }) => {
  await openText(page, EDGE, "server");
  const edge = (await canvas(page).boundingBox())!;
  for (const side of ["right", "left"] as const) {
    const server = await box(page, "server");
    const by = side === "right" ? edge.x + edge.width - 12 - server.width - server.x : edge.x + 12 - server.x;
    await page.mouse.move(edge.x + 20, edge.y + 60);
    await page.mouse.wheel(-by, 0);
    await expect.poll(async () => Math.round((await box(page, "server")).x - server.x - by)).toBe(0);
    const now = await box(page, "server");
    await page.mouse.move(now.x + now.width / 2, now.y + 12, { steps: 3 });
    const drawer = page.locator("g.sheet").first();
    await expect(drawer).toBeVisible();
    const seen = (await drawer.boundingBox())!;
    expect(seen.x).toBeGreaterThanOrEqual(edge.x - 1);
    expect(seen.x + seen.width).toBeLessThanOrEqual(edge.x + edge.width + 1);
    await page.mouse.move(edge.x + edge.width / 2, edge.y + edge.height - 30);
    await expect(drawer).toBeHidden();
  }
});

const PAIR = `name: assembly::pair::1.0
composition:
  db:
    type: resource::db::1.0
  web:
    type: resource::web::1.0
    quantity: 2
`;

test("a scaling policy dropped on a component makes it a cluster, in one step", async ({ page }) => {
  await openText(page, PAIR, "web");
  const policy = palette(page).getByRole("button", { name: /^Scaling policy/ });
  await policy.scrollIntoViewIfNeeded();
  await drag(page, await middle(policy), await middle(card(page, "web").locator("> .body")));
  await expect.poll(() => yaml(page)).toMatch(/cluster:\n {6}initial-quantity: 2\n[^]*policies:\n {2}scale-web:\n[^]* target: web\n/);
  await canvas(page).focus();
  await page.keyboard.press("Control+z");
  expect(await yaml(page)).toBe(PAIR);
});

test("a new node never covers another, wherever it is dropped", async ({ page }) => {
  await openText(page, PAIR, "web");
  const part = palette(page).getByRole("button", { name: /^Reference/ });
  for (const count of [1, 2]) {
    const web = await box(page, "web");
    await drag(page, await middle(part), { x: web.x + 30, y: web.y + 20 });
    await expect(page.locator("g.card.reference, g.card[aria-label^='reference']")).toHaveCount(count);
  }
  const boxes = await page.locator("g.card:not(.frame) > .body").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
  for (const [at, one] of boxes.entries()) {
    for (const other of boxes.slice(at + 1)) {
      const overlaps = one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
      expect(overlaps, JSON.stringify([one, other])).toBe(false);
    }
  }
});
