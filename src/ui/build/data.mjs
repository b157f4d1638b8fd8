// Finds the constant data that only the second part of the program needs, by the relocations that the linker writes with `--emit-relocs`
// (src/ui/build.rs): where each constant is, and what refers to it.
//
// A constant stays in the first module if a function there may refer to it, directly or by way of other data. Functions are read for numbers that
// are addresses of constants: a number that equals an address by chance merely keeps a constant in the first module that could have moved.
import { OP, Reader, SECTION, customName, list, number, readInstructions, signed, sized } from "./wasm.mjs";

/** The linker's segment of constants is the first one. Data that is written to is in the others. */
const CONSTANTS = 0;
const CONSTANTS_NAME = ".rodata";
/** Runs of data shorter than this stay where they are: a segment of their own would take as much. */
const WORTH = 48;
const SEGMENT_INFO = 5;
const SYMBOL_TABLE = 8;
const SYMBOL = { function: 0, data: 1, global: 2, section: 3, event: 4, table: 5 };
const UNDEFINED = 0x10;
const EXPLICIT_NAME = 0x40;
/** Kinds of references to an address in memory, and those that have an offset. */
const ADDRESSES = new Set([3, 4, 5, 11]);
/** The kind of a whole address of four bytes, as it is in data. */
const WORD = 5;
const WITH_OFFSET = new Set([3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23, 25]);

/** `functions`: those that stay. Returns the data sections of both modules. */
export function splitData(sections, functions) {
  const section = sections.find(({ id }) => id === SECTION.data);
  const segments = readSegments(section.body);
  const symbols = readSymbols(custom(sections, "linking"), segments);
  const at = finder(symbols);
  const kept = new Set();
  const open = [];
  const keep = (symbol) => {
    if (symbol && !kept.has(symbol)) {
      kept.add(symbol);
      open.push(symbol);
    }
  };
  const inData = readReferences(custom(sections, "reloc.DATA"));
  checkReferences(segments, symbols, inData);
  // An address before or behind a constant does not say which one it belongs to.
  for (const { symbol, offset } of [...readReferences(custom(sections, "reloc.CODE")), ...inData]) {
    const named = symbols.all[symbol];
    if (named && (offset < 0 || offset >= Math.max(named.size, 1))) keep(named);
  }
  for (const { body } of functions) for (const address of addresses(body)) keep(at(address));
  // By the place of the reference: data refers to what is at its own bytes.
  const references = inData.map(({ place, symbol }) => ({ from: addressOf(segments, place), to: symbols.all[symbol] }));
  references.sort((one, other) => one.from - other.from);
  for (const { from, to } of references) if (!segments[CONSTANTS].holds(from)) keep(to);
  while (open.length > 0) {
    const { address, size } = open.pop();
    for (let next = firstFrom(references, address); next < references.length && references[next].from < address + size; next++) keep(references[next].to);
  }
  return cut(segments, symbols.constants.filter((symbol) => !kept.has(symbol)), kept);
}

function custom(sections, title) {
  const section = sections.find((section) => section.id === SECTION.custom && customName(section) === title);
  if (!section) throw new Error(`the program has no section ${title}: it was linked without --emit-relocs`);
  const reader = new Reader(section.body);
  reader.name();
  return reader;
}

/** Segments of memory: `{ address, bytes, place }`, the place in the section. */
function readSegments(body) {
  return new Reader(body).list((reader) => {
    if (reader.number() !== 0 || reader.byte() !== OP.i32Const) throw new Error("a segment of the memory that is not plain");
    const address = readSigned(reader);
    if (reader.byte() !== OP.end) throw new Error("a segment of the memory at an unexpected place");
    const length = reader.number();
    const place = reader.at;
    return { address, bytes: reader.take(length), place, holds: (it) => it >= address && it < address + length };
  });
}

/** Checks that no tool has moved the data after the linker wrote the relocations. */
function checkReferences(segments, symbols, references) {
  for (const { kind, place, symbol, offset } of references) {
    const to = symbols.all[symbol];
    if (kind !== WORD || !to) continue;
    const { bytes, place: start } = segmentAt(segments, place);
    if (bytes.readUInt32LE(place - start) !== to.address + offset) throw new Error("the linker's notes do not fit the data of the program");
  }
}

