// Cost of a key in Limn's page, compared with a page of CodeMirror alone in the same run, in assemblies of 2,000 and of 10,000 lines (LIMN_LINES). Cost is the processor time
// of the page's main thread from one key to the next, including drawing, so that waiting and other load on the machine do not count. Keys follow each
// other as in fast typing; work that is deferred until typing pauses (the form that follows the text) is measured separately, with a pause after each
// key. The pages take turns, so that other load affects both. The time of the second thread is reported, too. The delay until problems show is
// wall-clock time, once with a pause after each key and once during typing.
import { expect, type Page, test } from "@playwright/test";
import { descriptor } from "./descriptor";
import { at, busy, dropOn, openBare } from "./page";
import { record } from "../../bench/rows.mjs";

const SIZES = (process.env.LIMN_LINES ?? "2000,10000").split(",").map(Number);
/** Up to this size, the goals are asserted; in larger texts they are printed. */
const ASSERTED = 2000;
const ROUNDS = 4;
/** Keys of a round. */
const KEYS = 30;
/** From one key to the next, in milliseconds: by then the text has been checked. */
const REST = 150;
/** Long enough for everything that follows from a key. */
const PAUSE = 600;
/** A key may add this much to what CodeMirror alone costs, in milliseconds: the 95th percentiles compared. */
const KEY_BUDGET = 8;
/** Problems are on the screen this soon after the key that made them. */
const PROBLEMS_BUDGET = 100;

test.setTimeout(600_000);

for (const LINES of SIZES) test(`a key in ${LINES} lines costs little more than in CodeMirror alone, and problems update at once`, async ({ page, context }) => {
  const text = descriptor(LINES);
  await dropOn(page, text);
  await page.waitForTimeout(1000);
  // Of the same size: a line that is wider than the editor is scrolled with each key, which CodeMirror alone does, too.
  const size = await page.locator(".editor-host").boundingBox();
  const bare = await context.newPage();
  await openBare(bare, text, size!);
  await timeWorker(page);

  const [alone, limn, alonePaused, limnPaused, named]: number[][] = [[], [], [], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(...(await keys(bare, toDescription)));
    limn.push(...(await keys(page, toDescription)));
  }
  const beside = await workerTimes(page);
  alonePaused.push(...(await keys(bare, toDescription, PAUSE, KEYS / 2)));
  limnPaused.push(...(await keys(page, toDescription, PAUSE, KEYS / 2)));
  named.push(...(await keys(page, toName)));
  const shown = await problems(page);
  const meanwhile = await problemsMeanwhile(page);
  const completed = await completions(page);

  const table = [alone, limn].map((costs) => ({ median: at(costs, 0.5), p95: at(costs, 0.95), most: at(costs, 1) }));
  const line = (name: string, { median, p95, most }: (typeof table)[0]) =>
    `${name.padEnd(18)} median ${median.toFixed(1)} ms, 95th percentile ${p95.toFixed(1)} ms, most ${most.toFixed(1)} ms`;
  console.log([
    `a key in ${text.split("\n").length} lines, main thread, ${limn.length} keys each:`,
    line("  CodeMirror alone", table[0]),
    line("  Limn", table[1]),
    `  Limn adds: median ${(table[1].median - table[0].median).toFixed(1)} ms, 95th percentile ${(table[1].p95 - table[0].p95).toFixed(1)} ms`,
    `  on the second thread, by the clock: ${beside.length > 0 ? `median ${at(beside, 0.5).toFixed(1)} ms, most ${at(beside, 1).toFixed(1)} ms` : "none"}`,
    `  in a component's name, which redraws: median ${at(named, 0.5).toFixed(1)} ms, 95th percentile ${at(named, 0.95).toFixed(1)} ms`,
    `  with a pause behind each: CodeMirror alone median ${at(alonePaused, 0.5).toFixed(1)} ms, Limn ${at(limnPaused, 0.5).toFixed(1)} ms`,
    `  problems on screen: median ${at(shown, 0.5).toFixed(0)} ms, most ${at(shown, 1).toFixed(0)} ms`,
    `  completions on screen: median ${at(completed, 0.5).toFixed(0)} ms, most ${at(completed, 1).toFixed(0)} ms`,
    `  while typing continues: median ${at(meanwhile, 0.5).toFixed(0)} ms, most ${at(meanwhile, 1).toFixed(0)} ms`,
  ].join("\n"));
  const lines = `${LINES} lines`;
  record(`text-${String(LINES).padStart(5, "0")}`, [
    { what: `${lines}, a key, main thread, median`, limn: table[1].median, peer: table[0].median, name: "CodeMirror alone", unit: "ms" },
    { what: `${lines}, a key, main thread, p95`, limn: table[1].p95, peer: table[0].p95, name: "CodeMirror alone", unit: "ms" },
    { what: `${lines}, problems on screen after a key, median`, limn: at(shown, 0.5), unit: "ms" },
    { what: `${lines}, problems on screen while typing, median`, limn: at(meanwhile, 0.5), unit: "ms" },
    { what: `${lines}, completions on screen, median`, limn: at(completed, 0.5), unit: "ms" },
  ]);
  if (LINES > ASSERTED) return;
  expect(table[1].p95 - table[0].p95, "what Limn adds to a key, in ms").toBeLessThanOrEqual(KEY_BUDGET);
  expect(at(shown, 0.5), "from a key to its problem, in ms").toBeLessThanOrEqual(PROBLEMS_BUDGET);
  expect(at(meanwhile, 0.5), "from a key to its problem while typing continues, in ms").toBeLessThanOrEqual(PROBLEMS_BUDGET);
});

