// Graphs for the canvas benchmark: the same nodes at the same places for Limn (as an assembly that stores its positions) and for React Flow.

/** Links per node. */
const LINKS = 2.5;
/** Room of a node; a card of Limn with two ports is 200 wide and less than 120 high. */
const PITCH = { x: 300, y: 170 };
const JITTER = 30;

/** Pseudorandom numbers from 0 to 1: mulberry32. */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Nodes in columns, as wide as high on the screen, with links to nodes of the next columns, as in layered diagrams. */
export function graph(count, seed = 7) {
  const next = random(seed);
  const rows = Math.ceil(Math.sqrt((count * PITCH.x) / PITCH.y));
  const nodes = Array.from({ length: count }, (_, at) => ({
    id: `node-${at}`,
    x: Math.round(Math.floor(at / rows) * PITCH.x + next() * JITTER),
    y: Math.round((at % rows) * PITCH.y + next() * JITTER),
  }));
  const known = new Set();
  const links = [];
  for (let tries = 0; links.length < count * LINKS && tries < count * 20; tries += 1) {
    const from = Math.floor(next() * count);
    const column = Math.floor(from / rows) + 1 + Math.floor(next() ** 2 * 4);
    const to = column * rows + (from % rows) + Math.round((next() - 0.5) * 12);
    const key = `${from} ${to}`;
    if (to >= count || to < 0 || known.has(key)) continue;
    known.add(key);
    links.push({ id: `link-${links.length}`, source: nodes[from].id, target: nodes[to].id });
  }
  return { nodes, links };
}

/** The corners between the rooms of nodes, where no node is. */
export function gaps({ nodes }) {
  return nodes.map(({ x, y }) => ({ x: Math.floor(x / PITCH.x) * PITCH.x - 20, y: Math.floor(y / PITCH.y) * PITCH.y - 12 }));
}

/** The graph as an assembly descriptor. */
export function assembly({ nodes, links }) {
  const component = ({ id }, at) => `  ${id}:\n    type: resource::thing_${at % 12}::1.0\n`;
  const link = ({ id, source, target }) =>
    `  ${id}:\n    source-capabilities: [${source}.Network]\n    target-requirements: [${target}.Uplink]\n    source-state: Active\n    target-state: Inactive\n`;
  const place = ({ id, x, y }) => `    ${id}: {x: ${x}, y: ${y}}\n`;
  return [
    "name: assembly::bench::1.0\ndescription: A graph\n",
    "composition:\n",
    ...nodes.map(component),
    "relationships:\n",
    ...links.map(link),
    "designerLayout:\n  elements:\n",
    ...nodes.map(place),
  ].join("");
}
