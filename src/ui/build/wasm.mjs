// Reads and writes WebAssembly modules, as far as a split of the program needs it: sections, function bodies and the functions that they call.
// Supports the instructions that rustc emits today, and throws at any other, because a split must not guess.

export const SECTION = { custom: 0, type: 1, import: 2, function: 3, table: 4, memory: 5, global: 6, export: 7, start: 8, element: 9, code: 10, data: 11, dataCount: 12 };
/** Kinds of imports and exports. */
export const KIND = { function: 0, table: 1, memory: 2, global: 3 };

export const OP = { unreachable: 0x00, if: 0x04, end: 0x0b, call: 0x10, callIndirect: 0x11, localGet: 0x20, globalGet: 0x23, globalSet: 0x24, i32Const: 0x41, i32Eqz: 0x45, refFunc: 0xd2 };
export const I32 = 0x7f;
export const FUNCREF = 0x70;
export const NO_RESULT = 0x40;

/** A place in bytes that moves on with what is read. */
export class Reader {
  constructor(bytes, at = 0, end = bytes.length) {
    Object.assign(this, { bytes, at, end });
  }

  get done() {
    return this.at >= this.end;
  }

  byte() {
    if (this.at >= this.end) throw new Error("the WebAssembly module ends too early");
    return this.bytes[this.at++];
  }

  /** An unsigned number in LEB128. */
  number() {
    for (let value = 0, factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  skipNumber() {
    while (this.byte() >= 128);
  }

  take(length) {
    if (this.at + length > this.end) throw new Error("the WebAssembly module ends too early");
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  name() {
    return this.take(this.number()).toString("utf8");
  }

  list(read) {
    return Array.from({ length: this.number() }, (_, index) => read(this, index));
  }
}

/** A number in LEB128. */
export function number(value) {
  const bytes = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return Buffer.from([...bytes, value]);
}

/** A signed number in LEB128; here never negative. */
export function signed(value) {
  const bytes = number(value);
  // The highest bit of the last byte would be read as a sign.
  return bytes.at(-1) < 64 ? bytes : Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1) | 128, 0])]);
}

export const name = (text) => sized(Buffer.from(text, "utf8"));
export const sized = (bytes) => Buffer.concat([number(bytes.length), bytes]);
export const list = (items) => Buffer.concat([number(items.length), ...items]);

/** Sections of a module in their order: `{ id, body }`. */
export function readSections(program) {
  if (program.toString("latin1", 0, 8) !== "\0asm\x01\0\0\0") throw new Error("not a WebAssembly module of version 1");
  const reader = new Reader(program, 8);
  const sections = [];
  while (!reader.done) sections.push({ id: reader.byte(), body: reader.take(reader.number()) });
  return sections;
}

export function writeSections(sections) {
  const written = sections.flatMap(({ id, body }) => [Buffer.from([id]), sized(body)]);
  return Buffer.concat([Buffer.from("\0asm\x01\0\0\0", "latin1"), ...written]);
}

/** The name of a custom section. */
export const customName = ({ body }) => new Reader(body).name();

/** Names of functions by index, from the section that the linker writes. */
export function functionNames(sections) {
  const names = new Map();
  const section = sections.find((section) => section.id === SECTION.custom && customName(section) === "name");
  if (!section) return names;
  const reader = new Reader(section.body);
  reader.name();
  while (!reader.done) {
    const id = reader.byte();
    const part = new Reader(reader.take(reader.number()));
    if (id === 1) part.list(() => names.set(part.number(), part.name()));
  }
  return names;
}

/** Limits of a memory or table: `{ flags, min, max }`. */
export function readLimits(reader) {
  const flags = reader.byte();
  if (flags > 1) throw new Error(`memory or table limits of an unknown kind: ${flags}`);
  return { flags, min: reader.number(), max: flags & 1 ? reader.number() : null };
}

export const writeLimits = ({ flags, min, max }) => Buffer.concat([Buffer.from([flags]), number(min), ...(flags & 1 ? [number(max)] : [])]);

/**
 * Reads the instructions of a function body; calls `onFunction(index, from, to)` for each function index and the bytes that hold it, and
 * `onAddress(number)` for each number that can be an address in memory.
 */
export function readInstructions(reader, onFunction, onAddress = () => {}) {
  while (!reader.done) instruction(reader, onFunction, onAddress);
}

function instruction(reader, onFunction, onAddress) {
  const start = reader.at;
  const op = reader.byte();
  if (op >= 0x45 && op <= 0xc4) return; // comparisons, arithmetic, conversions, sign extension
  if (op >= 0x28 && op <= 0x3e) return memoryAccess(reader, onAddress);
  switch (op) {
    case 0x00: case 0x01: case 0x05: case 0x0b: case 0x0f: case 0x1a: case 0x1b: case 0xd1: // without operands
      return;
    case 0x02: case 0x03: case 0x04: // block, loop, if: a block type
    case 0x0c: case 0x0d: // br, br_if
    case 0x20: case 0x21: case 0x22: case 0x23: case 0x24: case 0x25: case 0x26: // locals, globals, table.get, table.set
    case 0x3f: case 0x40: // memory.size, memory.grow
    case 0x42: // i64.const
    case 0xd0: // ref.null
      return reader.skipNumber();
    case OP.i32Const:
      return onAddress(reader.number());
    case 0x0e: // br_table
      for (let labels = reader.number(); labels >= 0; labels--) reader.skipNumber();
      return;
    case OP.callIndirect:
      reader.skipNumber();
      return reader.skipNumber();
    case 0x1c: // select with types
      return void reader.list(() => reader.byte());
    case 0x43:
      return void reader.take(4);
    case 0x44:
      return void reader.take(8);
    case OP.call: case OP.refFunc: {
      const from = reader.at;
      return onFunction(reader.number(), from, reader.at);
    }
    case 0xfc:
      return prefixed(reader, start);
    default:
      throw unknown(op, start);
  }
}

function memoryAccess(reader, onAddress) {
  // A higher alignment would say that the number of a memory follows.
  if (reader.number() >= 64) throw new Error("the program has several memories");
  onAddress(reader.number());
}

/** Conversions that saturate, and operations on whole ranges of memory and tables. */
function prefixed(reader, start) {
  const op = reader.number();
  if (op <= 7) return;
  // memory.copy, memory.fill, table.copy, table.grow, table.size, table.fill
  const operands = { 10: 2, 11: 1, 14: 2, 15: 1, 16: 1, 17: 1 }[op];
  // Not memory.init, data.drop, table.init and elem.drop: segments belong to one module.
  if (!operands) throw unknown(`0xfc ${op}`, start);
  for (let operand = 0; operand < operands; operand++) reader.skipNumber();
}

const unknown = (op, at) => new Error(`unknown WebAssembly instruction ${typeof op === "number" ? `0x${op.toString(16)}` : op} at byte ${at}`);
