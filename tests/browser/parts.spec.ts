// The two parts of the program: the first diagram needs the first part alone; what needs the second waits for it, and shows a message if it can't be fetched.
import { readFileSync } from "node:fs";
import type { Route } from "@playwright/test";
import { download, drag, yaml } from "./actions";
import { patience } from "./patience";
import { card, middle, pressEarly } from "./places";
import { expect, type Page, isolated as test } from "./base";

/** The modules of the second part. */
const SECOND = /limn-[0-9a-f]{16}-(?!1\b)\d+\.wasm/;
const SAMPLE = readFileSync(new URL("../../public/samples/streamer_cluster.yaml", import.meta.url), "utf8");

// Requests of a service worker do not pass the page's routes.
test.use({ serviceWorkers: "block" });
test.beforeEach(async ({ page }) => {
  await page.goto("./");
  test.skip((await page.locator("script[data-second]").count()) === 0, "dist/ holds a development build, in one part");
  await page.goto("about:blank");
});

async function open(page: Page, sample: RegExp) {
  await page.goto("./");
  await page.getByRole("button", { name: "New", exact: true }).first().click();
  await page.getByRole("menuitem", { name: sample }).click();
}

const drawn = (page: Page) => expect(page.locator("g.card").first()).toBeVisible();
const saved = (page: Page) => expect(page.locator(".kept:not(.saving)")).toContainText("Saved in this browser");
const incomplete = (page: Page) => page.getByRole("dialog", { name: "Limn could not be loaded completely" });

/** Answers requests for the second part; the set says how they were made. */
async function onSecond(page: Page, answer: (route: Route) => Promise<void> | void) {
  const kinds = new Set<string>();
  await page.route(SECOND, (route) => {
    kinds.add(route.request().resourceType());
    return answer(route);
  });
  return kinds;
}

/** Notes what calls the second part: the list gets the name of each function that was not there, in the words of the build. */
async function onMissing(page: Page) {
  const names = readFileSync(new URL("../../target/page/first-part.txt", import.meta.url), "utf8").split("\n");
  const missing: string[] = [];
  // Told at once: the page may never get its answer.
  page.on("console", (message) => {
    const [, stack] = message.text().split("missing function\n");
    const index = stack?.match(/wasm-function\[(\d+)\]/)?.[1];
    if (stack) missing.push(names[Number(index)] || stack);
  });
  await page.addInitScript(() => {
    let parts: any;
    Object.defineProperty(globalThis, "limnParts", {
      get: () => parts,
      set(value) {
        const load = value.load;
        value.load = () => {
          console.debug(`missing function\n${new Error().stack}`);
          return load();
        };
        parts = value;
      },
    });
  });
  return missing;
}

const RENEW = "these functions run before the first diagram, but src/ui/build/later.txt moves them to the second part: run `make later`";

/** Lets requests for the second part through after `seconds`. */
const late = (seconds: number) => (route: Route) => new Promise<void>((then) => setTimeout(then, 1000 * seconds)).then(() => route.continue());

for (const [language, samples] of [
  ["assembly", [/^Streamer cluster/, /^Basic test assembly/, /^Media edge/]],
  ["TOSCA", [/^Book shop/]],
  ["AMP", [/^Web cluster/, /^Monitored service/, /^Catalog of a reading room/]],
  ["homing", [/^Video homing/, /^Specification guide example/]],
] as const)
  test(`${language}: the first diagram needs the first part alone, on a first visit and after a reload`, async ({ page }) => {
    test.slow();
    const missing = await onMissing(page);
    // Never answered.
    const kinds = await onSecond(page, () => {});
    const shows = async (what: () => Promise<void>) => {
      // A page that waits shows nothing more.
      await Promise.race([what(), expect.poll(() => missing.length, { timeout: 60_000 * patience }).toBeGreaterThan(0)]).catch(() => {});
      expect(missing, RENEW).toEqual([]);
      await what();
    };
    for (const sample of samples) {
      await open(page, sample);
      await shows(() => drawn(page));
      await shows(() => saved(page));
      await page.reload();
      await shows(() => drawn(page));
      await expect(page.getByRole("contentinfo")).toContainText("Checking");
      await page.evaluate(() => sessionStorage.setItem("limn.fresh", "true"));
    }
    // A request that the page waits for would be of the kind `xhr`.
    expect(kinds).toEqual(new Set(["fetch"]));
    await expect(incomplete(page)).toHaveCount(0);
  });

test("what was typed right before leaving is there again, with its undo history, without the second part", async ({ page }) => {
  const missing = await onMissing(page);
  await onSecond(page, () => {});
  await open(page, /^Streamer cluster/);
  await drawn(page);
  await saved(page);
  // A click could select an element, and its form may need the second part.
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("# last\n");
  await page.reload();
  await drawn(page);
  await expect(page.locator(".cm-line").first()).toHaveText("# last");
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+z");
  await expect(page.locator(".cm-line").first()).not.toHaveText("# last");
  expect(missing, RENEW).toEqual([]);
});

