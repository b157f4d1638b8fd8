// Trunk's pre_build hook: bundles src/ui/editor/bridge.js and the CodeMirror packages into one script that sets one global, `LimnEditor`; and
// generates the world outline for the map and the table of icons.
// A script instead of a module, so that Rust binds to the global and `cargo check` needs no bundle.
// Installs the npm packages if they are missing, so that plain `trunk serve` works on a fresh clone.
import { execSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const top = join(dirname(fileURLToPath(import.meta.url)), "../../..");

if (!["esbuild", "lucide-static"].every((name) => existsSync(join(top, "node_modules", name)))) {
  execSync("npm ci --ignore-scripts --no-audit --no-fund", { cwd: top, stdio: "inherit" });
}
// Only now: these packages may just have been installed.
const { build } = await import("esbuild");
const { world } = await import("./world.mjs");
const icons = await import("./icons.mjs");

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
  icons.write();
}

/** Unchanged files keep their time stamp, so that nothing downstream is rebuilt. */
function put(path, text) {
  const out = join(top, path);
  mkdirSync(dirname(out), { recursive: true });
  if (!existsSync(out) || readFileSync(out, "utf8") !== text) writeFileSync(out, text);
}
