// Playwright's `test` for the page. With LIMN_SLOW=6 the page runs six times slower, as on a busy or old machine, to expose races.
import { type BrowserContext, test as plain } from "@playwright/test";

export { expect } from "@playwright/test";
export type { Download, Locator, Page } from "@playwright/test";

const rate = Number(process.env.LIMN_SLOW ?? 1);

/** A test with a browser context of its own: for service workers, and for changes to a context that cannot be undone: a fake clock, scripts and routes of the context. */
export const isolated = plain.extend({
  page: async ({ page }, use) => {
    if (rate > 1) {
      const session = await page.context().newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate });
    }
    await use(page);
  },
});

/**
 * A test in a context that the tests of one worker share, one after the other. Its pages, permissions and stored data are removed after each test; it has
 * no service workers. What remains is the compiled program: compiling it takes longer than most tests.
 */
export const test = isolated.extend<{}, { shared: Shared }>({
  shared: [
    async ({ browser }, use, { project }) => {
      const { baseURL, viewport, userAgent, deviceScaleFactor } = project.use;
      const context = await browser.newContext({ baseURL, viewport, userAgent, deviceScaleFactor, serviceWorkers: "block" });
      const shared = new Shared(context, baseURL!);
      await use(shared);
      await context.close();
    },
    { scope: "worker" },
  ],
  context: async ({ shared }, use) => {
    await shared.prepare();
    await use(shared.context);
    await shared.clear();
  },
});

class Shared {
  /** An empty page of the same origin, which holds the compiled program. */
  private holder?: import("@playwright/test").Page;

  constructor(
    readonly context: BrowserContext,
    private readonly base: string,
  ) {}

  async prepare() {
    if (this.holder && !this.holder.isClosed()) return;
    const holder = await this.context.newPage();
    const address = new URL("holder.html", this.base).href;
    await holder.route(address, (route) => route.fulfill({ contentType: "text/html", body: "" }));
    await holder.goto(address);
    await holder.evaluate(async () => {
      const page = new DOMParser().parseFromString(await (await fetch("./")).text(), "text/html");
      const { wasm, second = "" } = page.querySelector<HTMLElement>("script[data-wasm]")?.dataset ?? {};
      const files = [wasm, ...second.split(" ")].filter(Boolean) as string[];
      Object.assign(window, { compiled: await Promise.all(files.map((file) => WebAssembly.compileStreaming(fetch(file)))) });
    });
    holder.on("crash", () => holder.close());
    this.holder = holder;
  }

  async clear() {
    await this.prepare();
    const others = this.context.pages().filter((page) => page !== this.holder);
    await Promise.all(others.map((page) => page.close()));
    await this.context.clearPermissions();
    const session = await this.context.newCDPSession(this.holder!);
    const storageTypes = "cookies,file_systems,indexeddb,local_storage,cache_storage,storage_buckets";
    await session.send("Storage.clearDataForOrigin", { origin: new URL(this.base).origin, storageTypes });
    await session.detach();
  }
}
