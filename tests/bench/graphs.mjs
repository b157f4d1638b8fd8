// Graphs for the comparison of layouts: links between random nodes, always to a later one, so that there are no cycles.

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

/** `reach`: how far apart in the order of nodes the ends of a link are at most. */
export function graph(count, { seed = 7, degree = 2.5, reach = count } = {}) {
  const next = random(seed);
  const known = new Set();
  const links = [];
  for (let tries = 0; links.length < count * degree && tries < count * 40; tries += 1) {
    const from = Math.floor(next() * count);
    const to = from + 1 + Math.floor(next() * reach);
    const key = `${from} ${to}`;
    if (to >= count || known.has(key)) continue;
    known.add(key);
    links.push([from, to]);
  }
  return { count, links };
}

/** The graph as an assembly descriptor. */
export function assembly({ count, links }) {
  const nodes = Array.from({ length: count }, (_, at) => `  n${at}:\n    type: resource::thing_${at % 12}::1.0\n`);
  const link = ([from, to], at) =>
    `  l${at}:\n    source-capabilities: [n${from}.out]\n    target-requirements: [n${to}.in]\n    source-state: Active\n    target-state: Inactive\n`;
  return ["name: assembly::bench::1.0\ndescription: A graph\ncomposition:\n", ...nodes, "relationships:\n", ...links.map(link)].join("");
}
