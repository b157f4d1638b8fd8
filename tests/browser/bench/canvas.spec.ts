// The canvas of Limn and React Flow 12 with the same graph, in the same Chromium and with the same input: pan, zoom, hover, marquee, and drags of one
// and of a hundred nodes, with all nodes and with a tenth of them in view. They take turns, so that other load affects both. Nothing is asserted:
// the table is the result.
//   CPU per frame: processor time of the main thread per step of a gesture; each step waits for its frame. Both include the measurement itself:
//   its share is printed, from the same steps in an empty page.
//   Longest task: of the main thread, from the start of opening until nothing is pending; 50 ms if none is longer.
//   Frame, p95: from the input event until the frame that it causes was handed to the compositor, by the clock.
// LIMN_TURNS: turns of each (3); LIMN_SIZES: numbers of nodes (200,2000,10000).
import { type Browser, type CDPSession, expect, type Page, test } from "@playwright/test";
import { readFileSync } from "node:fs";
import { bundle } from "../../../src/ui/build/bundle.mjs";
import { assembly, gaps, graph } from "./graphs.mjs";
import { at, busy, dropOn } from "./page";
import { record } from "../../bench/rows.mjs";

const TURNS = Number(process.env.LIMN_TURNS ?? 3);
const SIZES = (process.env.LIMN_SIZES ?? "200,2000,10000").split(",").map(Number);
/** Measured steps of a gesture, after those that start it. */
const STEPS = 24;
const FIRST_STEPS = 4;
const VIEWPORT = { width: 1600, height: 1000 };
/** For what has no limit, in milliseconds. */
const PATIENCE = 600_000;
/** Nodes in the larger drag. */
const MANY = 100;

type Opened<T> = { nodes: T; wires: T };
type Graph = ReturnType<typeof graph>;
type Point = { x: number; y: number };
type Camera = Point & { zoom: number };
/** A page with the graph: what differs between the two. */
interface Peer {
  page: Page;
  session: CDPSession;
  /** Until the first nodes are drawn, and until the first connections are, in milliseconds. */
  opened: Opened<number>;
  host: Point & { width: number; height: number };
  setCamera(camera: Camera): Promise<void>;
  /** Positions of things, in the peer's own form. */
  places(): Promise<(string | null)[]>;
}
type Results = Map<string, { limn: number[]; flow: number[]; unit: string }>;

test.setTimeout(3_600_000);

for (const size of SIZES) {
  test(`${size} nodes`, async ({ browser, baseURL }) => {
    const results: Results = new Map();
    const drawn = graph(size);
    const host = await canvasBox(browser, baseURL!);
    for (let turn = 0; turn < TURNS; turn += 1) {
      const views: Views = { starts: new Map() };
      for (const name of ["flow", "limn"] as const) {
        const note = (what: string, value: number, unit: string) => {
          const row = results.get(what) ?? { limn: [], flow: [], unit };
          row[name].push(value);
          results.set(what, row);
        };
        const peer = await (name === "limn" ? openLimn(browser, baseURL!, drawn) : openFlow(browser, drawn, host));
        await measure(peer, drawn, views, note);
        await peer.page.context().close();
      }
    }
    console.log(table(size, drawn.links.length, results));
    console.log(`An empty page takes ${(await emptyPage(browser)).toFixed(1)} ms of CPU per frame in the same steps.`);
    const rows = [...results].map(([what, { limn, flow, unit }]) => ({ what: `${size} nodes, ${what}`, limn: at(limn, 0.5), peer: at(flow, 0.5), name: "React Flow", unit }));
    record(`canvas-${String(size).padStart(5, "0")}`, rows);
  });
}

/** Shared by both pages: the start of the marquee depends on what React Flow has there. */
interface Views {
  starts: Map<string, Point>;
}

