// What a key costs in Limn's page, against a page of CodeMirror alone in the same run, in an assembly of 2,000 lines.
// Cost is the processor time of the page's main thread from one key to the next, drawing included: waiting costs nothing, and neither does
// whatever else the machine is doing. Keys come as a quick hand types them; what waits for the hand to rest (the form that follows the text) is
// told apart, from keys with a pause behind each. How soon problems show is by the clock.
import { expect, type Page, test } from "@playwright/test";
import { descriptor } from "./descriptor";
import { at, busy, dropOn, openBare } from "./page";

const LINES = 2000;
const KEYS = 60;
/** From one key to the next, in milliseconds: by then the text has been checked. */
const REST = 150;
/** Long enough for everything that follows from a key. */
const PAUSE = 600;
/** A key may add this much to what CodeMirror alone costs, in milliseconds: the 95th percentiles compared. */
const KEY_BUDGET = 8;
/** Problems are on the screen this soon after the key that made them. */
const PROBLEMS_BUDGET = 100;

test.setTimeout(180_000);

test("a key adds little to what CodeMirror alone costs, and problems follow it at once", async ({ page, context }) => {
  const text = descriptor(LINES);
  const bare = await context.newPage();
  await openBare(bare, text);
  const alone = await keys(bare);
  const alonePaused = await keys(bare, PAUSE, KEYS / 4);
  await bare.close();

  await dropOn(page, text);
  await page.waitForTimeout(1000);
  const limn = await keys(page);
  const limnPaused = await keys(page, PAUSE, KEYS / 4);
  const shown = await problems(page);

  const table = [alone, limn].map((costs) => ({ median: at(costs, 0.5), p95: at(costs, 0.95), most: at(costs, 1) }));
  const line = (name: string, { median, p95, most }: (typeof table)[0]) =>
    `${name.padEnd(18)} median ${median.toFixed(1)} ms, 95th percentile ${p95.toFixed(1)} ms, most ${most.toFixed(1)} ms`;
  console.log([
    `a key in ${text.split("\n").length} lines, main thread:`,
    line("  CodeMirror alone", table[0]),
    line("  Limn", table[1]),
    `  with a pause behind each: CodeMirror alone median ${at(alonePaused, 0.5).toFixed(1)} ms, Limn ${at(limnPaused, 0.5).toFixed(1)} ms`,
    `  problems on screen: median ${at(shown, 0.5).toFixed(0)} ms, most ${at(shown, 1).toFixed(0)} ms`,
  ].join("\n"));
  expect(table[1].p95 - table[0].p95, "what Limn adds to a key, in ms").toBeLessThanOrEqual(KEY_BUDGET);
  expect(at(shown, 0.5), "from a key to its problem, in ms").toBeLessThanOrEqual(PROBLEMS_BUDGET);
});

/** The cost of each of so many keys, typed into the description. */
async function keys(page: Page, rest = REST, count = KEYS): Promise<number[]> {
  await toDescription(page);
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

/** How long from a key until its problem is in the text: `name` with one letter too many, many times over. */
async function problems(page: Page): Promise<number[]> {
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Home");
  await page.evaluate(() => {
    const w = window as any;
    const content = document.querySelector(".editor-host")!.shadowRoot!.querySelector(".cm-content")!;
    const count = () => content.querySelectorAll(".cm-lintRange").length;
    content.addEventListener("keydown", () => {
      const [start, before] = [performance.now(), count()];
      const look = () => (count() === before ? requestAnimationFrame(look) : w.seen.push(performance.now() - start));
      requestAnimationFrame(look);
    }, true);
    w.seen = [];
  });
  for (let round = 0; round < 10; round++) {
    for (const key of ["z", "Backspace"]) {
      await page.keyboard.press(key);
      const wanted = round * 2 + (key === "z" ? 1 : 2);
      await page.waitForFunction((wanted) => (window as any).seen.length === wanted, wanted);
      await page.waitForTimeout(REST);
    }
  }
  return page.evaluate(() => (window as any).seen);
}

async function toDescription(page: Page) {
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
}
