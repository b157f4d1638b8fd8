// The page keeps to its budgets: a change that makes it grow by more than three in a hundred has to raise a figure here, on purpose.
import { expect, isolated as test } from "./base";
import { patience } from "./patience";
import { firstFiles, LATER, size } from "./size.mjs";

/** Bytes compressed by brotli, as `node tests/browser/size.mjs` counts them: up to the first usable canvas, and with all that follows. */
const FIRST = 1_265_000;
const ALL = 3_486_000;
/** Never more than this up to the first usable canvas. */
const FIRST_LIMIT = 1_300_000;

test("the page keeps to its size budgets", () => {
  const found = size();
  test.skip(!found, "dist/ holds a development build");
  test.setTimeout(300_000 * patience);
  const { first, all } = found!;
  console.log(`up to the first usable canvas ${first.brotli} bytes compressed, ${first.raw} raw; in all ${all.brotli} compressed, ${all.raw} raw`);
  expect(first.brotli, "more than 3 % over the budget for the first usable canvas").toBeLessThan(Math.min(FIRST * 1.03, FIRST_LIMIT));
  expect(all.brotli, "more than 3 % over the budget for the whole page").toBeLessThan(ALL * 1.03);
});

test("nothing but what is counted is fetched up to the first usable canvas", async ({ page, baseURL }) => {
  const counted = firstFiles();
  test.skip(!counted, "dist/ holds a development build");
  const fetched = new Set<string>();
  page.on("request", (request) => fetched.add(new URL(request.url()).pathname.slice(new URL(baseURL!).pathname.length) || "index.html"));
  // The part that is loaded when the page is idle: see parts.spec.ts.
  await page.route(LATER, () => {});
  await page.goto("./");
  await page.getByRole("button", { name: "New", exact: true }).first().click();
  await page.getByRole("menuitem", { name: /^Streamer cluster/ }).click();
  await expect(page.locator("g.card").first()).toBeVisible();
  const others = [...fetched].filter((name) => !counted!.includes(name) && !LATER.test(name));
  expect(others.sort()).toEqual(["samples/pictures.json", "samples/streamer_cluster.yaml"]);
});
