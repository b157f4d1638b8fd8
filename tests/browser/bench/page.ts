// Opens a page with CodeMirror alone, to measure Limn's page against in the same run.
import type { Page } from "@playwright/test";
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
