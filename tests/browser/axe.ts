// Analysis of the page by axe.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "./base";

/** Analyzes the page, or parts of it. Without frames of other origins, which the page does not have: for these, axe opens a window for each analysis. */
export function axe(page: Page, ...parts: string[]) {
  const builder = new AxeBuilder({ page }).setLegacyMode();
  for (const part of parts) builder.include(part);
  return builder.analyze();
}
