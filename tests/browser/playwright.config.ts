// The page in a real browser, as `make build` left it in dist/, under a sub-path and with its policy, as a static host would serve it.
import { defineConfig, devices } from "@playwright/test";
import { patience } from "./patience";

const port = Number(process.env.LIMN_TEST_PORT ?? 4173);
const base = `http://127.0.0.1:${port}/some/where/`;

export default defineConfig({
  testDir: ".",
  // Measurements of time run on request only: `make bench`.
  testIgnore: process.env.LIMN_BENCH ? [] : ["bench/keys.spec.ts", "bench/open.spec.ts", "bench/canvas.spec.ts", "bench/text.spec.ts", "bench/surface.spec.ts"],
  outputDir: "../../test-results",
  snapshotPathTemplate: "{testDir}/looks/{arg}{ext}",
  timeout: 30_000 * patience,
  expect: { timeout: 5_000 * patience },
  // Unattended, beside the other parts of `make test`: one browser leaves part of a core idle. Alone, one is steadier.
  workers: process.env.CI && !process.env.LIMN_BENCH ? 2 : 1,
  forbidOnly: !!process.env.CI,
  // In unattended runs, a failure is reported (reporter.ts) and tried once more: a real fault fails twice.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"], ["./reporter.ts"]],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: base,
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    launchOptions: {
      // Unset, Playwright uses a browser of its own, if one was downloaded.
      executablePath: process.env.CHROMIUM || undefined,
      args: [
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: { command: `node serve.mjs ../../dist ${port} /some/where/`, url: base, reuseExistingServer: !process.env.CI },
});