test("problems are shown once the second part is there", async ({ page }) => {
  const kinds = await onSecond(page, late(2));
  await open(page, /^Streamer cluster/);
  await drawn(page);
  await expect(page.getByRole("contentinfo")).toContainText("Checking");
  await expect(page.getByRole("contentinfo")).not.toContainText("Checking");
  expect(kinds).toEqual(new Set(["fetch"]));
});

test("the form of the inspector comes with the second part, for which the page does not wait", async ({ page }) => {
  const missing = await onMissing(page);
  let release = () => {};
  const released = new Promise<void>((then) => (release = then));
  const kinds = await onSecond(page, (route) => released.then(() => route.continue()));
  await open(page, /^Streamer cluster/);
  await drawn(page);
  const inspector = page.getByRole("region", { name: "Inspector" });
  await expect(inspector).toContainText("Loading…");
  // Beside its ports, which highlight those that fit.
  await pressEarly(card(page, "balancer"), { x: 60, y: 10 });
  await expect(card(page, "balancer")).toHaveClass(/\bselected\b/);
  await expect(inspector).toContainText("Loading…");
  expect(missing, RENEW).toEqual([]);
  release();
  await expect(inspector).toContainText("Quantity", { timeout: 20_000 * patience });
  expect(kinds).toEqual(new Set(["fetch"]));
});

test("the item at a caret that was set before the second part came is selected when it is there", async ({ page }) => {
  const kinds = await onSecond(page, late(3));
  await open(page, /^Streamer cluster/);
  await drawn(page);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Home");
  for (let line = 0; line < 5; line += 1) await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("region", { name: "Inspector" }).getByRole("heading", { name: "deploymentLocation" })).toBeVisible();
  expect(kinds).toEqual(new Set(["fetch"]));
});

test("an action that needs the second part waits for it, and has its usual result", async ({ page }) => {
  const kinds = await onSecond(page, late(3));
  await open(page, /^Streamer cluster/);
  await pressEarly(card(page, "balancer"));
  await page.keyboard.press("Delete");
  await expect(page.locator(".notice")).toContainText("Removed balancer");
  expect(kinds, "the page waits").toContain("xhr");
  const removed = await yaml(page);
  await page.keyboard.press("Control+z");
  await expect(card(page, "balancer")).toBeVisible();
  expect(await yaml(page)).toBe(SAMPLE);

  await page.unroute(SECOND);
  await page.evaluate(() => sessionStorage.setItem("limn.fresh", "true"));
  await open(page, /^Streamer cluster/);
  await expect(page.getByRole("contentinfo")).not.toContainText("Checking");
  await pressEarly(card(page, "balancer"));
  await page.keyboard.press("Delete");
  await expect(page.locator(".notice")).toContainText("Removed balancer");
  expect(await yaml(page)).toBe(removed);
});

test("a drag, a menu and an export while the second part is late have their usual results", async ({ page }) => {
  await onSecond(page, late(2));
  await open(page, /^Book shop/);
  await drawn(page);
  const volume = card(page, "data_volume");
  const from = await middle(volume);
  await drag(page, { x: from.x, y: from.y - 15 }, { x: from.x + 40, y: from.y + 45 });
  await expect(async () => expect((await middle(volume)).y).toBeGreaterThan(from.y + 20)).toPass();
  await page.getByRole("button", { name: "New", exact: true }).first().click();
  await expect(page.getByRole("menuitem", { name: /^Streamer cluster/ })).toBeVisible();
  await page.keyboard.press("Escape");
  expect((await download(page, "Export package")).bytes.subarray(0, 2).toString()).toBe("PK");
});

test("a second part that can't be fetched is reported, and no work is lost", async ({ page }) => {
  await onSecond(page, (route) => route.abort());
  await open(page, /^Streamer cluster/);
  await drawn(page);
  await saved(page);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("# typed meanwhile\n");
  await expect(incomplete(page)).toBeVisible({ timeout: 20_000 * patience });
  await page.unroute(SECOND);
  await incomplete(page).getByRole("button", { name: "Reload" }).click();
  await drawn(page);
  expect(await yaml(page)).toBe(`# typed meanwhile\n${SAMPLE}`);
});

test("an action that needs a missing second part is not half done", async ({ page }) => {
  await onSecond(page, (route) => route.fulfill({ status: 404 }));
  await open(page, /^Streamer cluster/);
  await saved(page);
  await pressEarly(card(page, "balancer"));
  await page.keyboard.press("Delete");
  await expect(incomplete(page)).toBeVisible();
  await page.unroute(SECOND);
  await incomplete(page).getByRole("button", { name: "Reload" }).click();
  await expect(card(page, "balancer")).toBeVisible();
  expect(await yaml(page)).toBe(SAMPLE);
});
