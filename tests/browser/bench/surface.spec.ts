// Two ways to draw the near view of a diagram, the same nodes and links in each: SVG that CSS moves, as Limn draws, and one Canvas 2D that is drawn again
// in each frame. They take turns. Nothing is asserted: the table is the result, per frame of a pan, of a zoom and of a drag of one node.
//   main: processor time of the page's main thread; all: of all processes of the browser, because tiles of SVG are painted in other threads.
// LIMN_TURNS: turns of each (3); LIMN_SIZES: numbers of nodes in view (50,200,1000).
import { expect, type Page, test } from "@playwright/test";
import { readdirSync, readFileSync } from "node:fs";
import { graph } from "./graphs.mjs";
import { at, busy } from "./page";

const TURNS = Number(process.env.LIMN_TURNS ?? 3);
const SIZES = (process.env.LIMN_SIZES ?? "50,200,1000").split(",").map(Number);
const STEPS = 40;
const VIEW = { width: 1200, height: 800 };

type Drawn = ReturnType<typeof graph>;

test.setTimeout(1_800_000);

/** Processor time of the browser's processes so far, in milliseconds. Only Linux reports it. */
function spent(): number {
  let ticks = 0;
  for (const process of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${process}/cmdline`, "utf8").includes("chrom")) continue;
      const [, , , , , , , , , , , user, system] = readFileSync(`/proc/${process}/stat`, "utf8").split(") ")[1].split(" ");
      ticks += Number(user) + Number(system);
    } catch {
      // It has ended meanwhile.
    }
  }
  return ticks * 10;
}

/** In the page: draws the graph, and makes `window.surface$`, which pans, zooms and drags it. */
function build({ drawn, kind, view, zoom }: { drawn: Drawn; kind: "svg" | "canvas"; view: typeof VIEW; zoom: number }) {
  const card = { width: 180, height: 76 };
  const nodes = drawn.nodes.map((node) => ({ ...node }));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const ends = (link: Drawn["links"][number]) => {
    const [from, to] = [byId.get(link.source)!, byId.get(link.target)!];
    const [x1, y1, x2, y2] = [from.x + card.width, from.y + 52, to.x, to.y + 52];
    const bend = (x1 + x2) / 2;
    return [x1, y1, bend, y2, x2] as const;
  };
  const path = (link: Drawn["links"][number]) => {
    const [x1, y1, bend, y2, x2] = ends(link);
    return `M${x1} ${y1}H${bend}V${y2}H${x2}`;
  };
  const camera = { x: 0, y: 0, zoom };
  const host = document.body.appendChild(document.createElement("div"));
  host.style.cssText = `position: relative; width: ${view.width}px; height: ${view.height}px; overflow: hidden; background: #f7f8fb`;
  if (kind === "svg") {
    const world = host.appendChild(document.createElement("div"));
    world.style.cssText = "position: absolute; transform-origin: 0 0; will-change: transform";
    const face = `<rect width="${card.width}" height="${card.height}" rx="8" fill="#fff" stroke="#99a"/><path d="M0 36H${card.width}" stroke="#dde"/><circle cx="0" cy="52" r="4" fill="#2563eb"/><circle cx="${card.width}" cy="52" r="4" fill="#fff" stroke="#2563eb"/>`;
    const shown = nodes.map(({ id, x, y }) => `<g id="${id}" transform="translate(${x} ${y})">${face}<text x="14" y="22" font-weight="600">${id}</text><text x="14" y="56" font-size="11">Uplink</text></g>`);
    const wires = drawn.links.map((link) => `<path id="${link.id}" d="${path(link)}" fill="none" stroke="#456" stroke-width="1.5"/>`);
    world.innerHTML = `<svg style="overflow: visible; font: 14px sans-serif" width="1" height="1">${wires.join("")}${shown.join("")}</svg>`;
    const groups = new Map(nodes.map(({ id }) => [id, document.getElementById(id)!]));
    const lines = new Map(drawn.links.map(({ id }) => [id, document.getElementById(id)!]));
    const place = () => (world.style.transform = `translate(${camera.x}px, ${camera.y}px) scale(${camera.zoom})`);
    place();
    (window as any).surface$ = {
      move: (x: number, y: number, zoom: number) => (Object.assign(camera, { x, y, zoom }), place()),
      drag: (by: number) => {
        const node = nodes[Math.floor(nodes.length / 2)];
        node.x += by;
        groups.get(node.id)!.setAttribute("transform", `translate(${node.x} ${node.y})`);
        for (const link of drawn.links) if (link.source === node.id || link.target === node.id) lines.get(link.id)!.setAttribute("d", path(link));
      },
    };
  } else {
    const canvas = host.appendChild(Object.assign(document.createElement("canvas"), view));
    const context = canvas.getContext("2d")!;
    const draw = () => {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, view.width, view.height);
      context.setTransform(camera.zoom, 0, 0, camera.zoom, camera.x, camera.y);
      context.strokeStyle = "#456";
      context.lineWidth = 1.5;
      for (const link of drawn.links) {
        const [x1, y1, bend, y2, x2] = ends(link);
        context.beginPath();
        context.moveTo(x1, y1);
        context.lineTo(bend, y1);
        context.lineTo(bend, y2);
        context.lineTo(x2, y2);
        context.stroke();
      }
      context.lineWidth = 1;
      for (const { id, x, y } of nodes) {
        context.beginPath();
        context.roundRect(x, y, card.width, card.height, 8);
        context.fillStyle = "#fff";
        context.strokeStyle = "#99a";
        context.fill();
        context.stroke();
        context.beginPath();
        context.strokeStyle = "#dde";
        context.moveTo(x, y + 36);
        context.lineTo(x + card.width, y + 36);
        context.stroke();
        context.fillStyle = "#2563eb";
        for (const end of [x, x + card.width]) {
          context.beginPath();
          context.arc(end, y + 52, 4, 0, 7);
          context.fill();
        }
        context.fillStyle = "#111";
        context.font = "600 14px sans-serif";
        context.fillText(id, x + 14, y + 22);
        context.font = "11px sans-serif";
        context.fillText("Uplink", x + 14, y + 56);
      }
    };
    draw();
    (window as any).surface$ = {
      move: (x: number, y: number, zoom: number) => (Object.assign(camera, { x, y, zoom }), draw()),
      drag: (by: number) => ((nodes[Math.floor(nodes.length / 2)].x += by), draw()),
    };
  }
}

