// Results of the benchmarks, stored in target/bench/ so that table.mjs can print them side by side.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const FOLDER = join(dirname(fileURLToPath(import.meta.url)), "../../target/bench");

/**
 * Stores the rows of one benchmark, in place of those of an earlier run.
 * A row is `{ what, limn, peer, name, unit }`: the values of Limn and of the peer called `name`, less is better; `peer` is absent where there is none.
 */
export function record(benchmark, rows) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${benchmark}.json`), JSON.stringify(rows, null, 1));
}
