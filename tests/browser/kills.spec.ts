// Crash safety: kills the page while editing and reopens it; nothing older than a second may be lost. Half of the kills crash the renderer
// process, half end the whole browser with SIGKILL. Uses a real profile on disk and the browser's remote debugging port.
// `make test` runs a few; run more with `make kills KILLS=200`, with LIMN_SEED for another sequence, and LIMN_FROM to start at a later kill.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { aim, listen, quiet } from "./monkey/inside";
import { Random, seedOf } from "./monkey/random";
import { difference } from "./monkey/run";
import { patience } from "./patience";
import { expect, test } from "./base";

const KILLS = Number(process.env.LIMN_KILLS ?? 10);
/** The first kill of each kind, for repeating one that a report names. */
const FROM = Number(process.env.LIMN_FROM ?? 1);
const SEED = Number(process.env.LIMN_SEED ?? 1);
/** Milliseconds before a kill: everything done earlier must be there afterwards. */
const GRACE = 1_000;
/** A profile is used for so many kills; then the work starts again. */
const ROUNDS = 20;

const START = `name: assembly::kept::1.0
composition:
  first:
    type: resource::first::1.0
  second:
    type: resource::second::1.0
    quantity: 2
`;

/** The work at one time: the text, and where each box is drawn. */
interface State {
  text: string;
  boxes: Record<string, string>;
}

function snapshot(): State {
  const { editor } = (window as any).limnNotes;
  const cards = [...document.querySelectorAll("#canvas g.card")];
  return {
    text: editor?.shown ? editor.text(editor.shown) : "",
    boxes: Object.fromEntries(cards.map((card) => [card.id, card.getAttribute("transform") ?? ""])),
  };
}

/** A browser in a profile that outlives it. */
class Profile {
  private readonly folder = mkdtempSync(join(tmpdir(), "limn-kills-"));
  private process?: ChildProcess;
  private browser?: Browser;
  page!: Page;
  /** Errors that the page reported. */
  complaints: string[] = [];

  constructor(private readonly address: string) {}

  /** Starts the browser, if none runs, and opens the page. */
  async open() {
    this.complaints = [];
    if (!this.browser) {
      const port = join(this.folder, "DevToolsActivePort");
      rmSync(port, { force: true });
      const args = ["--headless=new", "--remote-debugging-port=0", `--user-data-dir=${this.folder}`, "--window-size=1440,900", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-crash-restore-bubble"];
      if (process.getuid?.() === 0) args.push("--no-sandbox");
      this.process = spawn(process.env.CHROMIUM || chromium.executablePath(), [...args, "about:blank"], { stdio: "ignore" });
      await expect.poll(() => existsSync(port) && readFileSync(port, "utf8").includes("\n"), { timeout: 30_000 * patience }).toBe(true);
      const [number] = readFileSync(port, "utf8").split("\n");
      this.browser = await chromium.connectOverCDP(`http://127.0.0.1:${number}`);
    }
    const [context] = this.browser.contexts();
    this.page = await context.newPage();
    await this.page.setViewportSize({ width: 1440, height: 900 });
    const { page } = this;
    page.on("pageerror", (error) => this.complaints.push(error.message));
    page.on("console", (message) => message.type() === "error" && this.complaints.push(message.text()));
    await page.addInitScript(listen);
    await page.goto(this.address);
    await page.locator("main").waitFor({ timeout: 30_000 * patience });
  }

  /** Ends the process that draws the page, as one that runs out of memory ends. */
  async crashPage() {
    const session = await this.page.context().newCDPSession(this.page);
    const crashed = new Promise((done) => this.page.once("crash", done));
    session.send("Page.crash").catch(() => {});
    await crashed;
    await this.page.close().catch(() => {});
  }

  /** Ends the browser without a warning. */
  async killBrowser() {
    const { process: killed, browser } = this;
    const ended = new Promise((done) => killed!.once("exit", done));
    killed!.kill("SIGKILL");
    await ended;
    await browser!.close().catch(() => {});
    this.browser = undefined;
  }

  async end() {
    if (this.browser) await this.killBrowser();
    try {
      rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    } catch {
      // A process of the killed browser still writes there, and the folder is temporary.
    }
  }
}

/** Keys and gestures, as a person makes them: each results in a state, and `note` is called for each. */
async function edit(page: Page, random: Random, note: (words: string) => Promise<void>) {
  const way = random.next();
  if (way < 0.5) {
    const line = await page.evaluate(aim, { selector: ".cm-line", at: random.next() });
    if (!line) return;
    await page.mouse.click(line.x, line.y);
    await page.keyboard.press(random.chance(0.5) ? "End" : "Control+End");
    await page.keyboard.press("Enter");
    await note("Enter");
    for (const sign of `# ${random.pick(["kept", "a longer remark", "über 🧵", "x"])}`) {
      await page.keyboard.type(sign);
      await note(`type ${sign}`);
      await page.waitForTimeout(random.whole(0, 60));
    }
    return;
  }
  const card = await page.evaluate(aim, { selector: "#canvas g.card", at: random.next() });
  const canvas = await page.locator("#canvas").boundingBox();
  if (!card || !canvas) return;
  if (way < 0.75) {
    const to = { x: canvas.x + random.between(0.1, 0.8) * canvas.width, y: canvas.y + random.between(0.15, 0.8) * canvas.height };
    await page.mouse.move(card.x, card.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 6 });
    await page.mouse.up();
    return note(`move ${card.label}`);
  }
  if (way < 0.88) {
    await page.mouse.click(card.x, card.y);
    await page.evaluate(quiet, 0);
    const quantity = page.locator('[aria-label="Inspector"]').getByLabel("Quantity", { exact: true });
    if (!(await quantity.isVisible())) return;
    await quantity.fill(String(random.whole(1, 999)));
    await quantity.press("Enter");
    return note(`set the quantity of ${card.label}`);
  }
  await page.getByRole("region", { name: "Palette" }).getByRole("button", { name: /^Component/ }).click();
  await page.mouse.click(canvas.x + random.between(0.1, 0.8) * canvas.width, canvas.y + random.between(0.15, 0.8) * canvas.height);
  await note("add a component");
  await page.locator("#canvas").press("1");
}

