// The size of the page for a visitor, compressed by brotli as static hosts do: everything up to the first usable canvas, and everything that a
// visit loads.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

/** Modules of the second part of the program. */
export const LATER = /-(?!1\b)\d+\.wasm$/;

const DIST = join(fileURLToPath(import.meta.url), "../../../dist");

/** Files that the page needs before the first diagram is drawn, without the sample; `null` where `dist` holds no release build. */
export function firstFiles(dist = DIST) {
  const html = readFileSync(join(dist, "index.html"), "utf8");
  if (!html.includes("Content-Security-Policy")) return null;
  const named = [...html.matchAll(/(?:href|src|data-js|data-wasm)="(?:\.\/)?([^"]+)"/g)].map(([, name]) => name);
  // Browsers ask for the manifest only to install the page.
  return [...new Set(["index.html", "worker.js", ...named])].filter((name) => !["./", "manifest.webmanifest"].includes(name) && statSync(join(dist, name)).isFile());
}

const samples = (dist) => readdirSync(join(dist, "samples"), { withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name }) => `samples/${name}`);

/** Bytes of some files, raw and compressed, and compressed by kind. */
export function weigh(names, dist = DIST) {
  const sizes = { raw: 0, brotli: 0, kinds: {} };
  for (const name of names) {
    const kind = name.split(".").at(-1);
    const bytes = readFileSync(join(dist, name));
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_LGWIN]: 24 } }).length;
    sizes.raw += bytes.length;
    sizes.brotli += brotli;
    sizes.kinds[kind] = (sizes.kinds[kind] ?? 0) + brotli;
  }
  return sizes;
}

/** Up to the first usable canvas, with the largest sample; and the second part of the program, which follows. */
export function size(dist = DIST) {
  const files = firstFiles(dist);
  if (!files) return null;
  const largest = samples(dist).reduce((a, b) => (statSync(join(dist, a)).size > statSync(join(dist, b)).size ? a : b));
  const second = readdirSync(dist).filter((name) => LATER.test(name));
  const [first, later] = [weigh([...files, largest], dist), weigh(second, dist)];
  return { first, later, all: { raw: first.raw + later.raw, brotli: first.brotli + later.brotli } };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = size();
  if (!found) throw new Error("dist/ holds no release build: run `make build`");
  const kib = (bytes) => `${(bytes / 1024).toFixed(0)} KiB`;
  console.log("up to the first usable canvas:");
  for (const [kind, brotli] of Object.entries(found.first.kinds)) console.log(`  ${kind.padEnd(6)} ${kib(brotli).padStart(9)} brotli`);
  for (const [name, { brotli, raw }] of Object.entries(found)) console.log(`${name.padEnd(8)} ${kib(brotli).padStart(9)} brotli, ${kib(raw)} raw`);
}
