// Writes later.txt: which functions the page does not need before the first diagram is drawn. Run `make later` when the size budget is exceeded
// (tests/browser/size.spec.ts), or when tests/browser/parts.spec.ts finds that a first diagram waits for the second part.
// Opens each sample in Chromium, from the menu and as a dropped file, in a copy of the page whose functions note that they have run, and lists the
// modules, types and functions that never did.
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { LIST, LONG_SORT, checksum, paths, prefixes } from "./later.mjs";
import { readModule, withoutHashes } from "./module.mjs";
import { OP, Reader, SECTION, list, signed, sized, writeLimits, writeSections } from "./wasm.mjs";

const TOP = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const SAMPLES = join(TOP, "public/samples");
const PORT = 4797;
const BASE = `http://127.0.0.1:${PORT}/`;
const PAGE_SIZE = 65_536;
const I32_STORE8 = 0x3a;
/** The second part of the copy, which is never delivered: the page draws what it can without it. */
const NEVER = "never.wasm";
/** Minimum number of bytes that a listed path moves; more for code of libraries, whose small functions depend on the characters of a text. */
const WORTH = 40;
const WORTH_SHARED = 100;
/** Minimum size in bytes of a function that is listed by its whole name, with the numbers of closures, which change with the source. */
const WORTH_BY_NAME = 60;
const SHARED = /^(alloc|core|std|compiler_builtins|dlmalloc|either_of|gloo\w*|granit_parser|hashbrown|idb|indexmap|js_sys|serde\w*|wasm_bindgen|web_sys)(::|$)|^\w+$/;
/**
 * Generic code that is never listed by its own path: whether an instance runs depends on the amount and the order of the data, as for the rebalancing
 * of a map or the sort of a long list.
 */
const GENERIC = /^(alloc::collections|alloc::slice|core::slice|hashbrown|indexmap)(::|$)/;

/** The program with a byte of memory for each function, which the function sets. `base`: where they are. */
function instrumented(module) {
  const { memory, imports, functions, sections } = module;
  const base = memory.min * PAGE_SIZE;
  const bodies = functions.slice(imports.length).map(({ body }, at) => {
    const reader = new Reader(body);
    reader.list(() => (reader.skipNumber(), reader.byte()));
    const note = [Buffer.from([OP.i32Const]), signed(base + imports.length + at), Buffer.from([OP.i32Const, 1, I32_STORE8, 0, 0])];
    return sized(Buffer.concat([body.subarray(0, reader.at), ...note, body.subarray(reader.at)]));
  });
  const limits = { ...memory, min: memory.min + Math.ceil(functions.length / PAGE_SIZE) };
  const rewritten = { [SECTION.memory]: list([writeLimits(limits)]), [SECTION.code]: list(bodies) };
  return { base, program: writeSections(sections.map(({ id, body }) => ({ id, body: rewritten[id] ?? body }))) };
}

/** A copy of the page with that program in one piece, without policy and service worker. */
function copy(program) {
  const folder = mkdtempSync(join(tmpdir(), "limn-trace-"));
  cpSync(join(TOP, "dist"), folder, { recursive: true });
  for (const file of ["csp.txt", "sw.js"]) rmSync(join(folder, file), { force: true });
  const page = join(folder, "index.html");
  const html = readFileSync(page, "utf8")
    .replace(/<meta http-equiv[^>]*>|<meta name="offline"[^>]*>|<link rel="(module)?preload"[^>]*>/g, "")
    .replace(/ data-wasm="[^"]*"( data-size="[^"]*" data-second="[^"]*")?/, ` data-wasm="./traced.wasm" data-size="${program.length}" data-second="./${NEVER}"`);
  writeFileSync(page, html);
  writeFileSync(join(folder, "traced.wasm"), program);
  return folder;
}

