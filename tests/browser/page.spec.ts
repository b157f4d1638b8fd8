import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";

test("the page starts, and asks nobody else for anything", async ({ page, baseURL }) => {
  const elsewhere: string[] = [];
  const faults: string[] = [];
  page.on("request", (request) => request.url().startsWith(baseURL!) || elsewhere.push(request.url()));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.goto("./");
  await expect(page.locator("main")).toBeVisible();
  expect(elsewhere).toEqual([]);
  expect(faults).toEqual([]);
});

test("the page starts without a network once it has been visited", async ({ page, context }) => {
  await page.goto("./");
  await expect(page.locator("main")).toBeVisible();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
  });
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator("main")).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const)
  test(`axe finds nothing in the ${colorScheme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto("./");
    await expect(page.locator("main")).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  });
