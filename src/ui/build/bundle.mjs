// Trunk's pre_build hook: bundles src/ui/editor/bridge.js and the CodeMirror packages into one script that sets one global, `LimnEditor`.
// One script, not a module: Rust then binds to the global, and `cargo check` needs no bundle to exist.
import { build } from "esbuild";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

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
  const out = join(top, "target/page/editor.js");
  mkdirSync(dirname(out), { recursive: true });
  // An unchanged bundle keeps its time stamp, so that nothing downstream is built again.
  if (!existsSync(out) || readFileSync(out, "utf8") !== text) writeFileSync(out, text);
}
