import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { openSample } from "./actions";
import { axe } from "./axe";
import { card, press } from "./places";
import { expect, isolated as test } from "./base";

test("the page starts without requests to other hosts", async ({ page, baseURL }) => {
  const elsewhere: string[] = [];
  const faults: string[] = [];
  page.on("request", (request) => request.url().startsWith(baseURL!) || elsewhere.push(request.url()));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.goto("./");
  await expect(page.locator("main")).toBeVisible();
  expect(elsewhere).toEqual([]);
  expect(faults).toEqual([]);
});

test("a file that is dropped while the program loads is opened once it has started", async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.wasm", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("./", { waitUntil: "commit" });
  await expect(page.getByText("Starting Limn…")).toBeVisible();
  // A browser leaves the page for a file whose drop nobody prevents.
  const prevented = await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["name: assembly::early::1.0\ncomposition:\n  first:\n    type: resource::one::1.0\n"], "early.yaml"));
    return ["dragover", "drop"].map((kind) => !document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true })));
  });
  expect(prevented).toEqual([true, true]);
  release();
  await expect(card(page, "first")).toBeVisible();
  await expect(page.locator(".cm-content")).toContainText("assembly::early::1.0");
});

test("the page runs no foreign scripts or styles", async ({ page }) => {
  await page.goto("./");
  const refused = await page.evaluate(async () => {
    const refused: string[] = [];
    document.addEventListener("securitypolicyviolation", (event) => refused.push(event.effectiveDirective));
    const add = (name: string, text: string) => (document.head.append(Object.assign(document.createElement(name), { textContent: text })));
    add("script", "window.intruder = true");
    add("style", "body { display: none }");
    await fetch("https://example.org/").catch(() => {});
    await new Promise((done) => setTimeout(done, 100));
    return [...new Set(refused)].sort();
  });
  expect(refused).toEqual(["connect-src", "script-src-elem", "style-src-elem"]);
  expect(await page.evaluate(() => "intruder" in window)).toBe(false);
});

test("the page starts offline after the first visit", async ({ page, context }) => {
  await page.goto("./");
  await expect(page.locator("main")).toBeVisible();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
  });
  await context.setOffline(true);
  // At once, before all of the program is there: see parts.spec.ts.
  await openSample(page);
  await press(card(page, "balancer"));
  await page.keyboard.press("Delete");
  await expect(page.locator(".notice")).toContainText("Removed balancer");
});

test("a first visit fetches each file once", async ({ context, baseURL }) => {
  const answers: string[] = [];
  const server = createServer(async (request, response) => {
    const answer = await fetch(`${new URL(baseURL!).origin}${request.url}`, { headers: request.headers as Record<string, string> });
    if (answer.status === 200) answers.push(request.url!.replace(/index\.html$/, ""));
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !/^(connection|keep-alive|transfer-encoding|content-length)$/.test(name)));
    if (answer.status !== 200) return void response.writeHead(answer.status, headers).end();
    // As static hosts send it: a file of more than 6 MiB is too large for the cache of a private window.
    response.writeHead(200, { ...headers, "content-encoding": "gzip" });
    response.end(gzipSync(Buffer.from(await answer.arrayBuffer())));
  }).listen(0, "127.0.0.1");
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${new URL(baseURL!).pathname}`);
  test.skip((await page.locator('meta[name="offline"]').count()) === 0, "dist/ holds a development build");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  server.close();
  const twice = answers.filter((path, at) => answers.indexOf(path) < at);
  // The page itself has two addresses.
  expect(twice).toEqual([new URL(baseURL!).pathname]);
});

for (const colorScheme of ["light", "dark"] as const)
  test(`axe finds nothing in the ${colorScheme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto("./");
    await expect(page.locator("main")).toBeVisible();
    const { violations } = await axe(page);
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  });
