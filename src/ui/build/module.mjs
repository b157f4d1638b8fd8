// A WebAssembly module as the split sees it: its functions with their bodies, types, callers and places in the table.
import { FUNCREF, KIND, Reader, SECTION, functionNames, readInstructions, readLimits, readSections } from "./wasm.mjs";

/** Reads a program that wasm-bindgen wrote: one memory and tables of its own, the first of functions. */
export function readModule(program) {
  const sections = readSections(program);
  const section = (id) => new Reader(sections.find((section) => section.id === id)?.body ?? Buffer.from([0]));
  const types = section(SECTION.type).list(readType);
  const imports = section(SECTION.import).list(readImport);
  if (imports.some(({ kind }) => kind !== KIND.function)) throw new Error("the program imports something besides functions");
  const declared = section(SECTION.function).list((reader) => reader.number());
  const bodies = section(SECTION.code).list((reader) => reader.take(reader.number()));
  const functions = [...imports.map(({ type }) => ({ type })), ...declared.map((type, at) => ({ type, body: bodies[at], ...calls(bodies[at]) }))];
  const tables = section(SECTION.table).list(readTable);
  const memories = section(SECTION.memory).list(readLimits);
  if (tables[0]?.type !== FUNCREF || memories.length !== 1) throw new Error("the program has no table of functions, or not one memory");
  const start = sections.some(({ id }) => id === SECTION.start) ? section(SECTION.start).number() : null;
  return {
    sections,
    types,
    imports,
    functions,
    tables,
    memory: memories[0],
    globals: section(SECTION.global).list(readGlobal),
    exports: section(SECTION.export).list((reader) => ({ name: reader.name(), kind: reader.byte(), index: reader.number() })),
    start,
    slots: readElements(section(SECTION.element)),
    names: functionNames(sections),
  };
}

function readType(reader) {
  const form = reader.byte();
  if (form !== 0x60) throw new Error(`a type of the unknown form ${form}`);
  return { params: reader.list(() => reader.byte()), results: reader.list(() => reader.byte()) };
}

function readImport(reader) {
  const [module, name, kind] = [reader.name(), reader.name(), reader.byte()];
  return { module, name, kind, type: kind === KIND.function ? reader.number() : null };
}

function readTable(reader) {
  return { type: reader.byte(), ...readLimits(reader) };
}

function readGlobal(reader) {
  const global = { type: reader.byte(), mutable: reader.byte() };
  const start = reader.at;
  skipExpression(reader);
  return { ...global, init: reader.bytes.subarray(start, reader.at) };
}

/** A constant expression that ends with its first `end`. */
function skipExpression(reader) {
  const op = reader.byte();
  if (op === 0x43 || op === 0x44) reader.take(op === 0x43 ? 4 : 8);
  else if ([0x41, 0x42, 0x23, 0xd0, 0xd2].includes(op)) reader.skipNumber();
  else throw new Error(`a constant expression of the unknown kind ${op}`);
  if (reader.byte() !== 0x0b) throw new Error("a constant expression of several instructions");
}

/** Places in the first table: functions by slot. */
function readElements(reader) {
  const slots = new Map();
  reader.list(() => {
    if (reader.number() !== 0 || reader.byte() !== 0x41) throw new Error("a segment of the table that is not plain");
    const first = reader.number();
    // The linker starts the table at 1, so a number of one byte is never negative.
    if (reader.byte() !== 0x0b || first > 63) throw new Error("a segment of the table at an unexpected place");
    reader.list((_, at) => slots.set(first + at, reader.number()));
  });
  return slots;
}

/** The start of a body's instructions, and the functions that it names: `{ index, from, to }`. */
function calls(body) {
  const reader = new Reader(body);
  reader.list(() => (reader.skipNumber(), reader.byte()));
  const calls = [];
  readInstructions(reader, (index, from, to) => calls.push({ index, from, to }));
  return { calls };
}

/** The name of a function without the hashes of the crates in it, which differ between builds. */
export const withoutHashes = (name) => name.replace(/\[[0-9a-f]{8,16}\]/g, "");