/** Runs a gesture, one step a frame; the costs of a frame. */
async function run(page: Page, gesture: string, zoom: number) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const steps = () =>
    page.evaluate(
      async ([gesture, zoom, steps]) => {
        const surface = (window as any).surface$;
        for (let step = 0; step < steps; step += 1) {
          await new Promise((done) => requestAnimationFrame(done));
          const by = step % 8 < 4 ? step % 4 : 4 - (step % 4);
          if (gesture === "pan") surface.move(-20 * by, -14 * by, zoom);
          if (gesture === "zoom") surface.move(-30 * by, -20 * by, zoom * (1 + by / 20));
          if (gesture === "drag") surface.drag(step % 2 ? 6 : -5);
        }
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)));
      },
      [gesture, zoom, STEPS] as const,
    );
  await steps();
  const [main, all] = [await busy(session), spent()];
  await steps();
  const cost = { main: ((await busy(session)) - main) / STEPS, all: (spent() - all) / STEPS };
  await session.detach();
  return cost;
}

for (const size of SIZES) {
  test(`${size} nodes as SVG and on a canvas`, async ({ browser }) => {
    const drawn = graph(size);
    const [right, bottom] = [Math.max(...drawn.nodes.map(({ x }) => x)) + 200, Math.max(...drawn.nodes.map(({ y }) => y)) + 100];
    const zoom = Math.min(1, VIEW.width / right, VIEW.height / bottom);
    const costs = new Map<string, { main: number[]; all: number[] }>();
    for (let turn = 0; turn < TURNS; turn += 1)
      for (const kind of ["svg", "canvas"] as const) {
        const context = await browser.newContext({ viewport: VIEW });
        const page = await context.newPage();
        await page.setContent("<!DOCTYPE html><title>Surface</title><style>body { margin: 0 }</style>");
        await page.evaluate(build, { drawn, kind, view: VIEW, zoom });
        await page.waitForTimeout(500);
        expect(await page.evaluate(() => typeof (window as any).surface$)).toBe("object");
        for (const gesture of ["pan", "zoom", "drag"]) {
          const { main, all } = await run(page, gesture, zoom);
          const key = `${gesture} ${kind}`;
          const known = costs.get(key) ?? { main: [], all: [] };
          known.main.push(main);
          known.all.push(all);
          costs.set(key, known);
        }
        await context.close();
      }
    const row = ([what, { main, all }]: [string, { main: number[]; all: number[] }]) => `${what.padEnd(12)} main ${at(main, 0.5).toFixed(1)} ms, all ${at(all, 0.5).toFixed(1)} ms`;
    console.log([`${size} nodes, ${drawn.links.length} links, zoom ${zoom.toFixed(2)}, per frame`, ...[...costs].sort(([a], [b]) => (a < b ? -1 : 1)).map(row)].join("\n"));
  });
}
