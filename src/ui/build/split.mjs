// Splits the program in two. The first part starts the page and draws the first diagram; the second has the functions that are needed later.
//
// A function that moves, and that the first part calls or has in its table, leaves a stub there: it loads the second part if that is not there
// yet, and calls the function through its place in the table. The second part uses the memory, the tables and the globals of the first, and puts
// its functions into the table, and the constants that only they use (data.mjs) into the memory. public/parts.js loads it.
//
// The second part is several modules, as browsers limit the size of one that is compiled while the page waits. They are loaded in order: a module
// calls functions of those before it.
import { splitData } from "./data.mjs";
import { readModule, withoutHashes } from "./module.mjs";
import { I32, KIND, NO_RESULT, OP, SECTION, customName, list, name, number, signed, sized, writeLimits, writeSections } from "./wasm.mjs";

/**
 * `moves(module)`: the indices of the functions that move. `load`: sets the name of the imported function that loads the second module.
 * `limit`: the most bytes of functions in a module of the second part, unless functions that call each other have more.
 * Returns the first part, the modules of the second, the functions that moved, and the names of the functions of the first part by their indices in it.
 */
export function split(program, { moves, load, limit }) {
  const module = readModule(program);
  const loads = module.imports.findIndex(({ name }) => load.test(name));
  if (module.imports.filter(({ name }) => load.test(name)).length !== 1) throw new Error(`the program does not import exactly one ${load}`);
  if (module.types[module.functions[loads].type].params.length > 0) throw new Error("the function that loads the rest takes arguments");
  const moved = moves(module);
  for (const index of [loads, module.start]) if (moved.has(index)) throw new Error("a function that has to stay was to move");
  const { slotOf, length } = stubs(module, moved);
  const own = module.functions.map((_, index) => index).slice(module.imports.length);
  const staying = byName(module, own.filter((index) => !moved.has(index) || slotOf.has(index)));
  const data = splitData(module.sections, staying.filter((index) => !moved.has(index)).map((index) => module.functions[index]));
  const plan = { module, data, loads, moved, slotOf, length, staying, loaded: module.globals.length };
  const layers = inLayers(module, moved, limit);
  const placeOf = places(module, moved, layers);
  const second = layers.map((layer, at) => later({ ...plan, layer: new Set(layer), placeOf, isFirst: at === 0, isLast: at === layers.length - 1 }));
  const names = [...module.imports.keys(), ...staying].map((index) => module.names.get(index) ?? "");
  return { first: first({ ...plan, placeOf }), second, moved, names };
}

/**
 * The functions that move, in groups of about one size and at most `limit` bytes. No function calls one of a later group, so functions that call each
 * other, over others as well, are in one group. Calls through the table do not count.
 */
function inLayers(module, moved, limit) {
  const size = (index) => module.functions[index].body.length;
  const total = [...moved].reduce((sum, index) => sum + size(index), 0);
  const share = total / Math.max(1, Math.ceil(total / limit));
  const layers = [[]];
  let filled = 0;
  for (const component of calleesFirst(module, moved)) {
    const bytes = component.reduce((sum, index) => sum + size(index), 0);
    // At the end of an equal share; the last layer takes what rounding leaves.
    const isFull = filled + bytes > share * 1.02 || filled >= share;
    if (filled > 0 && (isFull || filled + bytes > limit)) {
      layers.push([]);
      filled = 0;
    }
    layers.at(-1).push(...component);
    filled += bytes;
  }
  return layers;
}

/** Groups of functions that call each other, each after the groups that it calls: Tarjan's algorithm, without recursion. */
function calleesFirst(module, moved) {
  const [order, lowest, path, isOnPath, components] = [new Map(), new Map(), [], new Set(), []];
  const enter = (index) => {
    order.set(index, order.size);
    lowest.set(index, order.get(index));
    path.push(index);
    isOnPath.add(index);
    return { index, calls: module.functions[index].calls.filter((call) => moved.has(call.index)), at: 0 };
  };
  const lower = (index, to) => lowest.set(index, Math.min(lowest.get(index), to));
  for (const start of moved) {
    const open = order.has(start) ? [] : [enter(start)];
    while (open.length > 0) {
      const here = open.at(-1);
      if (here.at < here.calls.length) {
        const { index } = here.calls[here.at++];
        if (!order.has(index)) open.push(enter(index));
        else if (isOnPath.has(index)) lower(here.index, order.get(index));
        continue;
      }
      open.pop();
      if (open.length > 0) lower(open.at(-1).index, lowest.get(here.index));
      if (lowest.get(here.index) < order.get(here.index)) continue;
      const component = path.splice(path.lastIndexOf(here.index));
      for (const index of component) isOnPath.delete(index);
      components.push(component);
    }
  }
  return components;
}

