// One episode of the random test: a fresh browser profile, one document, a number of random actions, and invariants checked after each.
import { readFileSync } from "node:fs";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { type Action, ACTIONS } from "./actions";
import { type Language, Library } from "./corpus";
import { listen, look, type Look, quiet, stored } from "./inside";
import { unreadable } from "./judge";
import { known } from "./known";
import { Random, seedOf } from "./random";
import { User } from "./user";
import { patience } from "../patience";

export interface Plan {
  language: Language;
  seed: number;
  episode: number;
  steps: number;
  /** A lost keyboard focus is a fault. */
  focus: boolean;
  /** The steps to take; all where it is empty. For making a failing run shorter. */
  only?: Set<number>;
  /** Prints each step as it is taken. */
  verbose?: boolean;
  baseURL: string;
}

export interface Outcome {
  steps: number;
  /** Number of times that each action was done. */
  counts: Map<string, number>;
  /** Number of checks, for those that are not made after every action. */
  checks: Checks;
  fault?: string;
  known?: string;
}

export interface Checks {
  /** Changes by a gesture, of a text that could be read. */
  gestures: number;
  reloads: number;
  downloads: number;
  /** Files undone to what they were, and redone. */
  undone: number;
}

/** Forbidden behavior of the page. */
class Fault extends Error {}

/** The page answers within this many milliseconds, or hangs. Generous: the machine may be busy and the build slow. */
const PATIENCE = 30_000 * patience;
/** CodeMirror forgets the oldest steps beyond this many. */
const KEPT_STEPS = 100;
/** The page keeps a longer history only in part over a reload. */
const KEPT_UNITS = 200_000;
/** A longer text is closed rather than worked on. */
const LONGEST = 120_000;

const ESCAPE: Action = { name: "escape", weight: 1, run: (user) => user.key("Escape") };

export class Episode {
  private readonly library: Library;
  private readonly messages: string[] = [];
  /** The text of each file when its history began. */
  private readonly originals = new Map<string, string>();
  private readonly steps: string[] = [];
  private readonly counts = new Map<string, number>();
  private readonly checks: Checks = { gestures: 0, reloads: 0, downloads: 0, undone: 0 };
  private before!: Look;
  private page!: Page;

  constructor(
    private readonly browser: Browser,
    private readonly plan: Plan,
  ) {
    this.library = new Library(plan.language);
  }

  async run(): Promise<Outcome> {
    const context = await this.browser.newContext({ baseURL: this.plan.baseURL, viewport: { width: 1440, height: 900 } });
    let step = 0;
    const outcome = (more: Partial<Outcome>): Outcome => ({ steps: Math.min(step, this.plan.steps), counts: this.counts, checks: this.checks, ...more });
    try {
      await this.start(context);
      for (step = 1; step <= this.plan.steps; step += 1) {
        if (this.plan.only && this.plan.only.size > 0 && !this.plan.only.has(step)) continue;
        await this.step(step);
      }
      await this.end();
      return outcome({});
    } catch (error) {
      const message = error instanceof Fault ? error.message : `the run itself failed: ${(error as Error).stack}`;
      const excused = known(message);
      return excused ? outcome({ known: excused }) : outcome({ fault: this.report(step, message) });
    } finally {
      await context.close().catch(() => {});
    }
  }

  /** The report of a fault: how to reproduce it, and the steps before it. */
  private report(step: number, message: string): string {
    const { seed, language, episode } = this.plan;
    const focus = this.plan.focus ? "" : " LIMN_FOCUS=off";
    return [
      message,
      `  again: LIMN_SEED=${seed} LIMN_LANGUAGE=${language} LIMN_EPISODE=${episode} LIMN_STEPS=${this.plan.steps}${focus} make monkey (step ${step})`,
      "  the last actions:",
      ...this.steps.slice(-25).map((line) => `    ${line}`),
    ].join("\n");
  }

  private async start(context: BrowserContext) {
    this.page = await context.newPage();
    const { page } = this;
    page.on("pageerror", (error) => this.messages.push(`page error: ${error.stack ?? error.message}`));
    page.on("console", (message) => message.type() === "error" && this.messages.push(`console: ${message.text()}`));
    page.on("crash", () => this.messages.push("the page crashed"));
    page.on("dialog", (dialog) => void dialog.accept().catch(() => {}));
    await page.addInitScript(listen);
    await page.goto("./");
    await page.locator("main").waitFor();
    const random = new Random(seedOf(this.plan.seed, this.plan.language, this.plan.episode, "start"));
    const user = new User(page, random, {} as Look, this.library);
    const document = random.chance(0.15) ? this.library.package(random) : this.library.document(random);
    await user.drop(document);
    await page.locator(".cm-line").first().waitFor({ timeout: PATIENCE });
    await this.settle();
    this.steps.push(`0: ${user.done.join("; ")}`);
    this.before = await this.ask();
    this.remember(this.before);
    this.clean();
  }

