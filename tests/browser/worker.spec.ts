// Analysis worker: its results reach the screen, no gesture waits for it, and nothing is lost without it or when it dies.
import { readFileSync } from "node:fs";
import { openFiles, openSample, rest, yaml } from "./actions";
import { assembly, graph } from "./bench/graphs.mjs";
import { patience } from "./patience";
import { canvas, card } from "./places";
import { expect, type Page, isolated as test } from "./base";

const SAMPLE = readFileSync(new URL("../../public/samples/streamer_cluster.yaml", import.meta.url), "utf8");

const list = (page: Page) => page.getByRole("list", { name: "Problems" });

/** The caret to the start of the text. */
async function toTop(page: Page) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
}

/** Types an unknown key at the start of the text, and removes it again. */
async function problemComesAndGoes(page: Page) {
  await toTop(page);
  await page.keyboard.type("nonsense: 1\n");
  await expect(list(page)).toContainText("nonsense");
  await expect(page.locator(".cm-lintRange").first()).toBeVisible();
  for (let at = 0; at < 12; at++) await page.keyboard.press("Backspace");
  await expect(page.getByRole("region", { name: "Problems" })).not.toContainText("nonsense");
}

test("the analysis worker starts from the page's own files", async ({ page, baseURL }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname.slice(new URL(baseURL!).pathname.length)));
  await openSample(page);
  await expect.poll(() => page.workers().length).toBe(1);
  await problemComesAndGoes(page);
  // The parts of the program are handed over as they were compiled.
  const programs = asked.filter((path) => path.endsWith(".wasm"));
  expect(programs.length).toBe(new Set(programs).size);
});

