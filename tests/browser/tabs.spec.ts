// Two tabs of the page, one journal: the work goes along to the tab that a hand comes to, and neither writes over what the other did.
import { readFileSync } from "node:fs";
import { card } from "./places";
import { expect, type Page, test } from "./slow";

const START = "name: assembly::shared::1.0\ncomposition:\n  a:\n    type: resource::a::1.0\n";

const kept = (page: Page) => expect(page.getByRole("contentinfo")).toContainText("Kept in this browser");

async function yaml(page: Page) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download YAML" }).click()]);
  return readFileSync((await file.path())!, "utf8");
}

async function openStart(page: Page) {
  await page.goto("./");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  await (await chooser).setFiles([{ name: "shared.yml", mimeType: "application/yaml", buffer: Buffer.from(START) }]);
  await expect(card(page, "a")).toBeVisible();
  await kept(page);
}

async function typeAtEnd(page: Page, text: string) {
  await page.bringToFront();
  await page.locator(".cm-content").click();
  await kept(page);
  await page.keyboard.press("Control+End");
  await page.keyboard.type(text);
}

test("the work goes along to the tab that a hand comes to, with what can be undone", async ({ page, context }) => {
  await openStart(page);
  await typeAtEnd(page, "# one\n");
  const other = await context.newPage();
  await other.goto("./");
  await expect(card(other, "a")).toBeVisible();
  await kept(other);
  expect(await yaml(other)).toBe(`${START}# one\n`);
  await expect(page.getByRole("contentinfo")).toContainText("At work in another tab");
  await typeAtEnd(other, "# two\n");
  await typeAtEnd(page, "# three\n");
  expect(await yaml(page)).toBe(`${START}# one\n# two\n# three\n`);
  const undo = page.getByRole("button", { name: "Undo" });
  for (let steps = 0; steps < 9 && (await undo.getAttribute("aria-disabled")) !== "true"; steps += 1) await undo.click();
  expect(await yaml(page)).toBe(START);
});

test("a tab that comes after one that is reloaded or closed writes nothing old over what was done there", async ({ page, context }) => {
  await openStart(page);
  const other = await context.newPage();
  await other.goto("./");
  await kept(other);
  await typeAtEnd(page, "# late\n");
  // The other tab stands in the queue for what this one lets go.
  await page.reload();
  await expect(card(page, "a")).toBeVisible();
  await kept(page);
  expect(await yaml(page)).toBe(`${START}# late\n`);
  await typeAtEnd(page, "# later\n");
  await page.close();
  await kept(other);
  await expect.poll(() => yaml(other)).toBe(`${START}# late\n# later\n`);
});

test("where two tabs changed the work apart, a person chooses", async ({ page, context }) => {
  await openStart(page);
  const other = await context.newPage();
  // Deaf: it hears of no other tab, as one that hangs.
  await other.addInitScript(() => delete (window as any).BroadcastChannel);
  await other.goto("./");
  await kept(other);
  await expect(page.getByRole("contentinfo")).toContainText("At work in another tab");
  await page.evaluate(() => {
    // Typed here without a hand that could ask for the journal.
    const content = document.querySelector(".editor-host")!.shadowRoot!.querySelector<HTMLElement>(".cm-content")!;
    content.focus();
    document.execCommand("insertText", false, "# apart\n");
  });
  await expect(page.getByRole("contentinfo")).toContainText("At work in another tab");
  await typeAtEnd(other, "# there\n");
  await other.close();
  const banner = page.getByRole("alert").filter({ hasText: "apart from each other" });
  await expect(banner).toBeVisible();
  expect(await yaml(page)).toContain("# apart");
  await banner.getByRole("button", { name: "Show the other tab's" }).click();
  await expect(banner).toHaveCount(0);
  await kept(page);
  expect(await yaml(page)).toBe(`${START}# there\n`);
});

test("a browser that keeps nothing of any site shows the page all the same", async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "indexedDB"])
      Object.defineProperty(window, name, { get: () => { throw new DOMException("denied", "SecurityError"); } });
    navigator.locks.request = () => Promise.reject(new DOMException("denied", "SecurityError"));
  });
  await page.goto("./");
  await page.getByRole("button", { name: "New", exact: true }).first().click();
  await page.getByRole("menuitem", { name: /Streamer cluster/ }).click();
  await expect(card(page, "balancer")).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "not kept" })).toBeVisible();
  await expect(page.getByText("another tab")).toHaveCount(0);
});