  private async step(number: number) {
    const random = new Random(seedOf(this.plan.seed, this.plan.language, this.plan.episode, number));
    const user = new User(this.page, random, this.before, this.library);
    if (random.chance(0.012)) {
      this.steps.push(`${number}: reload`);
      return this.reload();
    }
    let name = "";
    for (let tries = 0; tries < 4 && name === ""; tries += 1) {
      const action = this.choose(random);
      const done = await this.bounded(this.do(action, user), `"${action.name}" (${user.done.join("; ")})`);
      if (done || user.done.length > 0) name = action.name;
    }
    this.steps.push(`${number}: ${name || "nothing"}: ${user.done.join("; ")}`);
    if (this.plan.verbose) console.log(`    ${this.steps.at(-1)}`);
    this.counts.set(name || "nothing", (this.counts.get(name || "nothing") ?? 0) + 1);
    // Some people do not wait for what they see.
    const hasty = random.chance(0.2);
    if (!hasty) await this.settle();
    await this.check(user, hasty);
  }

  private choose(random: Random): Action {
    if (!this.before.dialog) return random.weighted(ACTIONS);
    const inDialog = ACTIONS.filter(({ name }) => ["anything", "keys anywhere"].includes(name));
    return random.pick([ESCAPE, ...inDialog]);
  }

  private async do(action: Action, user: User): Promise<boolean> {
    try {
      return (await action.run(user)) !== false;
    } catch (error) {
      if ((error as Error).name !== "TimeoutError") throw error;
      // Something lay over what was to be pressed.
      user.note(`(not done: ${(error as Error).message.split("\n")[0]})`);
      return true;
    } finally {
      await this.page.mouse.up().catch(() => {});
    }
  }

  private async check(user: User, hasty: boolean) {
    this.clean();
    const now = await this.ask();
    this.clean();
    if (now.workers > 1) throw new Fault("the worker died and was replaced");
    const { before } = this;
    for (const file of new Set(now.changes.map(({ file }) => file))) {
      const origins = new Set(now.changes.filter((change) => change.file === file).map(({ origin }) => origin));
      const [was, is] = [before.texts[file], now.texts[file]];
      if (was === undefined || is === undefined || origins.size !== 1 || !origins.has("canvas")) continue;
      // `TOSCA.meta` is not YAML.
      if (!/\.ya?ml$/.test(file) || unreadable(was).length > 0) continue;
      this.checks.gestures += 1;
      const why = unreadable(is);
      if (why.length > 0) throw new Fault(`an action other than typing made \`${file}\` unreadable: ${why[0]}\n${difference(was, is)}`);
    }
    if (now.covered.length > 0) throw new Fault(`something lies over the toolbar: ${now.covered.join("; ")}`);
    if (this.plan.focus && !hasty && user.tookFocus && before.focus !== "body" && now.focus === "body") throw new Fault(`the keyboard focus is lost: it was on ${before.focus}; its moves:\n    ${now.focusMoves.join("\n    ")}`);
    this.remember(now);
    this.before = now;
    const shown = now.shown && now.texts[now.shown];
    if (shown && shown.length > LONGEST) await this.page.keyboard.press("Control+z");
  }

  /** After a moment of rest a reload shows the same text, and can undo as much. */
  private async reload() {
    const { page } = this;
    // Unfinished typing in a field is written after a reload: another test is about that.
    await page.keyboard.press("Escape");
    await page.evaluate(stored, 2_500);
    const before = await this.ask();
    this.remember(before);
    const [file, steps] = [before.shown, before.shown ? await this.history(before.shown) : null];
    await page.reload();
    await page.locator("main").waitFor({ timeout: PATIENCE });
    if (file) await page.waitForFunction(() => (window as any).limnNotes.editor?.shown, undefined, { timeout: PATIENCE }).catch(() => {});
    await this.settle();
    this.clean();
    const now = await this.ask();
    this.checks.reloads += 1;
    if (now.shown !== file) throw new Fault(`a reload showed \`${now.shown}\` instead of \`${file}\``);
    if (file && now.texts[file] !== before.texts[file]) throw new Fault(`a reload changed \`${file}\`:\n${difference(before.texts[file], now.texts[file])}`);
    const after = file ? await this.history(file) : null;
    if (file && steps && steps.units < KEPT_UNITS / 2 && steps.done !== (after?.done ?? 0))
      throw new Fault(`a reload left ${after?.done ?? 0} of ${steps.done} steps to undo in \`${file}\``);
    // The length of history that was kept of other files is unknown.
    for (const other of [...this.originals.keys()]) if (other !== file || steps?.done !== after?.done) this.originals.delete(other);
    this.remember(now);
    this.before = now;
  }