/** Numbers, by which they are exported and imported, of the functions that modules of the second part call in modules before them. */
function places(module, moved, layers) {
  const layerOf = new Map(layers.flatMap((layer, at) => layer.map((index) => [index, at])));
  const called = new Set();
  for (const index of moved) {
    for (const call of module.functions[index].calls) if (layerOf.get(call.index) !== layerOf.get(index)) called.add(call.index);
  }
  const before = module.tables.length + 1 + module.globals.length + 1;
  return new Map([...called].sort((a, b) => a - b).map((index, at) => [index, before + at]));
}

/** Functions in the order of their names: instances of one generic function lie side by side, which compresses better. */
function byName(module, indices) {
  const names = new Map(indices.map((index) => [index, withoutHashes(module.names.get(index) ?? "").replace(/^[<&]+/, "")]));
  return [...indices].sort((a, b) => (names.get(a) < names.get(b) ? -1 : names.get(a) > names.get(b) ? 1 : a - b));
}

/** Functions that leave a stub, with their slot in the table; and the length of the table with the slots added for them. */
function stubs(module, moved) {
  const slotOf = new Map();
  for (const [slot, index] of module.slots) if (moved.has(index) && !slotOf.has(index)) slotOf.set(index, slot);
  let length = module.tables[0].min;
  const needed = new Set(module.exports.filter(({ kind }) => kind === KIND.function).map(({ index }) => index));
  module.functions.forEach(({ calls = [] }, index) => {
    if (!moved.has(index)) for (const call of calls) needed.add(call.index);
  });
  for (const index of [...needed].sort((a, b) => a - b)) if (moved.has(index) && !slotOf.has(index)) slotOf.set(index, length++);
  return { slotOf, length };
}

/** Names under which modules export what those after them use: short, as there are thousands. */
const shortName = (at) => at.toString(36);

function first(plan) {
  const { module, length, loaded, moved, placeOf, staying } = plan;
  const indexOf = new Map([...module.imports.keys(), ...staying].map((index, at) => [index, at]));
  const additions = [
    ...module.tables.map((_, table) => [KIND.table, table]),
    [KIND.memory, 0],
    ...Array.from({ length: loaded + 1 }, (_, global) => [KIND.global, global]),
  ].map(([kind, index], at) => ({ name: shortName(at), kind, index }));
  const called = [...placeOf].filter(([index]) => !moved.has(index));
  const exports = [...module.exports, ...additions, ...called.map(([index, at]) => ({ name: shortName(at), kind: KIND.function, index }))];
  if (new Set(exports.map(({ name }) => name)).size < exports.length) throw new Error("an export has the short name of another");
  const longer = (table) => ({ ...table, min: length, max: table.flags & 1 ? Math.max(length, table.max) : null });
  const numberOf = ({ kind, index }) => number(kind === KIND.function ? indexOf.get(index) : index);
  const rewritten = {
    [SECTION.function]: () => list(staying.map((index) => number(module.functions[index].type))),
    [SECTION.table]: () => list(module.tables.map((table, at) => writeTable(at === 0 ? longer(table) : table))),
    [SECTION.global]: () => list([...module.globals.map(writeGlobal), writeGlobal({ type: I32, mutable: 1, init: constant(0) })]),
    [SECTION.export]: () => list(exports.map((item) => Buffer.concat([name(item.name), Buffer.from([item.kind]), numberOf(item)]))),
    [SECTION.start]: () => number(indexOf.get(module.start)),
    [SECTION.element]: () => list(elements(module.slots, indexOf)),
    [SECTION.data]: () => plan.data.first,
    [SECTION.code]: () => list(staying.map((index) => sized(plan.moved.has(index) ? stub(plan, index) : renumbered(module.functions[index], indexOf)))),
  };
  return writeSections(module.sections.filter(isKept).map(({ id, body }) => ({ id, body: rewritten[id]?.() ?? body })));
}

/** Names and relocations are for the split alone: panics report their location without them. */
const isKept = (section) => section.id !== SECTION.custom || !/^(name|producers|__wasm_split_unstable|linking|reloc\..*)$/.test(customName(section));

const writeTable = (table) => Buffer.concat([Buffer.from([table.type]), writeLimits(table)]);
const writeGlobal = ({ type, mutable, init }) => Buffer.concat([Buffer.from([type, mutable]), init]);
const constant = (value) => Buffer.concat([Buffer.from([OP.i32Const]), signed(value), Buffer.from([OP.end])]);

