// A first visit over a slow line: when something is painted, when the last byte of the first part of the program arrives, and how long after it the
// page can be used. Files are compressed by gzip, because browsers accept brotli only by HTTPS: the last byte arrives a fifth later than from a host.
//   LIMN_TURNS: visits (3)
import { expect, type Page, test } from "@playwright/test";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { record } from "../../bench/rows.mjs";
import { at } from "./page";

const TURNS = Number(process.env.LIMN_TURNS ?? 3);
/** Of the line: bytes per second (10 Mbit/s), and milliseconds until an answer begins. */
const LINE = { downloadThroughput: 1_250_000, uploadThroughput: 1_250_000, latency: 40, offline: false };
const DIST = fileURLToPath(new URL("../../../dist/", import.meta.url));
const TYPES: Record<string, string> = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };

test("a first visit over a slow line", async ({ browser }) => {
  const server = await serve();
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const visits: Visit[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const context = await browser.newContext();
    visits.push(await visit(await context.newPage(), address));
    await context.close();
  }
  server.close();
  const rows = (Object.keys(visits[0]) as (keyof Visit)[]).map((what) => ({ what: `10 Mbit/s, ${what}`, limn: at(visits.map((visit) => visit[what]), 0.5), unit: "ms" }));
  for (const { what, limn } of rows) console.log(`${what.padEnd(52)} ${limn.toFixed(0).padStart(6)} ms`);
  record("start", rows);
});

interface Visit {
  "first paint": number;
  "last byte of the first part": number;
  "from the last byte until the page can be used": number;
}

/** A visit without any cache. The page can be used once it is shown and a frame after that is drawn. */
async function visit(page: Page, address: string): Promise<Visit> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", LINE);
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector("main") && !document.querySelector(".boot")) requestAnimationFrame(() => setTimeout(() => ((window as any).usable$ = performance.now())));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(address);
  await page.waitForFunction(() => "usable$" in window);
  const { paint, last, usable } = await page.evaluate(() => {
    const programs = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("-1.wasm")) as PerformanceResourceTiming[];
    return { paint: performance.getEntriesByName("first-contentful-paint")[0].startTime, last: Math.max(...programs.map(({ responseEnd }) => responseEnd)), usable: (window as any).usable$ as number };
  });
  expect(last, "the program was fetched").toBeGreaterThan(0);
  return { "first paint": paint, "last byte of the first part": last, "from the last byte until the page can be used": usable - last };
}

/** The release page, compressed. */
async function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, "http://host");
    const file = join(DIST, pathname === "/" ? "index.html" : decodeURIComponent(pathname));
    if (!file.startsWith(DIST) || !existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain", "content-encoding": "gzip" }).end(gzipSync(readFileSync(file)));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return server;
}
