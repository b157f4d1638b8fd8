// The page keeps to its budget: a change that makes it grow by more than three in a hundred has to raise the figure here, on purpose.
import { expect, test } from "@playwright/test";
import { size } from "./size.mjs";

/** Bytes up to the first usable canvas, compressed by brotli; as `node tests/browser/size.mjs` counts them. */
const BUDGET = 2_300_000;

test("the page keeps to its size budget", () => {
  const found = size();
  test.skip(!found, "dist/ holds a development build");
  test.setTimeout(120_000);
  console.log(`the page weighs ${found!.brotli} bytes compressed, ${found!.raw} bytes raw`);
  expect(found!.brotli, "more than 3 % over the budget").toBeLessThan(BUDGET * 1.03);
});
