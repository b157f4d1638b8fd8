// One table of all benchmarks that were run, as Markdown: `node tests/bench/table.mjs`, after `make bench` or parts of it.
// The last column says how many times the value of Limn the value of its peer is: more than 1 is in favor of Limn.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { size } from "../browser/size.mjs";
import { FOLDER } from "./rows.mjs";

const number = (value, unit) => `${value >= 100 || Number.isInteger(value) ? Math.round(value) : value.toPrecision(2)} ${unit}`.trimEnd();

console.log("| benchmark | measured | Limn | peer | times |\n|---|---|---:|---:|---:|");
for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".json")).sort()) {
  for (const { what, limn, peer, name, unit } of JSON.parse(readFileSync(join(FOLDER, file), "utf8"))) {
    const beside = peer === undefined ? ["", ""] : [`${number(peer, unit)} (${name})`, (peer / limn).toPrecision(2)];
    console.log(`| ${file.replace(".json", "")} | ${what} | ${number(limn, unit)} | ${beside.join(" | ")} |`);
  }
}
const page = size();
if (page) {
  const kibibytes = (bytes) => number(bytes / 1024, "KiB");
  console.log(`| size | page up to the first diagram, brotli | ${kibibytes(page.first.brotli)} | | |`);
  console.log(`| size | whole page, brotli | ${kibibytes(page.all.brotli)} | | |`);
}
