// Trunk's post_build hook, on the staging folder before it replaces dist/.
// A release build gets its Content-Security-Policy (also as csp.txt, for servers that set headers) and a service worker that
// caches the whole page for offline use. A development build gets neither: a service worker would serve outdated files.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const out = process.env.TRUNK_STAGING_DIR;
if (!out) throw new Error("run by Trunk: TRUNK_STAGING_DIR is not set");
preload();
if (process.env.TRUNK_PROFILE === "release") finish();
else rmSync(join(out, "sw.js"));

/** The program without the names of its functions: a tenth of what is downloaded. Panics say where they happened without them. */
function withoutNames(wasm) {
  // A module is a header of 8 bytes and sections, each an id, its length in LEB128 and that many bytes. Custom sections have the id 0.
  const kept = [wasm.subarray(0, 8)];
  for (let at = 8; at < wasm.length; ) {
    const [length, body] = leb128(wasm, at + 1);
    const [nameLength, name] = leb128(wasm, body);
    const isNames = wasm[at] === 0 && wasm.toString("latin1", name, name + nameLength) === "name";
    if (!isNames) kept.push(wasm.subarray(at, body + length));
    at = body + length;
  }
  return Buffer.concat(kept);
}

/** A number and the offset behind it. */
function leb128(bytes, at) {
  for (let value = 0, factor = 1; ; factor *= 128) {
    const byte = bytes[at++];
    value += (byte & 127) * factor;
    if (byte < 128) return [value, at];
  }
}

// Browsers do not support integrity for `fetch` preloads, and warn about it.
function preload() {
  const page = join(out, "index.html");
  const html = readFileSync(page, "utf8");
  writeFileSync(page, html.replace(/<link rel="preload"[^>]*as="fetch"[^>]*>/g, (link) => link.replace(/ integrity="[^"]*"/, "")));
}

function finish() {
  const policy = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
  ].join("; ");
  const page = join(out, "index.html");
  const html = readFileSync(page, "utf8");
  if (/<script(?![^>]*\ssrc=)[^>]*>/i.test(html)) throw new Error("index.html holds an inline script, which the policy forbids");
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy}">\n    <meta name="offline" content="sw.js">`;
  const sized = html.replace(/data-wasm="([^"]*)"/, (attribute, wasm) => {
    const program = withoutNames(readFileSync(join(out, wasm)));
    writeFileSync(join(out, wasm), program);
    return `${attribute} data-size="${program.length}"`;
  });
  const finished = sized.replace(/<meta charset="utf-8"\s*\/?>/i, (charset) => `${charset}\n    ${head}`);
  if (finished === sized) throw new Error("index.html has no <meta charset>: no place for the policy");
  writeFileSync(page, finished);
  writeFileSync(join(out, "csp.txt"), `${policy}; frame-ancestors 'none'\n`);

  const files = readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(out.length + 1).replaceAll("\\", "/"))
    .filter((path) => !["sw.js", "csp.txt"].includes(path))
    .sort();
  const hash = createHash("sha256");
  for (const path of files) hash.update(path).update(readFileSync(join(out, path)));
  const worker = join(out, "sw.js");
  const text = readFileSync(worker, "utf8")
    .replace("__VERSION__", hash.digest("hex").slice(0, 16))
    .replace("/* files */ []", JSON.stringify(["./", ...files.map(encodeURI)]));
  if (text.includes("__VERSION__") || text.includes("/* files */")) throw new Error("sw.js has lost its placeholders");
  writeFileSync(worker, text);
}