/** The cost of each of so many keys, typed where `to` goes. */
async function keys(page: Page, to: (page: Page) => Promise<void>, rest = REST, count = KEYS): Promise<number[]> {
  await page.bringToFront();
  await to(page);
  await page.waitForTimeout(PAUSE);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const costs: number[] = [];
  for (let key = 0; key < count + 5; key++) {
    const before = await busy(session);
    await page.keyboard.press(key % 10 === 9 ? "Backspace" : "x");
    await page.waitForTimeout(rest);
    costs.push((await busy(session)) - before);
  }
  await session.detach();
  return costs.slice(5); // the first ones warm the machine up
}

/** From now on the second thread notes how long it is busy with each letter. */
async function timeWorker(page: Page) {
  await page.workers()[0]?.evaluate(() => {
    const scope = self as any;
    const answer = scope.onmessage;
    scope.times = [];
    scope.onmessage = (event: unknown) => {
      const start = performance.now();
      answer.call(scope, event);
      scope.times.push(performance.now() - start);
    };
  });
}

const workerTimes = async (page: Page): Promise<number[]> => (await page.workers()[0]?.evaluate(() => (self as any).times)) ?? [];

/** The time from a key until its problem is in the text: `name` with one letter too many, many times over. */
async function problems(page: Page): Promise<number[]> {
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Home");
  await page.evaluate(() => {
    const w = window as any;
    const content = document.querySelector(".editor-host")!.shadowRoot!.querySelector(".cm-content")!;
    const count = () => content.querySelectorAll(".cm-lintRange").length;
    w.seen = [];
    content.addEventListener("keydown", () => {
      if (w.over) return;
      const [start, before] = [performance.now(), count()];
      const look = () => (count() === before ? requestAnimationFrame(look) : w.seen.push(performance.now() - start));
      requestAnimationFrame(look);
    }, true);
  });
  for (let round = 0; round < 10; round++) {
    for (const key of ["z", "Backspace"]) {
      await page.keyboard.press(key);
      const wanted = round * 2 + (key === "z" ? 1 : 2);
      await page.waitForFunction((wanted) => (window as any).seen.length === wanted, wanted);
      await page.waitForTimeout(REST);
    }
  }
  return page.evaluate(() => {
    (window as any).over = true;
    return (window as any).seen;
  });
}

/** The same while typing continues: a key every 40 ms, the first of ten of which makes the problem. */
async function problemsMeanwhile(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < 8; round++) {
    await page.keyboard.press("Control+Home");
    await page.waitForTimeout(PAUSE);
    await page.evaluate(() => {
      const w = window as any;
      const content = document.querySelector(".editor-host")!.shadowRoot!.querySelector(".cm-content")!;
      const count = () => content.querySelectorAll(".cm-lintRange").length;
      content.addEventListener("keydown", () => {
        const [start, before] = [performance.now(), count()];
        const look = () => (count() === before ? requestAnimationFrame(look) : (w.shown = performance.now() - start));
        w.shown = undefined;
        requestAnimationFrame(look);
      }, { capture: true, once: true });
    });
    for (let key = 0; key < 10; key++) {
      const start = performance.now();
      await page.keyboard.press("z");
      await page.waitForTimeout(Math.max(0, 40 - (performance.now() - start)));
    }
    await page.waitForFunction(() => (window as any).shown !== undefined);
    times.push(await page.evaluate(() => (window as any).shown));
    for (let key = 0; key < 10; key++) await page.keyboard.press("Backspace");
  }
  return times;
}

/** The time from Ctrl+Space until the list is on the screen, at the type of a component. */
async function completions(page: Page): Promise<number[]> {
  await toName(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  for (let at = 0; at < 3; at++) await page.keyboard.press("ArrowLeft");
  const times: number[] = [];
  for (let round = 0; round < 10; round++) {
    await page.waitForTimeout(PAUSE);
    const shown = page.evaluate(() => {
      const root = document.querySelector(".editor-host")!.shadowRoot!;
      return new Promise<number>((done) => {
        root.querySelector(".cm-content")!.addEventListener("keydown", () => {
          const start = performance.now();
          const look = () => (root.querySelector(".cm-tooltip-autocomplete") ? done(performance.now() - start) : requestAnimationFrame(look));
          requestAnimationFrame(look);
        }, { capture: true, once: true });
        setTimeout(() => done(NaN), 5000);
      });
    });
    await page.waitForTimeout(50);
    await page.keyboard.press("Control+Space");
    const time = await shown;
    if (!Number.isNaN(time)) times.push(time);
    await page.keyboard.press("Escape");
  }
  return times;
}

async function toDescription(page: Page) {
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
}

/** Into the name of the first component. */
async function toName(page: Page) {
  await toDescription(page);
  const line = (await page.locator(".cm-content").innerText()).split("\n").findIndex((line) => line.startsWith("  component-0:"));
  for (let at = 1; at < line; at++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Home");
  for (let at = 0; at < 4; at++) await page.keyboard.press("ArrowRight");
}
