// Splits the program in two. The first module starts the page and draws the first diagram; the second has the functions that are needed later.
//
// A function that moves, and that the first module calls or has in its table, leaves a stub there: it loads the second module if that is not there
// yet, and calls the function through its place in the table. The second module uses the memory, the tables and the globals of the first, and puts
// its functions into the table, and the constants that only they use (data.mjs) into the memory. public/parts.js loads it.
import { splitData } from "./data.mjs";
import { readModule, withoutHashes } from "./module.mjs";
import { I32, KIND, NO_RESULT, OP, SECTION, customName, list, name, number, signed, sized, writeLimits, writeSections } from "./wasm.mjs";

/**
 * `moves(module)`: the indices of the functions that move. `load`: sets the name of the imported function that loads the second module.
 * Returns both modules, the functions that moved, and the names of the functions of the first module, by their indices in it.
 */
export function split(program, { moves, load }) {
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
  const plan = { module, data, loads, moved, slotOf, length, staying, loaded: module.globals.length, shared: shared(module, moved) };
  const names = [...module.imports.keys(), ...staying].map((index) => module.names.get(index) ?? "");
  return { first: first(plan), second: second(plan), moved, names };
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

/** Functions of the first module that the second calls, in order. */
function shared(module, moved) {
  const called = new Set();
  for (const index of moved) for (const call of module.functions[index].calls) if (!moved.has(call.index)) called.add(call.index);
  return [...called].sort((a, b) => a - b);
}

/** Names under which the first module exports what the second uses: short, as there are thousands. */
const shortName = (at) => at.toString(36);

function first(plan) {
  const { module, length, loaded, shared, staying } = plan;
  const indexOf = new Map([...module.imports.keys(), ...staying].map((index, at) => [index, at]));
  const additions = [
    ...module.tables.map((_, table) => [KIND.table, table]),
    [KIND.memory, 0],
    ...Array.from({ length: loaded + 1 }, (_, global) => [KIND.global, global]),
    ...shared.map((index) => [KIND.function, index]),
  ].map(([kind, index], at) => ({ name: shortName(at), kind, index }));
  const exports = [...module.exports, ...additions];
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

/** The stub of a moved function in the first module: loads the second module if necessary, and calls the function through its place in the table. */
function stub({ module, loads, slotOf, loaded }, index) {
  const { type } = module.functions[index];
  return Buffer.concat([
    // No locals. Loads the second module unless it is there.
    Buffer.from([0, OP.globalGet]), number(loaded), Buffer.from([OP.i32Eqz, OP.if, NO_RESULT, OP.call]), number(loads), Buffer.from([OP.end]),
    ...module.types[type].params.map((_, at) => Buffer.concat([Buffer.from([OP.localGet]), number(at)])),
    Buffer.from([OP.i32Const]), signed(slotOf.get(index)), Buffer.from([OP.callIndirect]), number(type), Buffer.from([0, OP.end]),
  ]);
}

function second(plan) {
  const { module, moved, slotOf, length, loaded, shared } = plan;
  const inOrder = byName(module, [...moved]);
  const indexOf = new Map([...shared, ...inOrder].map((index, at) => [index, at]));
  const nothing = module.types.findIndex(({ params, results }) => params.length + results.length === 0);
  const imports = [
    ...module.tables.map((table, at) => Buffer.concat([Buffer.from([KIND.table]), writeTable(at === 0 ? { ...table, flags: 0, min: length } : table)])),
    Buffer.concat([Buffer.from([KIND.memory]), writeLimits(module.memory)]),
    ...module.globals.map(({ type, mutable }) => Buffer.from([KIND.global, type, mutable])),
    Buffer.from([KIND.global, I32, 1]),
    ...shared.map((index) => Buffer.concat([Buffer.from([KIND.function]), number(module.functions[index].type)])),
  ].map((item, at) => Buffer.concat([name(""), name(shortName(at)), item]));
  // Runs after the table has been filled, and reports that.
  const start = Buffer.concat([Buffer.from([0, OP.i32Const, 1, OP.globalSet]), number(loaded), Buffer.from([OP.end])]);
  return writeSections([
    { id: SECTION.type, body: module.sections.find(({ id }) => id === SECTION.type).body },
    { id: SECTION.import, body: list(imports) },
    { id: SECTION.function, body: list([...inOrder.map((index) => number(module.functions[index].type)), number(nothing)]) },
    { id: SECTION.start, body: number(shared.length + inOrder.length) },
    { id: SECTION.element, body: list(elements(filled(module, slotOf), indexOf)) },
    { id: SECTION.code, body: list([...inOrder.map((index) => sized(renumbered(module.functions[index], indexOf))), sized(start)]) },
    { id: SECTION.data, body: plan.data.second },
  ]);
}

/** The places in the table that the second module fills: those that its functions had, and those added for them. */
function filled(module, slotOf) {
  const slots = new Map([...slotOf].map(([index, slot]) => [slot, index]));
  for (const [slot, index] of module.slots) if (slotOf.has(index)) slots.set(slot, index);
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
