// The documents a random run opens: the page's own samples, and real descriptors where the corpus is present. See src/check/corpus.rs.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { write } from "../zip";
import type { Random } from "./random";

export type Language = "tosca" | "amp" | "assembly" | "homing";

export const LANGUAGES: Language[] = ["tosca", "amp", "assembly", "homing"];

export interface Brought {
  name: string;
  bytes: Buffer;
  /** Its source, for the report. */
  from: string;
}

const project = fileURLToPath(new URL("../../..", import.meta.url));

const SAMPLES: Record<Language, string[]> = {
  tosca: ["book_shop.yaml"],
  amp: ["web_cluster.yaml", "check_running.yaml", "catalog.bom"],
  assembly: ["streamer_cluster.yaml", "h_bta.yaml", "media_edge.yaml"],
  homing: ["video_homing.yaml", "homing_guide.yaml"],
};

const FOLDERS: Record<Language, string[]> = {
  tosca: ["3-tosca"],
  amp: ["4-brooklyn-tosca"],
  assembly: ["1-tnco-assembly", "2-cp4na-lmctl"],
  homing: ["5-onap-has"],
};

/** Larger files test speed, not gestures. */
const LARGEST = 40_000;

/** The corpus: in `LIMN_CORPUS`, or beside the project or a folder above it. */
export function corpus(): string | undefined {
  if (process.env.LIMN_CORPUS) return existsSync(process.env.LIMN_CORPUS) ? process.env.LIMN_CORPUS : undefined;
  for (let folder = project; ; folder = dirname(folder)) {
    const beside = join(folder, "..", "shared", "corpus");
    if (existsSync(beside)) return beside;
    if (dirname(folder) === folder) return undefined;
  }
}

function descriptors(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return descriptors(path);
      return /\.(ya?ml|bom)$/.test(entry.name) && statSync(path).size <= LARGEST ? [path] : [];
    });
}

/** Documents of one language. Corpus files are grouped by where they come from, so that one large source does not drown the others. */
export class Library {
  private readonly root = corpus();
  private readonly sources: string[][];

  constructor(private readonly language: Language) {
    const root = this.root;
    const folders = root ? FOLDERS[language].map((name) => join(root, name)).filter(existsSync) : [];
    this.sources = folders
      .flatMap((folder) => readdirSync(folder).sort().map((name) => descriptors(join(folder, name))))
      .filter((files) => files.length > 0);
  }

  get hasCorpus(): boolean {
    return this.sources.length > 0;
  }

  sample(random: Random): Brought {
    const name = random.pick(SAMPLES[this.language]);
    return { name, bytes: readFileSync(join(project, "public/samples", name)), from: `sample ${name}` };
  }

  /** One document: of the corpus half of the time, where it is present. */
  document(random: Random): Brought {
    if (!this.hasCorpus || random.chance(0.5)) return this.sample(random);
    const path = random.pick(random.pick(this.sources));
    return { name: basename(path), bytes: readFileSync(path), from: `corpus ${relative(this.root!, path)}` };
  }

  /** A package around one document. */
  package(random: Random): Brought {
    const { name, bytes, from } = this.document(random);
    const entry = `definitions/${name}`;
    const meta = `TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: somebody\nEntry-Definitions: ${entry}\n`;
    const members = [
      { name: "TOSCA-Metadata/TOSCA.meta", bytes: Buffer.from(meta) },
      { name: entry, bytes, deflated: random.chance(0.5) },
      { name: "scripts/create.sh", bytes: Buffer.from("#!/bin/sh\necho made\n"), mode: 0o100755 },
      { name: "images/logo.bin", bytes: Buffer.from([0, 1, 2, 254, 255]) },
    ];
    return { name: name.replace(/\.(ya?ml|bom)$/, ".csar"), bytes: write(members), from: `a package around ${from}` };
  }
}
