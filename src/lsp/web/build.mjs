// Builds the language server for browsers: `target/lsp-web/server.js`, the script of a web worker, and `server.wasm`, which its page sends it.
// Needs the wasm target and `wasm-bindgen`, which `make setup` installs.

import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const top = join(here, "../../..");
const output = join(top, "target/lsp-web");
const run = (command, parameters) => execFileSync(command, parameters, { cwd: top, stdio: ["ignore", "inherit", "inherit"] });

run("cargo", ["build", "--locked", "--profile", "web", "--package", "limn-lsp-web", "--target", "wasm32-unknown-unknown"]);
rmSync(output, { recursive: true, force: true });
const wasm = join(top, "target/wasm32-unknown-unknown/web/limn_lsp_web.wasm");
run("wasm-bindgen", [wasm, "--target", "web", "--omit-default-module-path", "--no-typescript", "--remove-name-section", "--remove-producers-section", "--out-dir", output, "--out-name", "glue"]);

await build({
  absWorkingDir: here,
  entryPoints: ["worker.ts"],
  // VS Code loads scripts of workers as classic scripts.
  format: "iife",
  bundle: true,
  target: ["es2022"],
  alias: { "limn-glue": join(output, "glue.js") },
  minify: true,
  legalComments: "none",
  outfile: join(output, "server.js"),
});
writeFileSync(join(output, "server.wasm"), readFileSync(join(output, "glue_bg.wasm")));
for (const part of ["glue.js", "glue_bg.wasm"]) rmSync(join(output, part), { force: true });
console.log(join(output, "server.js"));
