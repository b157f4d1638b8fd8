// Two tabs of the page on one work: each follows the other, and neither writes over what the other did.
import { yaml } from "./actions";
import { card } from "./places";
import { expect, type Page, isolated as test } from "./base";

const START = "name: assembly::shared::1.0\ncomposition:\n  a:\n    type: resource::a::1.0\n";

const kept = (page: Page) => expect(page.locator(".kept:not(.saving)")).toContainText("Saved in this browser");

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

test("other tabs show changes at once, including the undo history", async ({ page, context }) => {
  await openStart(page);
  await typeAtEnd(page, "# one\n");
  const other = await context.newPage();
  await other.goto("./");
  await expect(card(other, "a")).toBeVisible();
  await kept(other);
  expect(await yaml(other)).toBe(`${START}# one\n`);
  await typeAtEnd(other, "# two\n");
  await expect.poll(() => yaml(page)).toBe(`${START}# one\n# two\n`);
  await typeAtEnd(page, "# three\n");
  await expect.poll(() => yaml(other)).toBe(`${START}# one\n# two\n# three\n`);
  await page.waitForTimeout(1_800);
  const undo = page.getByRole("button", { name: "Undo" });
  for (let steps = 0; steps < 9 && (await undo.getAttribute("aria-disabled")) !== "true"; steps += 1) await undo.click();
  await expect.poll(() => yaml(other)).toBe(await yaml(page));
});

test("a tab has all changes of a tab that was reloaded or closed", async ({ page, context }) => {
  await openStart(page);
  const other = await context.newPage();
  await other.goto("./");
  await kept(other);
  await typeAtEnd(page, "# late\n");
  await page.reload();
  await expect(card(page, "a")).toBeVisible();
  await kept(page);
  expect(await yaml(page)).toBe(`${START}# late\n`);
  await typeAtEnd(page, "# later\n");
  await page.close({ runBeforeUnload: false });
  await expect.poll(() => yaml(other)).toBe(`${START}# late\n# later\n`);
});

/** Types into a tab without showing it, so that it does not hear of the others first. */
const typeBlindly = (page: Page, text: string, at: "start" | "end" = "end") =>
  page.evaluate(
    ([text, at]) => {
      const content = document.querySelector(".editor-host")!.shadowRoot!.querySelector<HTMLElement>(".cm-content")!;
      content.focus();
      const range = document.createRange();
      range.selectNodeContents(content);
      range.collapse(at === "start");
      const selection = (content.getRootNode() as any).getSelection?.() ?? getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
      document.execCommand("insertText", false, text);
    },
    [text, at] as const,
  );

/** Two tabs on one work, the second of which has heard of nothing that the first did since. */
async function apart(page: Page, context: import("@playwright/test").BrowserContext) {
  await openStart(page);
  const deaf = await context.newPage();
  await deaf.addInitScript(() => delete (window as any).BroadcastChannel);
  await deaf.goto("./");
  await expect(card(deaf, "a")).toBeVisible();
  await kept(deaf);
  await typeBlindly(page, "# here\n");
  await kept(page);
  await page.waitForTimeout(500);
  await typeBlindly(deaf, "# there\n");
  return deaf;
}

const banner = (page: Page) => page.getByRole("alert").filter({ hasText: "Another tab has changed this workspace" });

test("a conflict between tabs keeps both versions before and after the choice", async ({ page, context }) => {
  const deaf = await apart(page, context);
  await expect(banner(deaf)).toBeVisible();
  // Looking at the other tab and coming back settles nothing.
  await page.bringToFront();
  await page.locator(".cm-content").click();
  await deaf.bringToFront();
  await deaf.locator(".cm-content").click();
  await page.waitForTimeout(500);
  await expect(banner(deaf)).toBeVisible();
  expect(await yaml(page)).toBe(`${START}# here\n`);
  expect(await yaml(deaf)).toBe(`${START}# there\n`);
  await banner(deaf).getByRole("button", { name: "Show the other version" }).click();
  await expect(banner(deaf)).toHaveCount(0);
  await expect.poll(() => yaml(deaf)).toBe(`${START}# here\n`);
  // The version that was not chosen is in the list, also after a restart.
  await deaf.reload();
  await kept(deaf);
  await deaf.getByRole("button", { name: "Recent work" }).click();
  await deaf.getByRole("dialog").getByRole("button", { name: /version from another tab/ }).first().click();
  await expect.poll(() => yaml(deaf)).toBe(`${START}# there\n`);
});

test("the chosen version continues, and the other one is in the list", async ({ page, context }) => {
  const deaf = await apart(page, context);
  await banner(deaf).getByRole("button", { name: "Keep this version" }).click();
  await expect(banner(deaf)).toHaveCount(0);
  await kept(deaf);
  await typeAtEnd(deaf, "# more\n");
  await expect.poll(() => yaml(deaf)).toBe(`${START}# there\n# more\n`);
  expect(await yaml(page)).toBe(`${START}# here\n`);
});

test("changes of two tabs at different places are merged silently", async ({ page, context }) => {
  await openStart(page);
  const deaf = await context.newPage();
  await deaf.addInitScript(() => delete (window as any).BroadcastChannel);
  await deaf.goto("./");
  await kept(deaf);
  await typeBlindly(page, "# top\n", "start");
  await page.waitForTimeout(500);
  await typeBlindly(deaf, "# end\n");
  await expect.poll(() => yaml(deaf)).toBe(`# top\n${START}# end\n`);
  await expect.poll(() => yaml(page)).toBe(`# top\n${START}# end\n`);
});

test("text typed right after switching to a tab goes to the caret", async ({ page, context }) => {
  await openStart(page);
  const other = await context.newPage();
  await other.goto("./");
  await expect(card(other, "a")).toBeVisible();
  await kept(other);
  let text = START;
  let tabs = [page, other];
  for (let round = 0; round < 8; round += 1) {
    const tab = tabs[round % 2];
    await tab.bringToFront();
    await tab.locator(".cm-content").click();
    await tab.keyboard.press("Control+End");
    await tab.waitForTimeout([0, 50, 120, 200][round % 4]);
    const line = `# ${round}\n`;
    await tab.keyboard.type(line, { delay: 15 });
    text += line;
    // The other tab's next line goes below this one only once it is there.
    await expect.poll(() => yaml(tabs[(round + 1) % 2])).toBe(text);
  }
  await expect(banner(page)).toHaveCount(0);
  await expect(banner(other)).toHaveCount(0);
});

test("the page works in a browser that blocks all storage", async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "indexedDB"])
      Object.defineProperty(window, name, { get: () => { throw new DOMException("denied", "SecurityError"); } });
    navigator.locks.request = () => Promise.reject(new DOMException("denied", "SecurityError"));
  });
  await page.goto("./");
  await page.getByRole("button", { name: "New", exact: true }).first().click();
  await page.getByRole("menuitem", { name: /Streamer cluster/ }).click();
  await expect(card(page, "balancer")).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "isn't saved" })).toBeVisible();
  await expect(page.getByText("another tab")).toHaveCount(0);
});