  /** The laws of the open file at the end: its download equals the shown text, and undoing everything restores the original. */
  private async end() {
    const { page } = this;
    this.steps.push("end: download, undo everything, redo everything");
    await page.setViewportSize({ width: 1440, height: 900 });
    for (let times = 0; times < 4; times += 1) await page.keyboard.press("Escape");
    await this.settle();
    const start = await this.ask();
    this.remember(start);
    const file = start.shown;
    if (!file) return;
    const text = start.texts[file];
    const [download] = await Promise.all([
      page.waitForEvent("download", { timeout: PATIENCE }),
      page.getByRole("button", { name: "Download YAML" }).click({ timeout: PATIENCE }),
    ]);
    const bytes = readFileSync((await download.path())!);
    if (!bytes.equals(Buffer.from(text))) throw new Fault(`the download of \`${file}\` differs from the editor:\n${difference(text, bytes.toString())}`);
    this.checks.downloads += 1;
    const original = this.originals.get(file);
    const history = await this.history(file);
    if (original === undefined || !history || history.done >= KEPT_STEPS) return;
    const all = async (name: string) => {
      const button = page.locator(".toolbar").getByRole("button", { name, exact: true });
      for (let times = 0; times <= 2 * KEPT_STEPS && (await button.getAttribute("aria-disabled")) !== "true"; times += 1) await button.click({ timeout: PATIENCE });
      await this.settle();
      this.clean();
      return this.ask();
    };
    const undone = await all("Undo");
    const shown = undone.shown!;
    if (undone.texts[shown] !== original) throw new Fault(`undoing everything in \`${file}\` does not give the text that was opened:\n${difference(original, undone.texts[shown])}`);
    this.checks.undone += 1;
    const redone = await all("Redo");
    const again = redone.shown!;
    // Steps that were undone before the end are redone too.
    if (history.undone === 0 && redone.texts[again] !== text) throw new Fault(`undoing and redoing everything in \`${file}\` changes it:\n${difference(text, redone.texts[again])}`);
  }

  /** The numbers of steps of a file that can be undone and redone. */
  private history(file: string): Promise<{ done: number; undone: number; units: number } | null> {
    return this.page.evaluate((file) => {
      const past = (window as any).limnNotes.editor.past(file);
      if (!past) return null;
      const { done, undone } = JSON.parse(past);
      return { done: done.length, undone: undone.length, units: past.length };
    }, file);
  }

  /** A history that starts with this page starts at the text that was opened. */
  private remember({ openings }: Look) {
    for (const [file, { text, past }] of Object.entries(openings)) if (past === null) this.originals.set(file, text);
  }

  private ask(): Promise<Look> {
    return this.bounded(this.page.evaluate(look), "a question to the page");
  }

  private settle() {
    return this.bounded(this.page.evaluate(quiet, 60), "waiting for the page");
  }

  private async bounded<T>(work: Promise<T>, what: string): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(() => fail(new Fault(`the page does not respond: ${what} took longer than ${PATIENCE / 1000} s`)), PATIENCE);
    });
    try {
      return await Promise.race([work, late]);
    } catch (error) {
      this.clean();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Fails with what the page complained of. */
  private clean() {
    if (this.messages.length > 0) throw new Fault(this.messages.join("\n").slice(0, 3_000));
  }
}

/** The first lines in which two texts differ. */
export function difference(was: string, is: string): string {
  const [before, after] = [was.split("\n"), is.split("\n")];
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const part = (lines: string[], sign: string) => lines.slice(start, lines.length - end).slice(0, 12).map((line) => `  ${sign}${JSON.stringify(line)}`);
  return [`  line ${start + 1}:`, ...before.slice(Math.max(0, start - 4), start).map((line) => `   ${JSON.stringify(line)}`), ...part(before, "-"), ...part(after, "+")].join("\n");
}
