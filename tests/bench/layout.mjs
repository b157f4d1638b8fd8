// Layouts compared: Limn, elkjs (layered) and dagre draw the same random graphs, with nodes and ports of the same size, and one count is made of the
// drawn lines: crossings of links without a common node, links through nodes, links that coincide without a common node, area and time.
//
// `node tests/bench/layout.mjs [--limn=target/release/limn] [--sizes=100,1000] [--seeds=7,8] [--reach=N] [--only=limn,elk,dagre]`

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import dagre from "@dagrejs/dagre";
import ELK from "elkjs/lib/elk.bundled.js";
import { assembly, graph } from "./graphs.mjs";
import { record } from "./rows.mjs";

const options = new Map(process.argv.slice(2).map((argument) => argument.replace(/^--/, "").split("=")));
const list = (name, otherwise) => (options.get(name) ?? otherwise).split(",");
const limn = options.get("limn") ?? "target/release/limn";

/** The size of a card with one port on either side. */
const CARD = { width: 200, height: 84 };

const drawers = { limn: drawLimn, elk: drawElk, dagre: drawDagre };

const found = [];
console.log("nodes  seed  layout  crossings  through  coinciding       size        area      time");
for (const size of list("sizes", "100,1000").map(Number)) {
  for (const seed of list("seeds", "7,8,9").map(Number)) {
    const drawn = graph(size, { seed, reach: Number(options.get("reach") ?? size) });
    for (const name of list("only", "limn,elk,dagre")) {
      const { boxes, lines, time } = await drawers[name](drawn);
      const { crossings, through, coinciding } = count(drawn, boxes, lines);
      const width = Math.max(...boxes.map((box) => box.x + box.width)) - Math.min(...boxes.map((box) => box.x));
      const height = Math.max(...boxes.map((box) => box.y + box.height)) - Math.min(...boxes.map((box) => box.y));
      found.push({ size, name, crossings, through, coinciding, time });
      const row = [
        String(size).padStart(5), String(seed).padStart(4), name.padEnd(6), String(crossings).padStart(9), String(through).padStart(7),
        String(coinciding).padStart(10), `${Math.round(width)}x${Math.round(height)}`.padStart(12),
        `${((width * height) / 1e6).toFixed(1)} M`.padStart(8), `${time.toFixed(0)} ms`.padStart(8),
      ];
      console.log(row.join("  "));
    }
  }
}

const names = { elk: "elkjs", dagre: "dagre" };
const mean = (size, name, value) => {
  const values = found.filter((row) => row.size === size && row.name === name).map((row) => row[value]);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
};
const units = { crossings: "", through: "", coinciding: "", time: "ms" };
const titles = { crossings: "crossings", through: "links through nodes", coinciding: "links on one line", time: "time" };
const compared = (size, name) =>
  Object.entries(units).map(([value, unit]) => ({
    what: `${size} nodes, ${titles[value]}`, limn: mean(size, "limn", value), peer: mean(size, name, value), name: names[name], unit,
  }));
const peers = list("only", "limn,elk,dagre").filter((name) => name in names);
record("layout", list("sizes", "100,1000").map(Number).flatMap((size) => peers.flatMap((name) => compared(size, name))));

