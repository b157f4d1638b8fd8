// Playwright's `test` with CPU throttling: with LIMN_SLOW=6 the page runs six times slower, as on a busy or old machine, to expose races.
import { test as plain } from "@playwright/test";

export { expect } from "@playwright/test";
export type { Download, Locator, Page } from "@playwright/test";

const rate = Number(process.env.LIMN_SLOW ?? 1);

export const test = plain.extend({
  page: async ({ page }, use) => {
    if (rate > 1) {
      const session = await page.context().newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate });
    }
    await use(page);
  },
});
