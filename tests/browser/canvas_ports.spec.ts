// Ports, wires, and the first picture of a diagram, as a new user meets them.
import { openItem, openSample, openText } from "./actions";
import { box, canvas, card, press } from "./places";
import { expect, type Page, test } from "./base";

const SHOP = `tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  my.App:
    derived_from: tosca.nodes.SoftwareComponent
    requirements:
      - store: { capability: tosca.capabilities.Endpoint.Database, occurrences: [1, 1] }
topology_template:
  node_templates:
    app: { type: my.App, requirements: [{ host: machine }] }
    machine: { type: tosca.nodes.Compute }
    db: { type: tosca.nodes.Database, properties: { name: books }, requirements: [{ host: dbms }] }
    dbms: { type: tosca.nodes.DBMS, requirements: [{ host: data_machine }] }
    data_machine: { type: tosca.nodes.Compute }
`;

test("C8 the whole mark of a port and its name start a wire", async ({ page }) => {
  await openText(page, SHOP, "app");
  const port = card(page, "app").locator(".port.requirement.unmet").first();
  const name = card(page, "app").locator("text.port-name", { hasText: "store" });
  await expect(name).toBeVisible();
  // The problem of this port opens the problems pane, and the view follows.
  await expect(page.locator(".status")).toContainText("1");
  await page.waitForTimeout(600);
  const mark = (await port.boundingBox())!;
  const [x, y] = [mark.x + mark.width / 2, mark.y + mark.height / 2];
  const label = (await name.boundingBox())!;
  const starts = [
    { x, y },
    { x: x + 11, y },
    { x: x - 11, y: y + 8 },
    { x: x + 4, y: y - 10 },
    { x: label.x + 4, y: label.y + label.height / 2 },
  ];
  for (const from of starts) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y + 40, { steps: 4 });
    await expect(page.locator("path.loose"), `from ${from.x - x}, ${from.y - y}`).toBeVisible();
    await page.keyboard.press("Escape");
    await page.mouse.up();
  }
});

test("C16 resting on a card shows its folded ports: on hosts and on cards in a host, and the way to them is open", async ({ page }) => {
  await openText(page, SHOP, "app");
  for (const name of ["machine", "app", "data_machine", "dbms", "db"]) {
    const at = await box(page, name);
    await page.mouse.move(at.x + at.width / 2, at.y + 12, { steps: 3 });
    const sheet = page.locator("g.sheet > .body");
    await expect(sheet, name).toBeVisible();
    // Going to the ports never closes them.
    const ports = (await page.locator("g.sheet .port").first().boundingBox())!;
    await page.mouse.move(ports.x + ports.width / 2, ports.y + ports.height / 2, { steps: 12 });
    await page.waitForTimeout(400);
    await expect(sheet, name).toBeVisible();
    await page.mouse.down();
    await page.mouse.move(ports.x + 60, ports.y - 50, { steps: 4 });
    await expect(page.locator("path.loose"), name).toBeVisible();
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await page.mouse.move(5, 5);
  }
});

test("C4 a diagram reads from what needs something to what offers it, with an arrowhead there", async ({ page }) => {
  await openItem(page, /Book shop/);
  const [shop, data] = [await box(page, "storefront"), await box(page, "catalogue")];
  expect(shop.x + shop.width).toBeLessThan(data.x);
  const wire = page.locator("g.wire.relationship:not(.nests) > path").first();
  // The path, then three points of the arrowhead.
  expect((await wire.getAttribute("d"))!.match(/M/g)).toHaveLength(2);
});

test("C13 hosting has a sign in words, which selects the relationship", async ({ page }) => {
  await openItem(page, /Book shop/);
  const sign = page.locator("g.wire.nests[id]", { hasText: "on web_server" });
  await press(sign.locator("text"));
  await expect(sign).toHaveClass(/selected/);
});

