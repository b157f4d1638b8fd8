// Problems, completion and hover in Limn's text editor and in Monaco with monaco-yaml, in the same service template of 10,000 lines (LIMN_LINES) and
// the same Chromium. The pages take turns, so that other load affects both. All times are by the clock, from the input event until the frame that
// shows the result was handed to the compositor. Nothing is asserted: the table is the result.
//   Problem: a key makes the name of a key wrong, until its mark is in the text.
//   Completion: Ctrl+Space on a new line of a node template, until the list is shown; the text was checked before.
//   Hover: the pointer rests on a key, until its description is shown, less the delay of 300 ms that both editors have.
// monaco-yaml gets a schema for the part of the language that a schema can express; Limn checks all of it, and updates the diagram and the forms.
// Monaco is measured twice: as it comes, and without its delays. monaco-yaml checks after a pause of 500 ms, which has no option, so the bundle is
// patched (monaco.ts). Monaco's option `hover.delay` is 300 ms, and it looks the description up when half of that is over; Limn does when all of it
// is over, so its time is compared with that of Monaco without delay, too.
// LIMN_TURNS: turns of each page (3).
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import type { AddressInfo } from "node:net";
import { record } from "../../bench/rows.mjs";
import { SCHEMA, template } from "../../bench/template.mjs";
import { serveMonaco } from "./monaco";
import { at, dropOn } from "./page";

const SIZES = (process.env.LIMN_LINES ?? "10000").split(",").map(Number);
const TURNS = Number(process.env.LIMN_TURNS ?? 3);
/** Measurements of each kind in a turn, after those that start it. */
const TIMES = 20;
const FIRST_TIMES = 2;
/** The delay of a hover in CodeMirror and in Monaco, if it is not set, in milliseconds. */
const HOVER_DELAY = 300;
/** Longer than any delay after a change, in milliseconds. */
const PAUSE = 700;
/** For what has no limit, in milliseconds. */
const PATIENCE = 60_000;

/** A measurement: the event that starts it. */
const EVENTS = { problem: "keydown", completion: "keydown", hover: "mousemove" } as const;
type Measured = keyof typeof EVENTS;
type Times = Record<Measured, number[]>;

/** A page with the text: what differs between the editors. */
interface Peer {
  page: Page;
  /** Delay of its hover, in milliseconds. */
  hoverDelay: number;
  /** Selector of the caret. */
  caret: string;
  /** Puts the caret at the end of a line, 1-based, and scrolls there. */
  goTo(line: number): Promise<void>;
  /** Resolves when nothing is left to do for the text. */
  settle(): Promise<void>;
}

test.setTimeout(7_200_000);
// Measured by the clock, so on request only: `make bench`.
test.skip(!process.env.LIMN_BENCH);

for (const size of SIZES) test(`problems, completion and hover in ${size} lines`, async ({ context }) => {
  const text = template(size);
  const limn = await openLimn(context, text);
  const box = (await limn.page.locator(".editor-host").boundingBox())!;
  const server = await serveMonaco();
  const peers: Record<string, Peer> = { Limn: limn };
  if (server) {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    peers["Monaco"] = await openMonaco(context, { address, text, box });
    peers["Monaco without delay"] = await openMonaco(context, { address, text, box, hasDelay: false });
  } else {
    console.log("skipped: Monaco cannot be installed");
  }
  const results = new Map<string, Times>(Object.keys(peers).map((name) => [name, { problem: [], completion: [], hover: [] }]));
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [name, peer] of Object.entries(peers)) {
      const times = await measure(peer, text, turn);
      for (const what of Object.keys(times) as Measured[]) results.get(name)![what].push(...times[what]);
    }
  }
  server?.close();
  const own = results.get("Limn")!;
  console.log(`${text.split("\n").length} lines, ${own.problem.length} times each, until it is on the screen:`);
  for (const [name, times] of results)
    for (const [what, all] of Object.entries(times)) console.log(`${name.padEnd(22)} ${what.padEnd(10)} median ${at(all, 0.5).toFixed(1).padStart(7)} ms, 95th percentile ${at(all, 0.95).toFixed(1).padStart(7)} ms`);
  const parts = { median: 0.5, p95: 0.95 };
  const names = server ? Object.keys(peers).slice(1) : [undefined];
  const rows = (Object.keys(EVENTS) as Measured[]).flatMap((what) =>
    names.flatMap((name) =>
      Object.entries(parts).map(([part, share]) => ({
        what: `${size} lines, ${what} on screen, ${part}`,
        limn: at(own[what], share),
        ...(name && { peer: at(results.get(name)![what], share), name }),
        unit: "ms",
      })),
    ),
  );
  record(`features-${String(size).padStart(5, "0")}`, rows);
});

