// YAML reference parser that shares no code with the page: the one bundled with Playwright, pinned with Playwright's version.
import { createRequire } from "node:module";

const { yaml } = createRequire(import.meta.url)("playwright-core/lib/utilsBundle");

let last = { text: "", faults: [] as string[] };

/** The faults that make a text unreadable as YAML. Duplicate keys are readable: a check of their own reports them. */
export function unreadable(text: string): string[] {
  if (last.text !== text) {
    const documents = yaml.parseAllDocuments(text, { uniqueKeys: false, logLevel: "silent", prettyErrors: true });
    last = { text, faults: [...documents].flatMap(({ errors }: any) => errors.map((error: Error) => error.message)) };
  }
  return last.faults;
}