test("C3 the dragged card is above all others", async ({ page }) => {
  await openSample(page);
  // A click waits until the diagram is at rest.
  await press(card(page, "balancer"), { x: 90, y: 12 });
  const [from, to] = [await box(page, "balancer"), await box(page, "streamer")];
  await page.mouse.move(from.x + 90, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(to.x + 100, to.y + 20, { steps: 8 });
  const last = page.locator("g.card[role=button]").last();
  await expect(last).toHaveAttribute("aria-label", /^balancer, /);
  await page.keyboard.press("Escape");
  await page.mouse.up();
});

/** The sizes on the screen of the smallest name of a card and of the smallest text in the diagram, in pixels. */
const sizes = (page: Page) =>
  page.evaluate(() => {
    const zoom = new DOMMatrix(getComputedStyle(document.querySelector(".world")!).transform).a;
    const least = (texts: string) => {
      const shown = [...document.querySelectorAll(`.world ${texts}`)].filter((it) => it.textContent && it.getBoundingClientRect().height > 0);
      return Math.min(...shown.map((it) => Number.parseFloat(getComputedStyle(it).fontSize) * zoom));
    };
    return { name: least("g.card > text.label"), text: least("text:not(.unmet)") };
  });

/** The zoom, and if the whole diagram is in view. */
const first = (page: Page) =>
  page.evaluate(() => {
    const stage = document.querySelector(".canvas")!.getBoundingClientRect();
    const zoom = new DOMMatrix(getComputedStyle(document.querySelector(".world")!).transform).a;
    const cards = [...document.querySelectorAll(".world g.card > .body")].map((it) => it.getBoundingClientRect());
    const whole = cards.every((it) => it.left >= stage.left && it.right <= stage.right && it.top >= stage.top && it.bottom <= stage.bottom);
    return { zoom, whole };
  });

test("C13 the first picture of a sample is whole, with names of at least 11 pixels and no text below 9", async ({ page }) => {
  const samples = [/Streamer cluster/, /Basic test assembly/, /Media edge/, /Book shop/, /Web cluster/, /Monitored service/, /Catalog of a reading room/, /Video homing/, /Specification guide/];
  for (const sample of samples) {
    await openItem(page, sample);
    await expect(async () => {
      expect((await first(page)).whole, `${sample} is whole`).toBe(true);
      const { name, text } = await sizes(page);
      expect(name, `names of ${sample}`).toBeGreaterThanOrEqual(11);
      expect(text, `texts of ${sample}`).toBeGreaterThanOrEqual(9);
    }).toPass();
    await page.evaluate(() => indexedDB.databases().then((all) => Promise.all(all.map(({ name }) => indexedDB.deleteDatabase(name!)))));
  }
});

test("C13 a frame with many ports folds those without a wire, and shows them by its note", async ({ page }) => {
  await openSample(page);
  const frame = page.locator("g.card.frame");
  await expect(frame.locator(".port")).toHaveCount(0);
  await press(frame.locator("text.more"));
  const input = page.locator("g.sheet text.port-name", { hasText: "numOfStreamers" });
  await expect(input).toBeVisible();
  // An input is dragged from there to a component.
  const [from, to] = [(await input.boundingBox())!, await box(page, "streamer")];
  await page.mouse.move(from.x + 4, from.y + 6);
  await page.mouse.down();
  await page.mouse.move(to.x + 100, to.y + 20, { steps: 8 });
  await expect(page.locator("path.loose")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.mouse.up();
});

test("C13 many nodes open with readable names; cards below 50 % show names alone", async ({ page }) => {
  const nodes = Array.from({ length: 200 }, (_, at) => `    machine_${at}: { type: tosca.nodes.Compute }`);
  const text = `tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template:\n  node_templates:\n${nodes.join("\n")}\n`;
  await openText(page, text, "machine_0");
  const label = card(page, "machine_0").locator("text.label").first();
  const height = async () => {
    const size = await label.evaluate((it) => Number.parseFloat(getComputedStyle(it).fontSize));
    return size * (await first(page)).zoom;
  };
  // Smaller than 11 pixels only where the name is whole in no larger text.
  await expect(async () => expect(await height()).toBeGreaterThanOrEqual(8.5)).toPass();
  await expect(label).toHaveText("machine_0");
  await expect(card(page, "machine_0").locator("text.caption")).toHaveCount(0);
  await canvas(page).focus();
  await page.keyboard.press("0");
  await expect(page.locator("g.card:not(.frame) text.caption").first()).toBeVisible();
});