async function measure(peer: Peer, drawn: Graph, views: Views, note: (what: string, value: number, unit: string) => void) {
  note("open to first picture", peer.opened.nodes, "ms");
  note("open to connections", peer.opened.wires, "ms");
  const { page, host } = peer;
  note("longest task while opening", await page.evaluate(() => (window as any).longest$ ?? 50), "ms");
  for (const share of [1, 0.1]) {
    const view = share === 1 ? "all in view" : "a tenth in view";
    const camera = cameraFor(drawn, host, share);
    await peer.setCamera(camera);
    await page.waitForTimeout(1500);
    if (share === 1) await size(peer, note);
    const toScreen = ({ x, y }: Point) => ({ x: host.x + camera.x + x * camera.zoom, y: host.y + camera.y + y * camera.zoom });
    const middle = { x: host.x + host.width / 2, y: host.y + host.height / 2 };
    const run = async (what: string, step: (at: number) => Promise<void>) => {
      const { cpu, frames } = await steps(peer, step);
      note(`${view}: ${what}, CPU per frame`, cpu, "ms");
      note(`${view}: ${what}, frame p95`, at(frames, 0.95), "ms");
      await page.waitForTimeout(600);
    };
    await page.mouse.move(middle.x, middle.y);
    await run("pan", (at) => page.mouse.wheel(at % 8 < 4 ? 24 : -24, at % 8 < 4 ? 16 : -16));
    await peer.setCamera(camera);
    await page.keyboard.down("Control");
    await run("zoom", (at) => page.mouse.wheel(0, at % 8 < 4 ? 20 : -20));
    await page.keyboard.up("Control");
    await peer.setCamera(camera);
    await run("hover", (at) => page.mouse.move(middle.x - 230 + at * 17, middle.y - 150 + at * 11));

    const start = views.starts.get(view) ?? (await ground(page, gaps(drawn).map(toScreen), host));
    views.starts.set(view, start);
    const room = { x: host.x + host.width - 60 - start.x, y: host.y + host.height - 60 - start.y };
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await run("marquee", (at) => page.mouse.move(start.x + (room.x * (at + 1)) / (STEPS + FIRST_STEPS), start.y + (room.y * (at + 1)) / (STEPS + FIRST_STEPS)));
    await page.mouse.up();
    await page.keyboard.press("Escape");
    await ease(page, start);

    // By the name of a node near the middle, as it is drawn: earlier drags may have left nodes beside their old places.
    const onScreen = drawn.nodes.map((node) => toScreen({ x: node.x + 90, y: node.y + 18 }));
    const near = (at: Point, { x, y }: Point) => Math.hypot(at.x - x, at.y - y);
    const drawnAt = await page.locator("g.card:not(.frame), .react-flow__node").evaluateAll((nodes) =>
      nodes.map((node) => node.getBoundingClientRect()).map(({ x, y, width, height }) => ({ x: x + width * 0.45, y: y + height * 0.3 })),
    );
    const grip = (drawnAt.length ? drawnAt : onScreen).reduce((best, at) => (near(at, middle) < near(best, middle) ? at : best));
    const dragged = async (what: string) => {
      await page.mouse.move(grip.x, grip.y);
      await page.mouse.down();
      const before = await peer.places();
      await run(what, (at) => page.mouse.move(grip.x + 12 + at * 2, grip.y + 8 + at));
      const moved = (await peer.places()).filter((place, at) => place !== before[at]).length;
      // Else the row compares nothing.
      expect(moved, `${what} in ${view}`).toBeGreaterThan(0);
      await page.mouse.move(grip.x, grip.y, { steps: 2 });
      await page.mouse.up();
      await page.waitForTimeout(1500);
    };
    await dragged("drag of one");
    await ease(page, start);
    // A marquee around the nodes nearest to the middle: as wide as high in rooms of nodes.
    const around = Math.sqrt(Math.min(1, MANY / drawn.nodes.length)) / 2;
    const [left, right] = [0, 1].map((end) => onScreen.map(({ x }) => x).sort((a, b) => a - b).at(end ? -1 : 0)!);
    const [top, bottom] = [0, 1].map((end) => onScreen.map(({ y }) => y).sort((a, b) => a - b).at(end ? -1 : 0)!);
    const [wide, high] = [(right - left) * around, (bottom - top) * around];
    const wanted = { x: Math.max(middle.x - wide, host.x + 30), y: Math.max(middle.y - high, host.y + 30) };
    const free = gaps(drawn).map(toScreen).filter(({ x, y }) => x > host.x + 4 && y > host.y + 4 && x < middle.x && y < middle.y);
    const corner = views.starts.get(`${view}, corner`) ?? (await onPane(page, free.sort((a, b) => near(a, wanted) - near(b, wanted)))) ?? wanted;
    views.starts.set(`${view}, corner`, corner);
    await page.mouse.move(corner.x, corner.y);
    await page.mouse.down();
    await page.mouse.move(Math.min(middle.x + wide, host.x + host.width - 30), Math.min(middle.y + high, host.y + host.height - 60), { steps: 4 });
    await page.mouse.up();
    await page.waitForTimeout(800);
    await dragged(`drag of ${Math.min(MANY, drawn.nodes.length)}`);
    await ease(page, start);
  }
}

/** Deselects. */
async function ease(page: Page, at: Point) {
  await page.mouse.click(at.x, at.y);
  await page.waitForTimeout(500);
}

/** A place on the ground in the upper left of the view: neither a node nor an edge of React Flow. */
async function ground(page: Page, points: Point[], host: Peer["host"]): Promise<Point> {
  const inside = points.filter(({ x, y }) => x > host.x + 40 && y > host.y + 40 && x < host.x + host.width / 2 && y < host.y + host.height / 2);
  const sorted = inside.sort((a, b) => a.x + a.y - b.x - b.y);
  return (await onPane(page, sorted)) ?? { x: host.x + 6, y: host.y + 6 };
}

