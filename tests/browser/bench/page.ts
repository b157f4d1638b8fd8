// Shared by the benchmarks: Limn's page with a text, a page with CodeMirror alone to compare it with in the same run, and the costs of each.
import { type CDPSession, expect, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { bundle } from "../../../src/ui/build/bundle.mjs";

/** Fills `page` with an editor of `width` by `height` CSS pixels that shows `text`, in the colours and type of Limn's own. */
export async function openBare(page: Page, text: string, { width = 560, height = 800 } = {}) {
  const tokens = readFileSync(new URL("../../../style/tokens.css", import.meta.url), "utf8");
  await page.setContent(`<!DOCTYPE html><title>CodeMirror alone</title><div id="host" style="width: ${width}px; height: ${height}px"></div>`);
  await page.addStyleTag({ content: tokens });
  await page.addScriptTag({ content: await bundle("tests/browser/bench/bare.js", { globalName: "Bare", release: true }) });
  await page.evaluate((text) => void (window as any).Bare.mount(document.getElementById("host"), text), text);
  await page.locator(".cm-content").waitFor();
}

/** Drops the text on Limn's page, as a person would, and waits until the editor shows `part` of it; `window.dropped` is when it was dropped. */
export async function dropOn(page: Page, text: string, timeout?: number, part = "assembly::bench") {
  await page.goto("./");
  await expect(page.locator("main")).toBeVisible();
  await page.waitForTimeout(500);
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "bench.yaml", { type: "application/yaml" }));
    (window as any).dropped = performance.now();
    for (const kind of ["dragenter", "dragover", "drop"])
      document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
  }, text);
  await expect(page.locator(".cm-content")).toContainText(part, { timeout });
}

/** Processor time of the page's main thread so far, in milliseconds. */
export async function busy(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1000 * (metrics.find(({ name }) => name === "ThreadTime")?.value ?? Number.NaN);
}

/** The value at a share of the sorted list: 0.5 is the median. */
export function at(costs: number[], share: number): number {
  const sorted = [...costs].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
