// Monaco with monaco-yaml for the benchmarks: installed on demand, bundled with its workers, and served to the browser.
import { build, type Plugin } from "esbuild";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { install } from "../../bench/peer.mjs";

const PACKAGES = ["monaco-editor@0.57.0", "monaco-yaml@5.5.1"];
const TOP = fileURLToPath(new URL("../../..", import.meta.url));
const TYPES: Record<string, string> = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript" };

/** monaco-yaml has no option for how long it waits before it checks: here, the page sets it as `checkDelay`. */
const checkDelay: Plugin = {
  name: "check-delay",
  setup({ onLoad }) {
    onLoad({ filter: /monaco-marker-data-provider\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const contents = text.replace("}, 500);", "}, self.checkDelay ?? 500);");
      if (contents === text) throw new Error("monaco-marker-data-provider has changed: its delay was not found");
      return { contents };
    });
  },
};

/** A server of the page in monaco_page.js, as `/`; undefined if the packages cannot be installed. */
export async function serveMonaco(): Promise<Server | undefined> {
  const modules = install("monaco", PACKAGES);
  if (!modules) return undefined;
  const { outputFiles } = await build({
    absWorkingDir: TOP,
    nodePaths: [modules],
    entryPoints: { page: "tests/browser/bench/monaco_page.js", editor: "monaco-editor/editor/editor.worker.js", yaml: "monaco-yaml/yaml.worker.js" },
    // The name of a module of Monaco before version 0.56, which monaco-yaml still uses.
    alias: { "monaco-editor/esm/vs/editor/editor.worker.js": "monaco-editor/editor/editor.worker.js" },
    bundle: true,
    format: "iife",
    globalName: "Monaco",
    target: ["es2022"],
    minify: true,
    legalComments: "none",
    loader: { ".ttf": "dataurl" },
    // Monaco finds its workers by `import.meta.url` only where the page does not provide them.
    logOverride: { "empty-import-meta": "silent" },
    plugins: [checkDelay],
    outdir: "/",
    write: false,
  });
  const files = new Map(outputFiles.map(({ path, text }) => [path, text]));
  files.set("/", '<!DOCTYPE html><title>Monaco</title><link rel="stylesheet" href="page.css"><script src="page.js"></script><div id="host"></div>');
  const server = createServer(({ url }, response) => {
    const body = files.get(url!);
    if (body === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": `${TYPES[extname(url!) || ".html"]}; charset=utf-8` }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return server;
}