/** Before a page is opened: gives the trace the program's memory, and holds back what arrives later. */
async function prepare(page) {
  // The worker has the whole program, so what follows from its replies is not needed early.
  await page.route("**/worker.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  await page.route(`**/${NEVER}`, () => {});
  await page.addInitScript(() => {
    const real = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = async (...all) => {
      const loaded = await real(...all);
      globalThis.traced = loaded.instance.exports;
      return loaded;
    };
  });
}

/** Performs the first and a later visit of a user up to the first diagram. `read` is called when the functions that have run are to be recorded. */
async function visit(browser, label, read, width = 1440) {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  await prepare(page);
  const shown = () => page.locator("g.card").first().waitFor();
  const saved = () => page.locator(".kept:not(.saving)").getByText("Saved in this browser").waitFor({ state: "attached" });
  // A page that is being left cannot request anything, so the code that runs then is in the first part. Recorded before the page is closed.
  const leave = async () => {
    await page.evaluate(() => {
      dispatchEvent(new Event("beforeunload", { cancelable: true }));
      dispatchEvent(new PageTransitionEvent("pagehide"));
    });
    await read(page);
  };
  await page.goto(BASE);
  // Twice: the start page looks different once there is stored work.
  for (const visit of ["first", "second"]) {
    await page.getByRole("button", { name: "New", exact: true }).first().click();
    await page.getByRole("menuitem").filter({ hasText: label }).first().click();
    await shown();
    if (visit === "first") await saved();
    // Whole works are written later than changes.
    if (visit === "first") await page.waitForTimeout(3000);
    await leave();
    if (visit === "first") await page.evaluate(() => sessionStorage.setItem("limn.fresh", "true"));
    await page.reload();
    await (visit === "first" ? page.getByRole("button", { name: "New", exact: true }).first().waitFor() : shown());
  }
  await saved();
  // The text is another pane of narrow windows.
  if (width > 1000) await pointAndType(page);
  await leave();
  // Code that runs when the second part can't be loaded.
  await page.evaluate(() => globalThis.traced.limnStop());
  await read(page);
  await context.close();
}

/** Moves the pointer over the diagram, selects a card, scrolls and zooms; and types, which is stored and undone. */
async function pointAndType(page) {
  const { x, y, width, height } = await page.locator("#canvas").boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  // The last is drawn above others.
  const card = await page.locator("g.card").last().boundingBox();
  await page.mouse.move(card.x + card.width / 2, card.y + card.height / 2, { steps: 3 });
  await page.mouse.down();
  await page.mouse.up();
  // A pointer that rests on a card shows its folded ports.
  await page.waitForTimeout(1000);
  await page.keyboard.press("Escape");
  await page.mouse.wheel(20, 20);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -100);
  await page.keyboard.up("Control");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("# \n");
  await page.keyboard.press("Backspace");
  await page.waitForTimeout(1000);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+Shift+z");
}

/** Drops a file on a page that was just opened, as somebody who has a descriptor does. */
async function visitWithFile(browser, name, read) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await prepare(page);
  await page.goto(BASE);
  await page.getByRole("button", { name: "New", exact: true }).first().waitFor();
  await page.evaluate(
    ([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name, { type: "application/yaml" }));
      for (const kind of ["dragenter", "dragover", "drop"]) {
        document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
      }
    },
    [name, readFileSync(join(SAMPLES, name), "utf8")],
  );
  await page.locator("g.card").first().waitFor();
  await page.locator(".kept:not(.saving)").getByText("Saved in this browser").waitFor({ state: "attached" });
  await read(page);
  await context.close();
}

