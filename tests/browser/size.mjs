// What the page weighs on its way to a first visitor: everything up to the first usable canvas, compressed as a static host does it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

/** Sizes in bytes by kind of file, and the whole; `null` where `dist` holds no release build. */
export function size(dist = join(fileURLToPath(import.meta.url), "../../../dist")) {
  const html = readFileSync(join(dist, "index.html"), "utf8");
  if (!html.includes("Content-Security-Policy")) return null;
  const sizes = { raw: 0, brotli: 0, kinds: {} };
  for (const name of readdirSync(dist)) {
    const kind = name.split(".").at(-1);
    // The rules page, samples, the map and the service worker are fetched when they are first needed.
    if (!["wasm", "js", "css", "html"].includes(kind) || ["sw.js", "worker.js"].includes(name)) continue;
    const bytes = readFileSync(join(dist, name));
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_LGWIN]: 24 } }).length;
    sizes.raw += bytes.length;
    sizes.brotli += brotli;
    sizes.kinds[kind] = (sizes.kinds[kind] ?? 0) + brotli;
  }
  return sizes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = size();
  if (!found) throw new Error("dist/ holds no release build: run `make build`");
  const kib = (bytes) => `${(bytes / 1024).toFixed(0)} KiB`;
  for (const [kind, brotli] of Object.entries(found.kinds)) console.log(`${kind.padEnd(6)} ${kib(brotli).padStart(9)} brotli`);
  console.log(`all    ${kib(found.brotli).padStart(9)} brotli, ${kib(found.raw)} raw`);
}
