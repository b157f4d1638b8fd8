// Trunk's pre_build hook: bundles src/ui/editor/bridge.js and the CodeMirror packages into one script that sets one global, `LimnEditor`; and makes
// the outline of the world for the map.
// One script, not a module: Rust then binds to the global, and `cargo check` needs no bundle to exist.
import { build } from "esbuild";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { world } from "./world.mjs";

const top = join(dirname(fileURLToPath(import.meta.url)), "../../..");

/** Bundles `entry` (relative to the top level) as a script that sets `globalName`; returns its text. */
export async function bundle(entry, { globalName, release }) {
  const result = await build({
    absWorkingDir: top,
    entryPoints: [entry],
    bundle: true,
    format: "iife",
    globalName,
    target: ["es2022"],
    minify: release,
    sourcemap: release ? false : "inline",
    legalComments: "none",
    write: false,
  });
  return result.outputFiles[0].text;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const release = process.env.TRUNK_PROFILE === "release";
  const text = await bundle("src/ui/editor/bridge.js", { globalName: "LimnEditor", release });
  put("target/page/editor.js", text);
  put("target/page/world.txt", world());
}

/** What is unchanged keeps its time stamp, so that nothing downstream is built again. */
function put(path, text) {
  const out = join(top, path);
  mkdirSync(dirname(out), { recursive: true });
  if (!existsSync(out) || readFileSync(out, "utf8") !== text) writeFileSync(out, text);
}