/** The first of some points that is on the ground of React Flow: its nodes and edges would take the pointer. */
function onPane(page: Page, points: Point[]): Promise<Point | undefined> {
  return page.evaluate(
    (points) => points.find(({ x, y }) => document.elementFromPoint(x, y)?.classList.contains("react-flow__pane")),
    points.slice(0, 500),
  );
}

/** The view that shows a share of the nodes around the middle of the graph. */
function cameraFor({ nodes }: Graph, host: Peer["host"], share: number): Camera {
  const [right, bottom] = [Math.max(...nodes.map(({ x }) => x)) + 200, Math.max(...nodes.map(({ y }) => y)) + 120];
  // Limn's farthest zoom.
  const whole = Math.max(0.04, Math.min((host.width - 60) / right, (host.height - 60) / bottom, 1));
  const zoom = Math.min(1, whole / Math.sqrt(share));
  return { x: host.width / 2 - (right / 2) * zoom, y: host.height / 2 - (bottom / 2) * zoom, zoom };
}

/** Runs the steps of a gesture: the main thread's time for each, and the time of each frame. */
async function steps({ page, session }: Pick<Peer, "page" | "session">, step: (at: number) => Promise<void>) {
  for (let at = 0; at < FIRST_STEPS; at += 1) {
    await step(at);
    await frame(page);
  }
  await page.evaluate(() => void ((window as any).frames$ = []));
  const before = await busy(session);
  for (let at = FIRST_STEPS; at < FIRST_STEPS + STEPS; at += 1) {
    await step(at);
    await frame(page);
  }
  const cpu = ((await busy(session)) - before) / STEPS;
  const frames: number[] = await page.evaluate(() => (window as any).frames$);
  return { cpu, frames };
}

const frame = (page: Page) => page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))));

/** Notes how long the frame of each pointer or wheel event takes. */
const timeFrames = (page: Page) =>
  page.evaluate(() => {
    (window as any).frames$ = [];
    const begin = () => {
      const since = performance.now();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => void (window as any).frames$.push(performance.now() - since);
        port2.postMessage(0);
      });
    };
    for (const kind of ["pointermove", "wheel"]) window.addEventListener(kind, begin, { capture: true, passive: true });
  });

/** The cost of a step that draws nothing. */
async function emptyPage(browser: Browser): Promise<number> {
  const { page, session } = await newPage(browser);
  await timeFrames(page);
  const costs: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { cpu } = await steps({ page, session }, (at) => page.mouse.move(300 + at * 17, 300 + at * 11));
    costs.push(cpu);
  }
  await page.context().close();
  return at(costs, 0.5);
}

async function metric(session: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
}

/** Elements and memory. */
async function size({ page, session }: Peer, note: (what: string, value: number, unit: string) => void) {
  note("DOM elements", await page.evaluate(() => document.querySelectorAll("*").length), "");
  await session.send("HeapProfiler.collectGarbage");
  note("JavaScript heap", (await metric(session, "JSHeapUsedSize")) / 2 ** 20, "MiB");
  const process = await rendererMemory(page);
  if (process) note("memory of the page's process", process, "MiB");
}

/** Resident memory of the largest renderer process, in MiB: the page's own, with WebAssembly and workers. Only Linux reports it. */
async function rendererMemory(page: Page): Promise<number | null> {
  try {
    const session = await page.context().browser()!.newBrowserCDPSession();
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    const resident = processInfo
      .filter(({ type }) => type === "renderer")
      .map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0) / 1024);
    await session.detach();
    return Math.max(...resident);
  } catch {
    return null;
  }
}

async function newPage(browser: Browser, baseURL?: string) {
  const context = await browser.newContext({ viewport: VIEWPORT, baseURL });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  return { page, session };
}