/** The data symbols: `all` by their number, and `constants` in the order of their addresses. */
function readSymbols(reader, segments) {
  if (reader.number() !== 2) throw new Error("the linker's notes have an unknown version");
  const all = [];
  while (!reader.done) {
    const kind = reader.byte();
    const part = new Reader(reader.take(reader.number()));
    if (kind === SEGMENT_INFO) checkSegments(part);
    if (kind === SYMBOL_TABLE) part.list((_, index) => (all[index] = readSymbol(part, segments)));
  }
  const constants = all.filter((symbol) => symbol && symbol.size > 0 && segments[CONSTANTS].holds(symbol.address));
  constants.sort((one, other) => one.address - other.address);
  return { all, constants };
}

function checkSegments(reader) {
  const names = [];
  reader.list(() => {
    names.push(reader.name());
    reader.number();
    reader.number();
  });
  if (!names[CONSTANTS].startsWith(CONSTANTS_NAME)) throw new Error(`the first segment is ${names[CONSTANTS]}: it should be ${CONSTANTS_NAME}`);
}

function readSymbol(reader, segments) {
  const kind = reader.byte();
  const flags = reader.number();
  if (kind === SYMBOL.section) return void reader.number();
  if (kind !== SYMBOL.data) {
    reader.number();
    if (!(flags & UNDEFINED) || flags & EXPLICIT_NAME) reader.name();
    return undefined;
  }
  reader.name();
  if (flags & UNDEFINED) return undefined;
  const [segment, offset, size] = [reader.number(), reader.number(), reader.number()];
  // Marks of the linker, as for the end of the data, are in no segment.
  return segment < segments.length ? { address: segments[segment].address + offset, size } : undefined;
}

/** References to addresses: `{ kind, place, symbol, offset }`, the place in the section that refers. */
function readReferences(reader) {
  reader.number();
  const found = [];
  reader.list(() => {
    const [kind, place, symbol] = [reader.byte(), reader.number(), reader.number()];
    const offset = WITH_OFFSET.has(kind) ? readSigned(reader) : 0;
    if (ADDRESSES.has(kind)) found.push({ kind, place, symbol, offset });
  });
  return found;
}

const segmentAt = (segments, place) => segments.findLast((segment) => segment.place <= place);

function addressOf(segments, place) {
  const segment = segmentAt(segments, place);
  return segment.address + place - segment.place;
}

/** The constant at an address. Constants that share bytes are found by the one that begins last; the others overlap it and stay with it: see `cut`. */
function finder({ constants }) {
  return (address) => {
    const symbol = constants[firstAfter(constants, address) - 1];
    return symbol && address < symbol.address + symbol.size ? symbol : undefined;
  };
}

const firstAfter = (symbols, address) => partition(symbols, (symbol) => symbol.address <= address);
const firstFrom = (references, address) => partition(references, ({ from }) => from < address);

function partition(sorted, isBefore) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(sorted[middle])) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Numbers in a function that can be addresses: constants, and the fixed parts of addresses of loads and stores. */
function addresses(body) {
  const found = [];
  const reader = new Reader(body);
  reader.list(() => (reader.skipNumber(), reader.byte()));
  readInstructions(reader, () => {}, (value) => found.push(value));
  return found;
}

/** Moves the runs of constants that no constant shares which stays. */
function cut(segments, moved, kept) {
  const { address, bytes } = segments[CONSTANTS];
  const moves = new Uint8Array(bytes.length);
  for (const symbol of moved) moves.fill(1, symbol.address - address, symbol.address - address + symbol.size);
  for (const symbol of kept) if (segments[CONSTANTS].holds(symbol.address)) moves.fill(0, symbol.address - address, symbol.address - address + symbol.size);
  const runs = [];
  for (let from = 0; from < bytes.length; ) {
    const to = end(moves, from);
    runs.push({ from, to, moves: moves[from] === 1 && to - from >= WORTH });
    from = to;
  }
  const joined = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last && last.moves === run.moves) last.to = run.to;
    else joined.push(run);
  }
  const segment = (run) => written({ address: address + run.from, bytes: bytes.subarray(run.from, run.to) });
  return {
    first: list([...joined.filter((run) => !run.moves).map(segment), ...segments.filter((_, index) => index !== CONSTANTS).map(written)]),
    second: list(joined.filter((run) => run.moves).map(segment)),
  };
}

function end(bytes, from) {
  let to = from + 1;
  while (to < bytes.length && bytes[to] === bytes[from]) to++;
  return to;
}

const written = ({ address, bytes }) => Buffer.concat([number(0), Buffer.from([OP.i32Const]), signed(address), Buffer.from([OP.end]), sized(bytes)]);

function readSigned(reader) {
  let [value, factor, byte] = [0, 1, 0];
  do {
    byte = reader.byte();
    value += (byte & 127) * factor;
    factor *= 128;
  } while (byte >= 128);
  return byte & 64 ? value - factor : value;
}