/** The stub of a moved function in the first part: loads the second part if necessary, and calls the function through its place in the table. */
function stub({ module, loads, slotOf, loaded }, index) {
  const { type } = module.functions[index];
  return Buffer.concat([
    // No locals. Loads the second part unless it is there.
    Buffer.from([0, OP.globalGet]), number(loaded), Buffer.from([OP.i32Eqz, OP.if, NO_RESULT, OP.call]), number(loads), Buffer.from([OP.end]),
    ...module.types[type].params.map((_, at) => Buffer.concat([Buffer.from([OP.localGet]), number(at)])),
    Buffer.from([OP.i32Const]), signed(slotOf.get(index)), Buffer.from([OP.callIndirect]), number(type), Buffer.from([0, OP.end]),
  ]);
}

/** A module of the second part. */
function later(plan) {
  const { module, layer, slotOf, length, loaded, placeOf, isFirst, isLast } = plan;
  const inOrder = byName(module, [...layer]);
  const uses = new Set(inOrder.flatMap((index) => module.functions[index].calls.map((call) => call.index)));
  const imported = [...placeOf.keys()].filter((index) => uses.has(index) && !layer.has(index));
  const indexOf = new Map([...imported, ...inOrder].map((index, at) => [index, at]));
  const nothing = module.types.findIndex(({ params, results }) => params.length + results.length === 0);
  const state = [
    ...module.tables.map((table, at) => Buffer.concat([Buffer.from([KIND.table]), writeTable(at === 0 ? { ...table, flags: 0, min: length } : table)])),
    Buffer.concat([Buffer.from([KIND.memory]), writeLimits(module.memory)]),
    ...module.globals.map(({ type, mutable }) => Buffer.from([KIND.global, type, mutable])),
    Buffer.from([KIND.global, I32, 1]),
  ].map((item, at) => Buffer.concat([name(""), name(shortName(at)), item]));
  const functions = imported.map((index) => Buffer.concat([name(""), name(shortName(placeOf.get(index))), Buffer.from([KIND.function]), number(module.functions[index].type)]));
  const exports = inOrder.filter((index) => placeOf.has(index)).map((index) => Buffer.concat([name(shortName(placeOf.get(index))), Buffer.from([KIND.function]), number(indexOf.get(index))]));
  // Runs after the table has been filled by the last module, and reports that.
  const start = Buffer.concat([Buffer.from([0, OP.i32Const, 1, OP.globalSet]), number(loaded), Buffer.from([OP.end])]);
  return writeSections([
    { id: SECTION.type, body: module.sections.find(({ id }) => id === SECTION.type).body },
    { id: SECTION.import, body: list([...state, ...functions]) },
    { id: SECTION.function, body: list([...inOrder, ...(isLast ? [null] : [])].map((index) => number(index === null ? nothing : module.functions[index].type))) },
    ...(exports.length > 0 ? [{ id: SECTION.export, body: list(exports) }] : []),
    ...(isLast ? [{ id: SECTION.start, body: number(imported.length + inOrder.length) }] : []),
    { id: SECTION.element, body: list(elements(filled(module, slotOf, layer), indexOf)) },
    { id: SECTION.code, body: list([...inOrder.map((index) => sized(renumbered(module.functions[index], indexOf))), ...(isLast ? [sized(start)] : [])]) },
    ...(isFirst ? [{ id: SECTION.data, body: plan.data.second }] : []),
  ]);
}

/** The places in the table that a module fills: those that its functions had, and those added for them. */
function filled(module, slotOf, layer) {
  const slots = new Map([...slotOf].filter(([index]) => layer.has(index)).map(([index, slot]) => [slot, index]));
  for (const [slot, index] of module.slots) if (slotOf.has(index) && layer.has(index)) slots.set(slot, index);
  return slots;
}

/** Fills places of the table: one segment for each run of them. */
function elements(slots, indexOf) {
  const runs = [];
  for (const [slot, index] of [...slots].sort(([a], [b]) => a - b)) {
    const run = runs.at(-1);
    if (run && run.first + run.items.length === slot) run.items.push(number(indexOf.get(index)));
    else runs.push({ first: slot, items: [number(indexOf.get(index))] });
  }
  return runs.map(({ first, items }) => Buffer.concat([number(0), constant(first), list(items)]));
}

/** A body with other function indices. */
function renumbered({ body, calls }, indexOf) {
  const parts = [];
  let at = 0;
  for (const { index, from, to } of calls) {
    parts.push(body.subarray(at, from), number(indexOf.get(index)));
    at = to;
  }
  return Buffer.concat([...parts, body.subarray(at)]);
}