/** Notes when nodes and connections were drawn since `window.dropped`: `window.opened$`. */
const watchOpening = (selectors: Opened<string>) => {
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      const page = window as any;
      if (page.dropped && startTime + duration > page.dropped) page.longest$ = Math.max(page.longest$ ?? 0, duration);
    }
  }).observe({ entryTypes: ["longtask"] });
  const found: Partial<Opened<number>> = {};
  const look = () => {
    const { dropped } = window as any;
    for (const what of ["nodes", "wires"] as const)
      if (dropped && !(what in found) && document.querySelector(selectors[what])) {
        found[what] = Number.NaN;
        setTimeout(() => {
          found[what] = performance.now() - dropped;
          if (Number(found.nodes) > 0 && Number(found.wires) > 0) (window as any).opened$ = found;
        });
      }
    if (!(window as any).opened$) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

const opening = async (page: Page): Promise<Opened<number>> => {
  await page.waitForFunction(() => "opened$" in window, undefined, { timeout: PATIENCE });
  return page.evaluate(() => (window as any).opened$);
};

/** The place of Limn's canvas among its panes: React Flow has the same. */
async function canvasBox(browser: Browser, baseURL: string) {
  const { page } = await newPage(browser, baseURL);
  await dropOn(page, assembly(graph(3)));
  const box = (await page.locator("#canvas").boundingBox())!;
  await page.context().close();
  return box;
}

async function openLimn(browser: Browser, baseURL: string, drawn: Graph): Promise<Peer> {
  const { page, session } = await newPage(browser, baseURL);
  await page.addInitScript(watchOpening, { nodes: "g.card:not(.frame), .far-card", wires: "g.wire, .far-wire" });
  await dropOn(page, assembly(drawn), PATIENCE);
  const opened = await opening(page);
  await expect(page.locator(".status")).not.toContainText("Checking…", { timeout: PATIENCE });
  await timeFrames(page);
  const host = (await page.locator("#canvas").boundingBox())!;
  const camera = async (): Promise<Camera> => {
    const style = await page.locator("#canvas > .world").evaluate((world: HTMLElement) => world.style.transform);
    const [, x, y, zoom] = /translate\((.*)px, (.*)px\) scale\((.*)\)/.exec(style)!.map(Number);
    return { x, y, zoom };
  };
  /** By the wheel, as a person does. */
  const setCamera = async (to: Camera) => {
    const middle = { x: host.x + host.width / 2, y: host.y + host.height / 2 };
    await page.mouse.move(middle.x, middle.y);
    await page.keyboard.down("Control");
    for (let turn = 0; turn < 60; turn += 1) {
      const ratio = to.zoom / (await camera()).zoom;
      if (Math.abs(ratio - 1) < 1e-3) break;
      const by = Math.min(60, (Math.max(ratio, 1 / ratio) - 1) / 0.006);
      await page.mouse.wheel(0, ratio > 1 ? -by : by);
      await frame(page);
    }
    await page.keyboard.up("Control");
    const { x, y } = await camera();
    await page.mouse.wheel(x - to.x, y - to.y);
    await page.waitForTimeout(600);
  };
  const places = () => page.locator("g.card, .far-card").evaluateAll((cards) => cards.map((card) => card.getAttribute("transform") ?? card.getAttribute("d")));
  return { page, session, opened, host, setCamera, places };
}

async function openFlow(browser: Browser, drawn: Graph, host: Peer["host"]): Promise<Peer> {
  const { page, session } = await newPage(browser);
  const at = `left: ${host.x}px; top: ${host.y}px; width: ${host.width}px; height: ${host.height}px`;
  await page.setContent(`<!DOCTYPE html><title>React Flow</title><div id="host" style="position: absolute; ${at}"></div>`);
  await page.addStyleTag({ content: readFileSync(new URL("../../../node_modules/@xyflow/react/dist/style.css", import.meta.url), "utf8") });
  await page.addScriptTag({ content: await bundle("tests/browser/bench/flow.jsx", { globalName: "Flow", release: true }) });
  await page.evaluate(watchOpening, { nodes: '.react-flow__node:not([style*="hidden"])', wires: ".react-flow__edge" });
  await page.evaluate((drawn) => {
    (window as any).dropped = performance.now();
    (window as any).flow = (window as any).Flow.mount(document.getElementById("host"), drawn);
  }, drawn);
  const opened = await opening(page);
  await timeFrames(page);
  const setCamera = async (camera: Camera) => {
    await page.evaluate(async (camera) => (await (window as any).flow).setViewport(camera), camera);
    await page.waitForTimeout(600);
  };
  const places = () => page.locator(".react-flow__node").evaluateAll((nodes) => nodes.map((node) => (node as HTMLElement).style.transform));
  return { page, session, opened, host, setCamera, places };
}

function table(size: number, links: number, results: Results): string {
  const cell = (values: number[], unit: string) => {
    const digits = unit === "ms" ? 1 : 0;
    const [low, middle, high] = [0, 0.5, 1].map((share) => at(values, share).toFixed(digits));
    return `${middle} ${unit}`.trimEnd().padStart(12) + ` (${low}–${high})`.padEnd(18);
  };
  const rows = [...results].map(([what, { limn, flow, unit }]) => {
    const ratio = at(flow, 0.5) / at(limn, 0.5);
    return `${what.padEnd(46)} ${cell(limn, unit)} ${cell(flow, unit)} ${ratio.toFixed(1).padStart(7)}`;
  });
  return [
    `${size} nodes, ${links} links, ${TURNS} turns: median (least–most)`,
    `${"".padEnd(46)} ${"Limn".padStart(12).padEnd(30)} ${"React Flow".padStart(12).padEnd(30)} ${"times".padStart(7)}`,
    ...rows,
  ].join("\n");
}
