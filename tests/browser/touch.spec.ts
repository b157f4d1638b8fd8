// Touch: a resting finger opens the menu, and whatever can be pressed is large enough for a finger.
import { openFiles, rest } from "./actions";
import { axe } from "./axe";
import { card, middle } from "./places";
import { type Browser, expect, type Page, test } from "./base";

const SHOP = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    web:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - dependency: cache
    cache:
      type: tosca.nodes.SoftwareComponent
    db:
      type: tosca.nodes.SoftwareComponent
`;

/** Something to press, smaller than a finger: its name and its size. Text in a paragraph and boxes with a large label are not meant. */
function small() {
  const found: string[] = [];
  const parts = "button, a[href], input, select, textarea, summary, [role=menuitem], [role=treeitem], [role=option], [role=tab]";
  for (const item of document.querySelectorAll<HTMLElement>(parts)) {
    const label = item.closest("label") ?? (item instanceof HTMLInputElement ? item.labels?.[0] : null);
    const isBox = item instanceof HTMLInputElement && ["checkbox", "radio"].includes(item.type);
    const { width, height } = (isBox && label ? label : item).getBoundingClientRect();
    const isShown = width > 1 && height > 1 && item.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const isText = item.matches("a") && item.closest("p, li");
    if (!isShown || isText || item.closest(".cm-editor, svg, .skip, .unseen")) continue;
    if (width < 43.5 || height < 43.5) found.push(`${item.tagName} ${item.className} "${item.getAttribute("aria-label") ?? item.innerText}" ${width}x${height}`);
  }
  return [...new Set(found)];
}

const all = async (page: Page, state: string) => expect(await page.evaluate(small), state).toEqual([]);

async function start(browser: Browser, baseURL: string, width: number, height: number) {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width, height } });
  const page = await context.newPage();
  await page.goto(baseURL);
  return { context, page };
}

async function openSample(page: Page) {
  await page.getByRole("button", { name: "New", exact: true }).first().tap();
  await expect(page.getByRole("menuitem").first()).toBeVisible();
  await all(page, "the menu New");
  await page.getByRole("menuitem", { name: /Streamer cluster/ }).tap();
  await expect(card(page, "balancer")).toBeVisible();
}

async function fingers(page: Page) {
  const client = await page.context().newCDPSession(page);
  return (type: "touchStart" | "touchMove" | "touchEnd", ...points: { x: number; y: number }[]) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })) });
}

test("K6 a finger that rests opens the menu of what is below it", async ({ browser, baseURL }) => {
  const { context, page } = await start(browser, baseURL!, 1180, 820);
  await openSample(page);
  const touch = await fingers(page);
  const menu = page.getByRole("menu", { name: "Actions" });
  const at = await middle(card(page, "balancer").locator("text.label"));
  await touch("touchStart", at);
  await expect(menu).toBeVisible();
  await touch("touchEnd");
  await expect(menu).toBeVisible();
  await expect(card(page, "balancer")).toHaveAttribute("aria-pressed", "true");
  await all(page, "the menu of a node");
  await menu.getByRole("menuitem", { name: /^Pin/ }).tap();
  await expect(menu).toHaveCount(0);
  await expect(card(page, "balancer").locator("> .pinned")).toBeVisible();

  // A finger that drags, and two fingers, open none.
  const place = await card(page, "balancer").getAttribute("transform");
  await touch("touchStart", at);
  for (let step = 1; step <= 4; step += 1) await touch("touchMove", { x: at.x, y: at.y + 10 * step });
  await page.waitForTimeout(700);
  await expect(menu).toHaveCount(0);
  await touch("touchEnd");
  await expect.poll(() => card(page, "balancer").getAttribute("transform")).not.toBe(place);
  await touch("touchStart", at);
  await touch("touchStart", at, { x: at.x + 80, y: at.y });
  await page.waitForTimeout(700);
  await touch("touchEnd");
  await expect(menu).toHaveCount(0);

  // On the empty canvas, the menu of the canvas.
  const desk = (await page.locator("#canvas").boundingBox())!;
  await touch("touchStart", { x: desk.x + desk.width / 2, y: desk.y + desk.height - 40 });
  await expect(menu.getByRole("menuitem", { name: /^Select all/ })).toBeVisible();
  await touch("touchEnd");
  await context.close();
});

for (const [width, height] of [[1180, 820], [390, 844]] as const) {
  test(`K6 what can be pressed is large enough for a finger in a window ${width} wide`, async ({ browser, baseURL }) => {
    const { context, page } = await start(browser, baseURL!, width, height);
    await expect(page.getByRole("button", { name: "New", exact: true }).first()).toBeVisible();
    await all(page, "the start page");
    await openSample(page);
    const isNarrow = width < 800;
    if (isNarrow) {
      const bar = (await page.locator(".toolbar").boundingBox())!;
      const last = (await page.getByRole("button", { name: "Commands" }).boundingBox())!;
      expect(last.x + last.width).toBeLessThanOrEqual(bar.x + bar.width);
    }
    await all(page, "a diagram");
    const found = await axe(page);
    expect(found.violations.map((it) => `${it.id}: ${it.nodes[0].html}`)).toEqual([]);
    await page.touchscreen.tap(...(Object.values(await middle(card(page, "balancer").locator("text.label"))) as [number, number]));
    await expect(card(page, "balancer")).toHaveAttribute("aria-pressed", "true");
    const panes = isNarrow ? page.getByRole("tablist", { name: "Panes" }).getByRole("tab") : null;
    for (let at = 0; at < ((await panes?.count()) ?? 1); at += 1) {
      await panes?.nth(at).tap();
      await page.waitForTimeout(200);
      await all(page, `pane ${at}`);
    }
    await page.getByRole("button", { name: "Commands" }).tap();
    await expect(page.getByRole("dialog")).toBeVisible();
    await all(page, "the list of commands");
    await page.getByLabel("Search commands, nodes, files and text").fill("Open catalog…");
    await page.getByRole("option", { name: "Open catalog…" }).tap();
    const catalog = page.getByRole("dialog", { name: "Catalog" });
    const chooser = page.waitForEvent("filechooser");
    await catalog.getByRole("button", { name: "Add files or packages" }).tap();
    await (await chooser).setFiles({ name: "db.yaml", mimeType: "application/yaml", buffer: Buffer.from("name: resource::db::1.2\n") });
    await expect(catalog.locator(".catalog-source")).toHaveCount(1);
    await all(page, "the catalog");
    await page.keyboard.press("Escape");
    if (!isNarrow) {
      await page.locator(".cm-line").getByText("balancer", { exact: true }).first().tap();
      await page.keyboard.press("Shift+F12");
      await expect(page.getByRole("dialog", { name: "References" })).toBeVisible();
      await all(page, "references");
    }
    await context.close();
  });
}

test("K6 a finger opens the trace of a value and follows it", async ({ browser, baseURL }) => {
  const { context, page } = await start(browser, baseURL!, 390, 844);
  await openSample(page);
  await page.touchscreen.tap(...(Object.values(await middle(card(page, "balancer").locator("text.label"))) as [number, number]));
  await expect(card(page, "balancer")).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("tablist", { name: "Panes" }).getByRole("tab", { name: "Inspector" }).tap();
  const form = page.locator('[aria-label="Inspector"]');
  const button = form.locator(".entry-row > .trace-tool").first();
  // It does not wait for a pointer that rests.
  await expect(button).toHaveCSS("opacity", "1");
  await button.tap();
  const trace = form.getByRole("region", { name: /^Value of balancer\./ });
  await expect(trace).toBeFocused();
  await all(page, "a trace");
  const below = async () => {
    const [head, box] = [(await form.locator(".form-head").boundingBox())!, (await trace.boundingBox())!];
    return box.y - head.y - head.height;
  };
  await expect.poll(below).toBeGreaterThanOrEqual(0);
  await trace.getByRole("button", { name: "Show in diagram" }).tap();
  await expect(page.locator("#canvas")).toBeInViewport();
  await expect(card(page, "balancer")).not.toHaveClass(/\bno\b/);
  await context.close();
});

test("K6 a finger beside a port draws a wire from it", async ({ browser, baseURL }) => {
  const { context, page } = await start(browser, baseURL!, 1180, 820);
  await page.goto(baseURL!);
  await openFiles(page, { "shop.yaml": SHOP });
  await expect(card(page, "db")).toBeVisible();
  await rest(page);
  const touch = await fingers(page);
  await page.touchscreen.tap(...(Object.values(await middle(card(page, "web").locator("text.label"))) as [number, number]));
  await expect(card(page, "web")).toHaveAttribute("aria-pressed", "true");
  const port = await middle(card(page, "web").locator("g.port.requirement").first());
  const to = await middle(card(page, "db").locator("text.label"));
  // Outside the mark, which is 10 wide, and off its wire.
  const from = { x: port.x + 14, y: port.y - 10 };
  await touch("touchStart", from);
  for (let step = 1; step <= 6; step += 1) await touch("touchMove", { x: from.x + ((to.x - from.x) * step) / 6, y: from.y + ((to.y - from.y) * step) / 6 });
  await touch("touchEnd");
  await expect.poll(async () => page.locator(".cm-content").textContent()).toContain("- dependency: db");
  await context.close();
});