async function measure(peer: Peer, text: string, turn: number): Promise<Times> {
  const { page } = peer;
  await page.bringToFront();
  const lines = text.split("\n");
  // Places all over the text, the same for every editor.
  const places = (start: string) => {
    const found = lines.flatMap((line, number) => (line.startsWith(start) ? [number + 1] : []));
    return Array.from({ length: FIRST_TIMES + TIMES }, (_, n) => found[((n + turn * TIMES + 1) * 7919) % found.length]);
  };
  const times: Times = { problem: [], completion: [], hover: [] };
  for (const line of places("      properties:")) {
    await peer.goTo(line);
    await page.keyboard.press("ArrowLeft");
    await peer.settle();
    times.problem.push(await timed(page, "problem", () => page.keyboard.press("x")));
    await page.keyboard.press("Backspace");
    await gone(page, "problem");
    await peer.settle();
  }
  for (const line of places("      type: shop.Node")) {
    await peer.goTo(line);
    await page.keyboard.press("Enter");
    await peer.settle();
    times.completion.push(await timed(page, "completion", () => page.keyboard.press("Control+Space")));
    await page.keyboard.press("Escape");
    await gone(page, "completion");
    await page.keyboard.press("Control+Shift+KeyK");
    await peer.settle();
  }
  for (const line of places("      requirements:")) {
    await peer.goTo(line);
    for (let key = 0; key < 6; key += 1) await page.keyboard.press("ArrowLeft");
    await peer.settle();
    const { x, y, height } = (await page.locator(peer.caret).first().boundingBox())!;
    times.hover.push((await timed(page, "hover", () => page.mouse.move(x + 2, y + height / 2))) - peer.hoverDelay);
    await page.mouse.move(5, 5);
    await gone(page, "hover");
  }
  for (const all of Object.values(times)) all.splice(0, FIRST_TIMES);
  return times;
}

/** Milliseconds from the event that `input` causes until the page shows one more of what is measured. */
async function timed(page: Page, what: Measured, input: () => Promise<void>): Promise<number> {
  await page.evaluate(([what, event]) => (window as any).watch$(what, event), [what, EVENTS[what]]);
  await input();
  return page.evaluate(() => (window as any).shown$);
}

const gone = (page: Page, what: Measured) =>
  page.waitForFunction((what) => (window as any).count$(what) === (window as any).before$, what, { timeout: PATIENCE });

/** Prepares a page to measure: `selectors` find what it shows, in the shadow root of `host` if it has one. */
const prepare = (page: Page, host: string, selectors: Record<Measured, string>) =>
  page.evaluate(
    ({ host, selectors, PATIENCE }) => {
      const w = window as any;
      const element = document.querySelector(host)!;
      const root = element.shadowRoot ?? element;
      const isShown = (found: Element) => found.checkVisibility({ visibilityProperty: true }) && found.textContent !== "Loading...";
      w.count$ = (what: Measured) => [...root.querySelectorAll(selectors[what])].filter(isShown).length;
      const { port1, port2 } = new MessageChannel();
      w.watch$ = (what: Measured, event: string) => {
        w.before$ = w.count$(what);
        w.shown$ = new Promise((done, failed) => {
          const begin = (input: Event) => {
            if ((input as KeyboardEvent).key === "Control") return;
            removeEventListener(event, begin, true);
            // A message comes after the frame: what was drawn in it, before or after this callback, is on the screen.
            port1.onmessage = () => {
              const time = performance.now() - input.timeStamp;
              if (w.count$(what) > w.before$) done(time);
              else if (time > PATIENCE) failed(new Error(`no ${what} was shown`));
              else look();
            };
            const look = () => requestAnimationFrame(() => port2.postMessage(0));
            look();
          };
          addEventListener(event, begin, true);
        });
      };
    },
    { host, selectors, PATIENCE },
  );

async function openLimn(context: BrowserContext, text: string): Promise<Peer> {
  const page = await context.newPage();
  await dropOn(page, text, PATIENCE, "tosca_definitions_version");
  await prepare(page, ".editor-host", { problem: ".cm-lintRange", completion: ".cm-tooltip-autocomplete li", hover: ".limn-hover" });
  const goTo = async (line: number) => {
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Control+Alt+KeyG");
    await page.keyboard.type(String(line));
    await page.keyboard.press("Enter");
    await page.locator(".cm-content").focus();
    await page.keyboard.press("End");
  };
  const settle = async () => {
    await page.waitForTimeout(PAUSE);
    await expect(page.locator(".status")).not.toContainText("Checking…", { timeout: PATIENCE });
  };
  return { page, hoverDelay: HOVER_DELAY, caret: ".cm-cursor-primary", goTo, settle };
}

type Settings = { address: string; text: string; box: { width: number; height: number }; hasDelay?: boolean };

async function openMonaco(context: BrowserContext, { address, text, box, hasDelay = true }: Settings): Promise<Peer> {
  const page = await context.newPage();
  await page.goto(address);
  const hoverDelay = hasDelay ? HOVER_DELAY : 0;
  await page.evaluate(
    ({ text, schema, box, hoverDelay, hasDelay }) => {
      const w = window as any;
      const host = document.getElementById("host")!;
      Object.assign(host.style, { width: `${box.width}px`, height: `${box.height}px` });
      if (!hasDelay) w.checkDelay = 0;
      w.mounted = w.Monaco.mount(host, { text, schema, settings: { hover: { delay: hoverDelay } } });
    },
    { text, schema: SCHEMA, box, hoverDelay, hasDelay },
  );
  await prepare(page, "#host", { problem: "[class*=squiggly-]", completion: ".suggest-widget.visible .monaco-list-row", hover: ".monaco-hover .hover-contents" });
  const goTo = async (line: number) => {
    await page.evaluate((lineNumber) => {
      const { editor } = (window as any).mounted;
      editor.setPosition({ lineNumber, column: 1 });
      editor.revealLineInCenter(lineNumber);
      editor.focus();
    }, line);
    await page.keyboard.press("End");
  };
  const settle = async () => {
    await page.waitForTimeout(PAUSE);
    await page.evaluate(() => (window as any).mounted.idle());
  };
  await settle();
  return { page, hoverDelay, caret: ".cursors-layer .cursor", goTo, settle };
}