test("keys in a value are analyzed by the worker, and by the page only when typing pauses", async ({ page }) => {
  await openSample(page);
  await toTop(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.waitForTimeout(1_000);
  await page.evaluate(() => {
    const w = window as any;
    w.analyzed = 0;
    new PerformanceObserver((list) => (w.analyzed += list.getEntriesByName("analyzed").length)).observe({ type: "mark" });
  });
  for (let key = 0; key < 20; key++) await page.keyboard.press("x", { delay: 60 });
  await expect(page.locator(".cm-content")).toContainText("x".repeat(20));
  // The pause.
  await expect.poll(() => page.evaluate(() => (window as any).analyzed)).toBeGreaterThan(0);
  // A busy machine may pause by itself.
  expect(await page.evaluate(() => (window as any).analyzed)).toBeLessThan(8);
});

test("a gesture sees the typed text, however soon it follows", async ({ page }) => {
  await openSample(page);
  const settled = () => page.getByRole("contentinfo").innerText();
  await settled();
  await toTop(page);
  await page.keyboard.type("# one more line\n");
  // No pause: the card is removed from the current text.
  await page.evaluate(() => {
    const cards = [...document.querySelectorAll('g.card[aria-label^="balancer, "]')];
    const { x, y } = cards[0].getBoundingClientRect();
    const canvas = document.querySelector("#canvas")!;
    for (const kind of ["pointerdown", "pointerup"])
      canvas.dispatchEvent(new PointerEvent(kind, { clientX: x + 60, clientY: y + 10, pointerId: 1, button: 0, buttons: kind === "pointerdown" ? 1 : 0, bubbles: true, isPrimary: true }));
    (canvas as HTMLElement).focus();
  });
  await page.keyboard.press("Delete");
  await expect(page.locator(".notice")).toContainText("Removed balancer");
  const after = await yaml(page);
  expect(after.startsWith("# one more line\n")).toBe(true);
  // All lines that are left were there, in their order.
  const left = after.split("\n").slice(1);
  const before = SAMPLE.split("\n");
  let at = 0;
  for (const line of left) {
    at = before.indexOf(line, at) + 1;
    expect(at, line).toBeGreaterThan(0);
  }
  expect(after).not.toContain("  balancer:");
});

test("a typed name is drawn at once, and the caret selects its item", async ({ page }) => {
  await openSample(page);
  await toTop(page);
  await page.keyboard.press("Control+f");
  await page.keyboard.type("balancer:");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowLeft");
  await expect(card(page, "balancer")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.type("the-");
  await expect(card(page, "the-balancer")).toHaveAttribute("aria-pressed", "true");
});

test("completions come from the worker", async ({ page }) => {
  await openSample(page);
  await expect.poll(() => page.workers().length).toBe(1);
  await toTop(page);
  await page.keyboard.type("oper");
  await page.keyboard.press("Control+Space");
  await expect(page.locator(".cm-tooltip-autocomplete")).toContainText("operations");
});

test("typed text survives an immediate reload", async ({ page }) => {
  await openSample(page);
  await expect(page.getByRole("contentinfo")).toContainText("Saved in this browser");
  await toTop(page);
  await page.keyboard.type("# typed last\n");
  await page.reload();
  await expect(card(page, "balancer")).toBeVisible();
  expect(await yaml(page)).toBe(`# typed last\n${SAMPLE}`);
});

/** The wires of a large diagram, and the number of requests for paths to the worker. */
async function wires(page: Page) {
  await canvas(page).focus();
  const paths = await page.locator(".world path").evaluateAll((all) => all.map((it) => `${it.getAttribute("class")} ${it.getAttribute("d")}`).sort());
  return { paths, asked: await page.evaluate(() => (window as any).asked as number) };
}

async function openLarge(page: Page, hasWorker: boolean) {
  await page.addInitScript(() => {
    const w = window as any;
    w.asked = 0;
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, ...message: any[]) {
      w.asked += String(message[0]).includes('"Paths"') ? 1 : 0;
      return post.apply(this, message as any);
    };
  });
  if (!hasWorker) await page.route("**/worker.js", (route) => route.abort());
  await page.goto("./");
  if (hasWorker) await expect.poll(() => page.workers().length).toBe(1);
  await openFiles(page, { "large.yaml": assembly(graph(450)) });
  await expect(page.locator(".far-wire, .wire").first()).toBeAttached();
  await rest(page);
}

test("C4 the wires of a large diagram are the same whether the worker or the page finds their paths", async ({ page, browser, baseURL }) => {
  test.slow();
  await openLarge(page, true);
  const beside = await wires(page);
  // Without the service worker of the first page, which would serve the file of the worker.
  const other = await browser.newPage({ baseURL, serviceWorkers: "block" });
  await openLarge(other, false);
  const here = await wires(other);
  expect(beside.asked).toBeGreaterThan(0);
  expect(here.asked).toBe(0);
  expect(beside.paths.length).toBeGreaterThan(100);
  expect(beside.paths).toEqual(here.paths);

  // After an edit: the worker's replace the drafts.
  for (const it of [page, other]) {
    await it.bringToFront();
    await canvas(it).focus();
    await it.keyboard.press("1");
    await expect(canvas(it)).toHaveAttribute("data-far", "");
    const corner = await it.locator("path.far-card").first().evaluate((element: SVGPathElement) => {
      const [, x, y] = /M(-?\d+) (-?\d+)/.exec(element.getAttribute("d")!)!;
      const at = new DOMPoint(+x!, +y!).matrixTransform(element.getScreenCTM()!);
      return { x: at.x + 1.5, y: at.y + 2 };
    });
    // By keys, so that it is moved by the same distance.
    await it.mouse.click(corner.x, corner.y);
    await expect(it.locator("path.far-card.selected")).toHaveCount(1);
    for (let step = 0; step < 6; step += 1) await it.keyboard.press("Alt+Shift+ArrowRight");
    await rest(it);
  }
  await page.bringToFront();
  const moved = await wires(other);
  expect(moved.paths).not.toEqual(here.paths);
  expect(moved.asked).toBe(0);
  await expect.poll(async () => (await wires(page)).paths, { timeout: 15_000 * patience }).toEqual(moved.paths);
  expect((await wires(page)).asked).toBeGreaterThan(beside.asked);
  await other.close();
});

test("everything works without a worker", async ({ page }) => {
  await page.route("**/worker.js", (route) => route.abort());
  await openSample(page);
  expect(page.workers().length).toBe(0);
  await problemComesAndGoes(page);
  await page.keyboard.type("oper");
  await page.keyboard.press("Control+Space");
  await expect(page.locator(".cm-tooltip-autocomplete")).toContainText("operations");
  await expect(page.locator(".notice")).toHaveCount(0);
});

test("a worker that dies is replaced, with one notice", async ({ page }) => {
  await openSample(page);
  for (let death = 0; death < 3; death++) {
    await expect.poll(() => page.workers().length).toBe(1);
    await problemComesAndGoes(page);
    const [worker] = page.workers();
    const gone = new Promise((done) => worker.once("close", done));
    await worker.evaluate(() => void setTimeout(() => { throw new Error("the end"); }));
    await gone;
    if (death === 0) {
      await expect(page.locator(".notice")).toContainText("started again");
      await page.locator(".notice").getByRole("button", { name: "Dismiss" }).click();
    }
    await problemComesAndGoes(page);
    await expect(page.locator(".notice")).toHaveCount(0);
  }
  // No restarts left: the page analyzes by itself.
  expect(page.workers().length).toBe(0);
  await problemComesAndGoes(page);
  expect(await yaml(page)).toBe(SAMPLE);
});