for (const kind of ["page", "browser"] as const)
  test(`a ${kind} that is killed while work continues loses nothing older than a second`, async ({ baseURL }) => {
    const kills = Math.ceil(KILLS / 2);
    test.setTimeout((60_000 + kills * 60_000) * patience);
    let profile: Profile | undefined;
    try {
      for (let round = FROM; round < FROM + kills; round += 1) {
        const random = new Random(seedOf(SEED, kind, round));
        if (!profile) {
          profile = new Profile(baseURL!);
          await profile.open();
          const chooser = profile.page.waitForEvent("filechooser");
          await profile.page.getByRole("button", { name: "Open", exact: true }).first().click();
          await (await chooser).setFiles({ name: "kept.yml", mimeType: "application/yaml", buffer: Buffer.from(START) });
          await profile.page.locator("#canvas g.card").first().waitFor();
        }
        const { page } = profile;
        await page.evaluate(quiet, 60);
        const states: (State & { at: number; words: string })[] = [];
        const note = async (words: string) => {
          const state = await page.evaluate(snapshot);
          // The clock is read after the fact, so that nothing counts as older than it is.
          states.push({ ...state, at: Date.now(), words });
        };
        await note("open");
        await page.waitForTimeout(GRACE);
        for (let count = random.whole(2, 6); count > 0; count -= 1) await edit(page, random, note);
        await page.waitForTimeout(random.whole(0, 1_500));
        const killed = Date.now();
        await (kind === "page" ? profile.crashPage() : profile.killBrowser());

        await profile.open();
        const again = profile.page;
        await again.locator("#canvas g.card").first().waitFor({ timeout: 30_000 * patience });
        await again.evaluate(quiet, 60);
        const found = await again.evaluate(snapshot);
        const oldest = states.findLastIndex(({ at }) => at <= killed - GRACE);
        const allowed = states.slice(Math.max(oldest, 0));
        const story = states.map(({ at, words }) => `  ${killed - at} ms before: ${words}`).slice(-25).join("\n");
        const where = `seed ${SEED}, kill ${round} of the ${kind}\n${story}`;
        const texts = allowed.filter(({ text }) => text === found.text);
        if (texts.length === 0) expect.soft(null, `${where}\nthe text is none of the last second:\n${difference(allowed[0].text, found.text)}`).toBe("a text of the last second");
        for (const [id, place] of Object.entries(found.boxes)) {
          const places = allowed.flatMap(({ boxes }) => boxes[id] ?? []);
          if (places.length > 0) expect.soft(places, `${where}\nwhere ${id} is drawn`).toContain(place);
        }
        expect.soft(profile.complaints, where).toEqual([]);
        await expect.soft(again.getByRole("contentinfo"), where).toContainText("Saved in this browser");
        expect.soft(await again.locator(".notice.bad, .banner").allTextContents(), where).toEqual([]);
        expect(test.info().errors.length, "enough faults to work on").toBeLessThan(8);
        const lost = states.length - 1 - states.findLastIndex(({ text }) => text === found.text);
        if (KILLS > 20) console.log(`    kill ${round} of the ${kind}: ${states.length} states, the last ${killed - states.at(-1)!.at} ms before; the last ${lost} are not there`);
        if (round % ROUNDS === 0) {
          await profile.end();
          profile = undefined;
        }
      }
    } finally {
      await profile?.end();
    }
  });
