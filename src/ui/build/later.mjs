// Selects the functions that move to the second part of the program: those of the modules, types and functions in later.txt, and those that only they
// call.
// Code of libraries is compiled for each type and closure that uses it, so a path is not enough there: such a function is listed by a checksum of its
// whole name, which can have a thousand characters.
// A function that is not in the list stays in the first part, so the list need not follow each change: a missing function makes the first part larger,
// and a wrongly listed one makes the page wait for the second part. tests/browser/parts.spec.ts and size.spec.ts report both.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withoutHashes } from "./module.mjs";

export const LIST = join(dirname(fileURLToPath(import.meta.url)), "later.txt");

/** Name of the imported function that loads the second part: src/ui/browser/parts.rs. */
export const LOAD = /^__wbg_load_[0-9a-f]{16}$/;

/** The paths of later.txt. */
export function later() {
  return new Set(readFileSync(LIST, "utf8").split("\n").filter((line) => line && !line.startsWith("#")));
}

/**
 * Code that may or may not run early, depending on time: events of the window, later slices of a drawing, and conversions of values from the browser's
 * store. Never moved, regardless of traces.
 */
const EARLY = /\blimn_page::(window_events|canvas::(far|dragged|layer|picture|view))::|\bJsCast>::instanceof\b/;

/** Sorts a list of more than 20 elements; shorter ones are sorted in place, by code that is not moved. Listed one by one: one list can be long and another short. */
export const LONG_SORT = /^core::slice::sort::(stable::driftsort_main|unstable::ipnsort)::/;

/** A line of the list for one function. */
export const checksum = (name) => `=${createHash("sha256").update(name).digest("hex").slice(0, 10)}`;

const PATH = /[A-Za-z_]\w*(?:::[A-Za-z_]\w*)+/g;

/**
 * Paths in the name of a function, such as `limn_yaml::path::Path::parent`: its own and those of the types that it is an instance for.
 * A method's path is that of its type and its name.
 */
export function paths(name) {
  const plain = withoutHashes(name);
  const found = plain.match(PATH) ?? [];
  const [, type, method] = plain.match(/^<(?:&|mut |dyn |\*const |\*mut )*([A-Za-z_]\w*(?:::[A-Za-z_]\w*)+).*>::(\w+)(?:::<.*>)?(?:::\{.*)?$/) ?? [];
  if (type && found[0] === type) found[0] = `${type}::${method}`;
  return found;
}

/** A path and the modules around it, outermost first. */
export function* prefixes(path) {
  for (let at = path.indexOf("::"); at >= 0; at = path.indexOf("::", at + 2)) yield path.slice(0, at);
  yield path;
}

/** The lines of the list that match nothing in a module (module.mjs): the code was removed or renamed. */
export function unmatched(listed, module) {
  const left = new Set(listed);
  for (const name of module.names.values()) {
    left.delete(checksum(withoutHashes(name)));
    for (const path of paths(name)) for (const prefix of prefixes(path)) left.delete(prefix);
  }
  return [...left];
}

/** The functions of a module (module.mjs) that move, by `listed`: paths. */
export const moves = (listed) => (module) => {
  const { functions, imports, names } = module;
  const isListed = (index) => {
    const name = withoutHashes(names.get(index) ?? "");
    if (EARLY.test(name)) return false;
    if (listed.has(checksum(name))) return true;
    if (LONG_SORT.test(name)) return false;
    return paths(name).some((path) => [...prefixes(path)].some((prefix) => listed.has(prefix)));
  };
  const moved = new Set();
  for (let index = imports.length; index < functions.length; index++) if (isListed(index)) moved.add(index);
  // Functions that only these call move as well.
  const reached = new Set();
  const open = [...module.exports.filter(({ kind }) => kind === 0).map(({ index }) => index), ...module.slots.values(), ...(module.start === null ? [] : [module.start])];
  while (open.length > 0) {
    const index = open.pop();
    if (moved.has(index) || reached.has(index)) continue;
    reached.add(index);
    for (const call of functions[index].calls ?? []) open.push(call.index);
  }
  for (let index = imports.length; index < functions.length; index++) if (!reached.has(index)) moved.add(index);
  return moved;
};
