// A static host for the tests: node serve.mjs FOLDER PORT PREFIX. Sends the policy of release pages, for development pages too, so that both forbid the same.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { POLICY } from "../../src/ui/build/policy.mjs";

const [folder, port, prefix] = process.argv.slice(2);
const root = fileURLToPath(new URL(`${folder}/`, import.meta.url));
const types = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".yaml": "application/yaml",
  ".yml": "application/yaml",
};
const written = join(root, "csp.txt");
const policy = existsSync(written) ? readFileSync(written, "utf8").trim() : POLICY;

/** Programs, compressed as static hosts do it: one of more than 6 MiB is too large for the cache of a private window. */
const compressed = new Map();

createServer(async (request, response) => {
  const { pathname } = new URL(request.url, "http://host");
  const path = decodeURIComponent(pathname);
  if (!path.startsWith(prefix) || path.includes("..")) return void response.writeHead(404).end();
  const file = join(root, path.slice(prefix.length), path.endsWith("/") ? "index.html" : "");
  try {
    const body = await readFile(file);
    const etag = `"${createHash("sha256").update(body).digest("base64url")}"`;
    const type = types[extname(file)] ?? "application/octet-stream";
    const headers = { "content-type": type, "cache-control": "no-cache", "content-security-policy": policy, etag };
    if (request.headers["if-none-match"] === etag) return void response.writeHead(304, headers).end();
    if (type !== types[".wasm"] || !/\bgzip\b/.test(request.headers["accept-encoding"] ?? "")) return void response.writeHead(200, headers).end(body);
    if (!compressed.has(etag)) compressed.set(etag, gzipSync(body));
    response.writeHead(200, { ...headers, "content-encoding": "gzip" }).end(compressed.get(etag));
  } catch {
    response.writeHead(404).end();
  }
}).listen(Number(port), "127.0.0.1");
