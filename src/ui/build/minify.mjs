// Minifies the page, the scripts and the style sheets of a release build. The style sheets become one file: they compress better together.
// A file that changes gets a name by its new content, and the page the new checksum.
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";

const STYLE = /<link rel="stylesheet"[^>]*>/g;
/** Files of public/: their names stay. The service worker is written last, by finish.mjs. */
const NAMED = ["boot.js", "parts.js", "start.js", "worker.js"];
const TARGET = "es2022";

/** Minifies the files of the folder `out`; returns the page `html` with the new names and checksums, without comments and indentation. */
export async function minify(out, html) {
  for (const name of NAMED) writeFileSync(join(out, name), await minified(join(out, name), "js"));
  const page = await merged(out, await renamed(out, html));
  return page.replace(/<!--.*?-->/gs, "").replace(/\n\s+/g, "\n");
}

async function minified(file, loader) {
  const { code } = await transform(readFileSync(file, "utf8"), { loader, minify: true, target: TARGET, legalComments: "none" });
  return code;
}

const hashOf = (content) => createHash("sha256").update(content).digest("hex").slice(0, 16);
const checksum = (content) => `sha384-${createHash("sha384").update(content).digest("base64")}`;

/** The page with the minified script that binds the program to the browser. */
async function renamed(out, html) {
  const before = html.match(/data-js="(?:\.\/)?([^"]*)"/)?.[1];
  if (!before) throw new Error("index.html does not name the script of the program");
  const code = await minified(join(out, before), "js");
  const after = `limn-app-${hashOf(code)}.js`;
  rmSync(join(out, before));
  writeFileSync(join(out, after), code);
  return html
    .replace(/<[^>]*>/g, (tag) => (tag.includes(before) ? tag.replace(/ integrity="[^"]*"/, ` integrity="${checksum(code)}"`) : tag))
    .replaceAll(before, after);
}

/** The page with one style sheet in place of all, in their order. */
async function merged(out, html) {
  const links = html.match(STYLE) ?? [];
  const names = links.map((link) => link.match(/href="(?:\.\/)?([^"]*)"/)[1]);
  const all = names.map((name) => readFileSync(join(out, name), "utf8")).join("\n");
  const { code } = await transform(all, { loader: "css", minify: true, target: TARGET, legalComments: "none" });
  for (const name of names) rmSync(join(out, name));
  const name = `style-${hashOf(code)}.css`;
  writeFileSync(join(out, name), code);
  let isFirst = true;
  return html.replace(STYLE, () => {
    const link = isFirst ? `<link rel="stylesheet" href="./${name}" integrity="${checksum(code)}">` : "";
    isFirst = false;
    return link;
  });
}
