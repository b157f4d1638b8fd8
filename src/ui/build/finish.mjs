// Trunk's post_build hook, on the staging folder before it replaces dist/.
// A release build gets minified scripts and styles, a program in two parts, its Content-Security-Policy (also as csp.txt, for servers that set
// headers) and a service worker that caches the whole page for offline use. A development build gets none of them: a service worker would serve
// outdated files.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { LOAD, later, moves, unmatched } from "./later.mjs";
import { minify } from "./minify.mjs";
import { POLICY } from "./policy.mjs";
import { split } from "./split.mjs";

/** Names of the functions of the first part, one for each index: tests name those that called the second part. */
const NAMES = join(dirname(fileURLToPath(import.meta.url)), "../../../target/page/first-part.txt");

/** The most bytes of functions in one module of the second part: well below the size that browsers compile while the page waits. */
const MODULE = 6 << 20;

/** The share of the lines of later.txt that may match no function: another toolchain can name closures differently. */
const STALE = 0.1;

const out = process.env.TRUNK_STAGING_DIR;
if (!out) throw new Error("run by Trunk: TRUNK_STAGING_DIR is not set");
preload();
if (process.env.TRUNK_PROFILE === "release") await finish();
else rmSync(join(out, "sw.js"));

// Browsers do not support integrity for `fetch` preloads, and warn about it.
function preload() {
  const page = join(out, "index.html");
  const html = readFileSync(page, "utf8");
  writeFileSync(page, html.replace(/<link rel="preload"[^>]*as="fetch"[^>]*>/g, (link) => link.replace(/ integrity="[^"]*"/, "")));
}

/**
 * Splits the program (split.mjs) and gives the page the names of its modules, and the size of the first. All names have the hash of all contents, so
 * that modules of different builds are never combined.
 */
function parts(html) {
  const whole = html.match(/data-wasm="([^"]*)"/)?.[1];
  if (!whole) throw new Error("index.html does not name the program");
  const listed = later();
  const { first, second, names: functions } = split(readFileSync(join(out, whole)), {
    moves: (module) => {
      const gone = unmatched(listed, module);
      if (gone.length > STALE * listed.size) {
        console.warn(`${gone.length} of ${listed.size} lines of later.txt name no function, such as ${gone.slice(0, 3).join(", ")}: run \`make later\``);
      }
      return moves(listed)(module);
    },
    load: LOAD,
    limit: MODULE,
  });
  mkdirSync(dirname(NAMES), { recursive: true });
  writeFileSync(NAMES, functions.join("\n"));
  const modules = [first, ...second];
  const hash = modules.reduce((hash, module) => hash.update(module), createHash("sha256")).digest("hex").slice(0, 16);
  const names = modules.map((module, at) => {
    // Compiled while the page waits if it is needed early, which Chromium refuses above this size. A fault here is better than one in the page.
    if (at > 0 && module.length > 8 << 20) throw new Error(`a module of the second part has ${module.length} bytes, more than 8 MiB`);
    const name = `limn-${hash}-${at + 1}.wasm`;
    writeFileSync(join(out, name), module);
    return name;
  });
  rmSync(join(out, whole));
  const addresses = names.slice(1).map((name) => `./${name}`).join(" ");
  return html.replaceAll(whole.replace(/^\.\//, ""), names[0]).replace(/data-wasm="[^"]*"/, (wasm) => `${wasm} data-size="${first.length}" data-second="${addresses}"`);
}

async function finish() {
  const page = join(out, "index.html");
  const html = readFileSync(page, "utf8");
  if (/<script(?![^>]*\ssrc=)[^>]*>/i.test(html)) throw new Error("index.html holds an inline script, which the policy forbids");
  const head = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n    <meta name="offline" content="sw.js">`;
  const sized = parts(await minify(out, html));
  const finished = sized.replace(/<meta charset="utf-8"\s*\/?>/i, (charset) => `${charset}\n    ${head}`);
  if (finished === sized) throw new Error("index.html has no <meta charset>: no place for the policy");
  writeFileSync(page, finished);
  writeFileSync(join(out, "csp.txt"), `${POLICY}; frame-ancestors 'none'\n`);

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