/** By the command line; its time includes reading and checking the descriptor, routing and writing the drawing. */
function drawLimn(drawn) {
  const folder = mkdtempSync(join(tmpdir(), "limn-layout-"));
  try {
    const file = join(folder, "graph.yaml");
    writeFileSync(file, assembly(drawn));
    const before = performance.now();
    execFileSync(limn, ["draw", file, "--output", join(folder, "graph.svg")]);
    const time = performance.now() - before;
    return { ...parse(drawn, readFileSync(join(folder, "graph.svg"), "utf8")), time };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function parse(drawn, svg) {
  const boxes = [];
  for (const [, x, y, title, width, height] of svg.matchAll(
    /<g class="card [^"]*" transform="translate\((\S+) (\S+)\)"><title>(n\d+),.*?<rect class="body" x="0" y="0" width="([\d.]+)" height="([\d.]+)"/g,
  )) {
    boxes[Number(title.slice(1))] = { x: Number(x), y: Number(y), width: Number(width), height: Number(height) };
  }
  const lines = [];
  for (const [, title, path] of svg.matchAll(/<g class="wire relationship[^"]*"><title>(l\d+)[,\s].*?<path d="([^"]*)"/g)) {
    lines[Number(title.slice(1))] = corners(path);
  }
  if (Object.keys(boxes).length !== drawn.count || Object.keys(lines).length !== drawn.links.length) {
    throw new Error(`found ${Object.keys(boxes).length} nodes and ${Object.keys(lines).length} links in the drawing`);
  }
  return { boxes, lines };
}

/** The corners of a path: those that are rounded are the control points of its curves. */
function corners(path) {
  const steps = [...path.matchAll(/([MLQ])([^MLQ]+)/g)].map(([, command, rest]) => [command, rest.match(/-?[\d.]+/g).map(Number)]);
  const points = steps.filter(([command], at) => command !== "L" || at === steps.length - 1).map(([, [x, y]]) => ({ x, y }));
  return points;
}

/** Each link has an end of its own at a node: links that share one are drawn over unrelated ones, so that they cannot be told apart. */
async function drawElk(drawn) {
  const input = {
    id: "all",
    layoutOptions: {
      "elk.algorithm": "layered", "elk.direction": "RIGHT", "elk.edgeRouting": "ORTHOGONAL", "elk.spacing.nodeNode": "40",
      "elk.layered.spacing.nodeNodeBetweenLayers": "96", "elk.spacing.edgeNode": "18", "elk.spacing.edgeEdge": "9",
    },
    children: Array.from({ length: drawn.count }, (_, at) => ({
      id: `n${at}`, width: CARD.width, height: CARD.height,
    })),
    edges: drawn.links.map(([from, to], at) => ({ id: `l${at}`, sources: [`n${from}`], targets: [`n${to}`] })),
  };
  const elk = new ELK();
  const before = performance.now();
  const { children, edges } = await elk.layout(input);
  const time = performance.now() - before;
  const lines = edges.map(({ sections: [{ startPoint, bendPoints = [], endPoint }] }) => [startPoint, ...bendPoints, endPoint]);
  return { boxes: children, lines, time };
}

function drawDagre(drawn) {
  const its = new dagre.graphlib.Graph();
  its.setGraph({ rankdir: "LR", nodesep: 40, ranksep: 96, edgesep: 18 });
  its.setDefaultEdgeLabel(() => ({}));
  for (let at = 0; at < drawn.count; at += 1) its.setNode(String(at), { width: CARD.width, height: CARD.height });
  for (const [from, to] of drawn.links) its.setEdge(String(from), String(to));
  const before = performance.now();
  dagre.layout(its);
  const time = performance.now() - before;
  const boxes = Array.from({ length: drawn.count }, (_, at) => {
    const { x, y, width, height } = its.node(String(at));
    return { x: x - width / 2, y: y - height / 2, width, height };
  });
  return { boxes, lines: drawn.links.map(([from, to]) => its.edge(String(from), String(to)).points), time };
}

function count({ links }, boxes, lines) {
  const parts = lines.flatMap((points, link) =>
    points.slice(1).map((to, at) => {
      const from = points[at];
      return { link, from, to, left: Math.min(from.x, to.x), right: Math.max(from.x, to.x), top: Math.min(from.y, to.y), bottom: Math.max(from.y, to.y) };
    }),
  );
  parts.sort((one, other) => one.left - other.left);
  const isRelated = (one, other) => links[one].some((end) => links[other].includes(end));
  let crossings = 0;
  const coincide = new Set();
  let open = [];
  for (const part of parts) {
    open = open.filter((other) => other.right >= part.left);
    for (const other of open) {
      if (other.bottom < part.top || part.bottom < other.top || other.link === part.link || isRelated(other.link, part.link)) continue;
      if (isCrossed(part, other)) crossings += 1;
      else if (coincides(part, other)) coincide.add([Math.min(part.link, other.link), Math.max(part.link, other.link)].join());
    }
    open.push(part);
  }
  const through = new Set();
  const sorted = boxes.map((box, node) => ({ ...box, node })).sort((one, other) => one.x - other.x);
  const widest = Math.max(...boxes.map((box) => box.width));
  for (const part of parts) {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle].x < part.left - widest) low = middle + 1;
      else high = middle;
    }
    for (let at = low; at < sorted.length && sorted[at].x < part.right; at += 1) {
      const box = sorted[at];
      if (!links[part.link].includes(box.node) && enters(part, box)) through.add(`${part.link} ${box.node}`);
    }
  }
  return { crossings, through: through.size, coinciding: coincide.size };
}

/** True if a point of one is within the other; of a line, the beginning of each part counts, and not its end. */
function isCrossed(one, other) {
  const [dx, dy] = [one.to.x - one.from.x, one.to.y - one.from.y];
  const [ex, ey] = [other.to.x - other.from.x, other.to.y - other.from.y];
  const across = dx * ey - dy * ex;
  if (Math.abs(across) < 1e-9) return false;
  const [x, y] = [other.from.x - one.from.x, other.from.y - one.from.y];
  const [along, its] = [(x * ey - y * ex) / across, (x * dy - y * dx) / across];
  return along >= 0 && along < 1 && its >= 0 && its < 1;
}

/** True if two horizontal or vertical parts are less than two units apart along more than two. */
function coincides(one, other) {
  const level = (part) => part.top === part.bottom;
  const upright = (part) => part.left === part.right;
  const shared = (from, to, its, end) => Math.min(to, end) - Math.max(from, its);
  if (level(one) && level(other)) return Math.abs(one.top - other.top) < 2 && shared(one.left, one.right, other.left, other.right) > 2;
  if (upright(one) && upright(other)) return Math.abs(one.left - other.left) < 2 && shared(one.top, one.bottom, other.top, other.bottom) > 2;
  return false;
}

/** True if a part passes through a box, not along its edge. */
function enters(part, box) {
  const [left, right, top, bottom] = [box.x + 1, box.x + box.width - 1, box.y + 1, box.y + box.height - 1];
  let [from, to] = [0, 1];
  for (const [start, step, low, high] of [
    [part.from.x, part.to.x - part.from.x, left, right],
    [part.from.y, part.to.y - part.from.y, top, bottom],
  ]) {
    if (step === 0) {
      if (start <= low || start >= high) return false;
      continue;
    }
    const [one, other] = [(low - start) / step, (high - start) / step];
    [from, to] = [Math.max(from, Math.min(one, other)), Math.min(to, Math.max(one, other))];
  }
  return from < to;
}