/** Indices of the functions that have run for some sample. */
async function trace(module) {
  const { base, program } = instrumented(module);
  const folder = copy(program);
  const server = spawn(process.execPath, [join(TOP, "tests/browser/serve.mjs"), folder, String(PORT), "/"], { stdio: "inherit" });
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || undefined, args: ["--no-sandbox", "--disable-gpu"] });
  const run = new Set();
  try {
    const read = async (page) => {
      const bytes = await page.evaluate(([base, length]) => [...new Uint8Array(globalThis.traced.memory.buffer, base, length)], [base, module.functions.length]);
      bytes.forEach((byte, index) => byte && run.add(index));
    };
    const labels = [...readFileSync(join(TOP, "src/ui/samples.rs"), "utf8").matchAll(/^ +label: "(.*)",$/gm)].map(([, label]) => label);
    if (labels.length === 0) throw new Error("no samples found in samples.rs");
    await new Promise((then) => setTimeout(then, 1000));
    for (const label of labels) {
      await visit(browser, label, read);
      console.log(`${label}: ${run.size} functions of ${module.functions.length} have run`);
    }
    for (const width of [800, 390]) await visit(browser, labels[0], read, width);
    for (const name of readdirSync(SAMPLES).filter((name) => name.endsWith(".yaml"))) await visitWithFile(browser, name, read);
    console.log(`dropped files: ${run.size} functions have run`);
  } finally {
    await browser.close();
    server.kill();
    rmSync(folder, { recursive: true });
  }
  return run;
}

/** The type for which a function of a collection is compiled, without the types of the library around it: `BTreeMap<K, V>`, its entries and its iterators agree. */
function content(name) {
  const type = /^<+[&(]*(?:mut )?((?:alloc::collections|hashbrown|indexmap)\b.*)/.exec(name)?.[1];
  const start = type?.indexOf("<") ?? -1;
  if (start < 0) return undefined;
  let depth = 0;
  let end = start;
  do {
    if (type[end] === "<") depth += 1;
    // Not the arrow of a function's type.
    if (type[end] === ">" && type[end - 1] !== "-") depth -= 1;
    end += 1;
  } while (depth > 0 && end < type.length);
  return type.slice(start, end).replace(/alloc::collections::btree::[\w:]+/g, "").split(/[<>(),\s]+/).filter(Boolean).join(" ");
}

/**
 * Functions that are listed one by one: sorts of long lists that no sample needed; code for collections of which none was made; and code of the page
 * and for its closures. A page that is being left can't wait for the second part, so what stores stays.
 */
function single(module, run) {
  const nameOf = (index) => withoutHashes(module.names.get(index) ?? "");
  const made = new Set([...run].map((index) => content(nameOf(index))));
  const isLater = (name, { length }) => {
    if (LONG_SORT.test(name)) return true;
    if (length < WORTH_BY_NAME) return false;
    const collection = content(name);
    return collection === undefined ? /\blimn_page::/.test(name) : !made.has(collection);
  };
  return module.functions.flatMap(({ body }, index) => {
    const name = nameOf(index);
    return body && !run.has(index) && !/storage|journal/.test(name) && isLater(name, body) ? checksum(name) : [];
  });
}

/** The outermost paths that only functions have that never ran, if they are worth a line. */
function unused(module, run) {
  const early = new Set();
  for (const index of run) for (const path of paths(module.names.get(index) ?? "")) for (const prefix of prefixes(path)) early.add(prefix);
  const gains = new Map();
  module.functions.forEach(({ body }, index) => {
    if (!body || run.has(index)) return;
    const found = paths(module.names.get(index) ?? "").flatMap((path) => [...prefixes(path)].find((prefix) => !early.has(prefix)) ?? []);
    for (const path of new Set(found)) gains.set(path, (gains.get(path) ?? 0) + body.length);
  });
  return [...gains].filter(([path, bytes]) => bytes >= (SHARED.test(path) ? WORTH_SHARED : WORTH) && !GENERIC.test(path)).map(([path]) => path);
}

const HEAD = `# Modules, types and functions of the program that the first diagram does not need: see later.mjs. Written by trace.mjs.\n`;
const module = readModule(readFileSync(join(TOP, "target/wasm-bindgen/release/limn-app_bg.wasm")));
if (module.names.size === 0) throw new Error("the program has no names: is `strip` of the profile `web` changed?");
const run = await trace(module);
const listed = [...new Set([...unused(module, run), ...single(module, run)])].sort();
writeFileSync(LIST, HEAD + listed.join("\n") + "\n");
console.log(`${listed.length} lines`);
