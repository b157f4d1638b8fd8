// Storage: work survives when another work is opened, and when the page or its storage fails.
import { yaml } from "./actions";
import { patience } from "./patience";
import { card, press } from "./places";
import { expect, type Page, isolated as test } from "./base";
import { write } from "./zip";

const ONE = "name: assembly::one::1.0\ncomposition:\n  a:\n    type: resource::a::1.0\n";

const kept = (page: Page) => expect(page.locator(".kept:not(.saving)")).toContainText("Saved in this browser");

async function open(page: Page, name: string, content: string | Buffer) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  await (await chooser).setFiles([{ name, mimeType: "application/octet-stream", buffer: Buffer.from(content as any) }]);
}

async function typeAtEnd(page: Page, text: string) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(text);
}

const crash = (page: Page) => page.getByRole("dialog", { name: "Limn has stopped working" });

/** Makes every new input fail, which no program survives that wants to show one. */
const breakPage = (page: Page) =>
  page.evaluate(() => {
    const create = document.createElement.bind(document);
    document.createElement = ((name: string, ...rest: any) => {
      if (name === "input") throw new Error("no more inputs");
      return create(name, ...rest);
    }) as any;
  });

test("an entry of the inspector toggles with every click", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto("./");
  for (const [sample, node, entry] of [
    [/Basic test assembly/, "A", "deploymentLocation"],
    [/Streamer cluster/, "balancer", ""],
  ] as const) {
    await page.getByRole("button", { name: "New", exact: true }).first().click();
    await page.getByRole("menuitem", { name: sample }).click();
    await press(card(page, node));
    const inspector = page.getByRole("region", { name: "Inspector" });
    const rows = inspector.locator("details > summary").filter({ hasText: entry });
    await expect(rows.first()).toBeVisible();
    for (let at = 0; at < Math.min(6, await rows.count()); at += 1)
      for (let times = 0; times < 3; times += 1) {
        await rows.nth(at).click();
        await page.waitForTimeout(60);
      }
    const nested = inspector.locator("details.entry > summary");
    for (let at = 0; at < Math.min(6, await nested.count()); at += 1)
      for (let times = 0; times < 3; times += 1) {
        await nested.nth(at).click({ timeout: 2_000 }).catch(() => {});
        await page.waitForTimeout(60);
      }
  }
  expect(errors).toEqual([]);
  await expect(crash(page)).toHaveCount(0);
});

test("after a panic a dialog blocks the page, and the work is restored by reloading", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("./");
  await open(page, "one.yml", ONE);
  await expect(card(page, "a")).toBeVisible();
  await typeAtEnd(page, "# typed last\n");
  await breakPage(page);
  await page.getByRole("button", { name: "Commands" }).dispatchEvent("click");
  await expect(crash(page)).toBeVisible();
  await crash(page).getByRole("button", { name: "Copy report" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/Limn \d/);
  await page.keyboard.press("Escape");
  await expect(crash(page)).toBeVisible();
  await crash(page).getByRole("button", { name: "Reload", exact: true }).click();
  await expect(card(page, "a")).toBeVisible();
  expect(await yaml(page)).toBe(`${ONE}# typed last\n`);
});

test("after a panic the page can start without the work, which stays in the list", async ({ page }) => {
  await page.goto("./");
  await open(page, "one.yml", ONE);
  await expect(card(page, "a")).toBeVisible();
  // An empty page says the same: the work is written a moment after it is opened.
  await page.waitForTimeout(500);
  await kept(page);
  await breakPage(page);
  await page.getByRole("button", { name: "Commands" }).dispatchEvent("click");
  await crash(page).getByRole("button", { name: "Reload without opening the workspace" }).click();
  const recent = page.getByRole("list", { name: "Recent work" });
  await recent.getByRole("button", { name: /^one\.yml/ }).click();
  await expect(card(page, "a")).toBeVisible();
});

test("a closed file stays under Recent work, also when its notice is gone", async ({ page }) => {
  await page.goto("./");
  await open(page, "one.yml", ONE);
  await expect(card(page, "a")).toBeVisible();
  await typeAtEnd(page, "# draft\n");
  const text = await yaml(page);
  await open(page, "two.yml", ONE.replace("one", "two").replace("  a:", "  b:"));
  await expect(card(page, "b")).toBeVisible();
  const notice = page.locator(".notice", { hasText: "closed one.yml; it stays under Recent work" });
  await page.getByRole("button", { name: "Close one.yml" }).click();
  await expect(notice).toBeVisible();
  // Restored, it is in one place only.
  await notice.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("button", { name: "Close one.yml" })).toBeVisible();
  const list = page.getByRole("dialog", { name: "Recent work" });
  const works = async () => {
    await page.getByRole("button", { name: "Recent work" }).click();
    const names = await list.getByRole("button", { name: /\.yml/ }).evaluateAll((all) => all.map((it) => it.textContent!).filter((it) => /^one/.test(it)).length);
    await page.keyboard.press("Escape");
    return names;
  };
  // The work itself, named by its first file.
  await expect.poll(works).toBe(1);
  await page.getByRole("button", { name: "Close one.yml" }).click();
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await kept(page);
  await page.reload();
  await expect(card(page, "b")).toBeVisible();
  await page.getByRole("button", { name: "Recent work" }).click();
  await list.getByRole("button", { name: /^one\.yml/ }).first().click();
  await expect(card(page, "a")).toBeVisible();
  expect(await yaml(page)).toBe(text);
});

test("a double click on the button of a tab closes one file, and on that of a pane hides one pane", async ({ page }) => {
  await page.goto("./");
  for (const name of ["one", "two", "three"]) await open(page, `${name}.yml`, ONE.replace("one", name));
  await expect(page.getByRole("button", { name: "Close one.yml" })).toBeVisible();
  const at = (await page.getByRole("button", { name: /^Close (one|three|two)\.yml/ }).first().boundingBox())!;
  await page.mouse.dblclick(at.x + at.width / 2, at.y + at.height / 2);
  await expect(page.getByRole("button", { name: /^Close .*\.yml$/ })).toHaveCount(2);
  await page.waitForTimeout(600);
  await page.getByRole("button", { name: "Hide palette" }).dblclick();
  await expect(page.getByRole("region", { name: "Palette" })).toBeHidden();
  await expect(page.getByRole("region", { name: "Inspector" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Close .*\.yml$/ })).toHaveCount(2);
});

test("opening a package creates a separate work, and the previous one stays in the list", async ({ page }) => {
  await page.goto("./");
  await open(page, "one.yml", ONE);
  await expect(card(page, "a")).toBeVisible();
  await typeAtEnd(page, "# draft\n");
  const two = ONE.replace("one", "two").replace("  a:", "  b:");
  await open(page, "two.zip", write([
    { name: "Descriptor/two.yml", bytes: Buffer.from(two) },
    { name: "lmproject.yml", bytes: Buffer.from("schema: 2.0\nname: two\nversion: 1.0\ntype: Assembly\n") },
  ]));
  await expect(card(page, "b")).toBeVisible();
  await kept(page);
  await page.reload();
  await expect(card(page, "b")).toBeVisible();
  await page.getByRole("button", { name: "Recent work" }).click();
  const dialog = page.getByRole("dialog", { name: "Recent work" });
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  await dialog.getByRole("button", { name: /^one\.yml/ }).click();
  await expect(card(page, "a")).toBeVisible();
  expect(await yaml(page)).toBe(`${ONE}# draft\n`);
  await page.getByRole("button", { name: "Recent work" }).click();
  await page.getByRole("dialog", { name: "Recent work" }).getByRole("button", { name: /^two\.zip/ }).click();
  await expect(card(page, "b")).toBeVisible();
});

test("works in the list are renamed, downloaded, deleted and restored", async ({ page }) => {
  await page.goto("./");
  await open(page, "one.yml", ONE);
  await kept(page);
  await page.waitForTimeout(1_800);
  await page.getByRole("button", { name: "Recent work" }).click();
  await page.getByRole("button", { name: "Close workspace" }).click();
  const recent = page.getByRole("list", { name: "Recent work" });
  await recent.getByRole("button", { name: "More for one.yml" }).click();
  await page.getByRole("menuitem", { name: "Rename…" }).click();
  await page.getByRole("textbox", { name: "Name of this workspace" }).fill("My network");
  await page.keyboard.press("Enter");
  await expect(recent.getByRole("button", { name: /^My network/ })).toBeVisible();
  await recent.getByRole("button", { name: "More for My network" }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: "Download" }).click()]);
  expect(file.suggestedFilename()).toBe("My network.zip");
  await recent.getByRole("button", { name: "More for My network" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(recent).toHaveCount(0);
  await page.getByRole("region", { name: "Messages" }).getByRole("button", { name: "Undo" }).click();
  await recent.getByRole("button", { name: /^My network/ }).click();
  await expect(card(page, "a")).toBeVisible();
  await page.reload();
  await expect(card(page, "a")).toBeVisible();
});

test("closing the last file loses nothing", async ({ page }) => {
  await page.goto("./");
  await open(page, "one.yml", ONE);
  await kept(page);
  await open(page, "two.yml", ONE.replace("one", "two"));
  await page.getByRole("button", { name: "Close two.yml" }).click();
  await page.getByRole("button", { name: "Recent work" }).click();
  await page.getByRole("button", { name: "Close workspace" }).click();
  await page.getByRole("list", { name: "Recent work" }).getByRole("button", { name: /^one\.yml/ }).click();
  await expect(card(page, "a")).toBeVisible();
  expect(await yaml(page)).toBe(ONE);
});

test("a closed file is restored by the button of the notice", async ({ page }) => {
  await page.goto("./");
  await open(page, "one.yml", ONE);
  await open(page, "two.yml", ONE.replace("one", "two"));
  await page.getByRole("button", { name: "Close two.yml" }).click();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("button", { name: "Close two.yml" })).toBeVisible();
  await expect(crash(page)).toHaveCount(0);
});

test("unresponsive storage does not block the page, and closing asks for confirmation", async ({ page }) => {
  await page.addInitScript(() => {
    const silent = () => new Proxy(new EventTarget(), { get: (target, key) => (key in target ? (target as any)[key].bind?.(target) : undefined), set: () => true });
    IDBFactory.prototype.open = silent as any;
  });
  await page.goto("./");
  await page.getByRole("button", { name: "New", exact: true }).first().click();
  await page.getByRole("menuitem", { name: /Streamer cluster/ }).click();
  await expect(card(page, "balancer")).toBeVisible();
  const banner = page.getByRole("alert").filter({ hasText: "isn't responding" });
  await expect(banner).toBeVisible();
  // It covers the tabs. The status bar shows the state all the same.
  await banner.getByRole("button", { name: "Dismiss" }).click();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole("contentinfo")).toContainText("Not saved: in this tab only");
  let asked = false;
  page.on("dialog", (dialog) => {
    asked = dialog.type() === "beforeunload";
    void dialog.dismiss();
  });
  await typeAtEnd(page, "# more\n");
  await page.close({ runBeforeUnload: true });
  await page.waitForTimeout(500);
  expect(asked).toBe(true);
});

test("slow storage receives the work created meanwhile, and keeps the stored works", async ({ page, context }) => {
  await page.goto("./");
  await open(page, "one.yml", ONE);
  await kept(page);
  await page.waitForTimeout(500);
  const late = await context.newPage();
  await late.addInitScript(() => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (this: IDBFactory, name: string, version?: number) {
      const request = open.call(this, name, version);
      let success: any = null;
      const late = (run: any) => request.addEventListener("success", (event) => setTimeout(() => run(event), 2_500));
      Object.defineProperty(request, "onsuccess", { set: (run) => late((success = run)), get: () => success });
      return request;
    } as any;
  });
  await late.goto("./");
  await expect(late.getByRole("alert").filter({ hasText: "isn't responding" })).toBeVisible();
  await open(late, "two.yml", ONE.replace("one", "two").replace("  a:", "  b:"));
  await expect(card(late, "b")).toBeVisible();
  await expect(late.getByRole("alert").filter({ hasText: "isn't responding" })).toHaveCount(0, { timeout: 10_000 * patience });
  await kept(late);
  await late.getByRole("button", { name: "Recent work" }).click();
  await expect(late.getByRole("dialog").getByRole("listitem")).toHaveCount(2);
});

test("an unreadable storage entry is kept and reported, and the rest opens", async ({ page }) => {
  await page.goto("./");
  await open(page, "one.yml", ONE);
  await kept(page);
  await page.waitForTimeout(500);
  await page.goto("./icon.svg");
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((done) => {
      const request = indexedDB.open("limn");
      request.onsuccess = () => done(request.result);
    });
    const store = database.transaction("journal", "readwrite").objectStore("journal");
    const keys = await new Promise<any[]>((done) => {
      const request = store.getAllKeys();
      request.onsuccess = () => done(request.result);
    });
    const work = keys.map(String).find((key) => key.startsWith("rev/"))!.slice(4);
    store.put(42, `work/${work}/file/odd.yml`);
    await new Promise((done) => (store.transaction.oncomplete = done));
    database.close();
  });
  await page.goto("./");
  await expect(card(page, "a")).toBeVisible();
  await expect(page.getByRole("region", { name: "Messages" }).getByText("could not be read from this browser's storage")).toBeVisible();
});

test("data stored by versions with a single work is migrated", async ({ page }) => {
  await page.goto("./icon.svg");
  await page.evaluate(async (text) => {
    const database = await new Promise<IDBDatabase>((done) => {
      const request = indexedDB.open("limn", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("journal");
      request.onsuccess = () => done(request.result);
    });
    const store = database.transaction("journal", "readwrite").objectStore("journal");
    store.put(text, "file/old.yml");
    store.put(JSON.stringify({ entry: "old.yml", open: "old.yml" }), "note");
    await new Promise((done) => (store.transaction.oncomplete = done));
    database.close();
  }, ONE);
  await page.goto("./");
  await expect(card(page, "a")).toBeVisible();
  expect(await yaml(page)).toBe(ONE);
});

test("a newer version of Limn takes over the database, and this tab reports it", async ({ page, context }) => {
  await page.goto("./");
  await open(page, "one.yml", ONE);
  await kept(page);
  const newer = await context.newPage();
  await newer.goto("./icon.svg");
  await newer.evaluate(
    () =>
      new Promise<void>((done, fail) => {
        const request = indexedDB.open("limn", 2);
        request.onsuccess = () => done();
        request.onblocked = () => fail(new Error("blocked"));
      }),
  );
  await expect(page.getByRole("alert").filter({ hasText: "newer version of Limn" })).toBeVisible();
});

test("work can be saved again after the site data was cleared", async ({ page, context }) => {
  await page.goto("./");
  await open(page, "one.yml", ONE);
  await kept(page);
  await page.waitForTimeout(500);
  const session = await context.newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin: new URL(page.url()).origin, storageTypes: "indexeddb" });
  await typeAtEnd(page, "# after\n");
  const banner = page.getByRole("alert").filter({ hasText: "data was cleared" });
  await banner.getByRole("button", { name: "Save again" }).click();
  await expect(banner).toHaveCount(0);
  await kept(page);
  await page.waitForTimeout(500);
  await page.reload();
  await expect(card(page, "a")).toBeVisible();
  expect(await yaml(page)).toBe(`${ONE}# after\n`);
});

test("leaving the page right after a key keeps the key", async ({ page }) => {
  await page.goto("./");
  await open(page, "one.yml", ONE);
  await kept(page);
  for (let round = 0; round < 5; round += 1) {
    await typeAtEnd(page, `# ${round}`);
    await page.reload();
    await expect(card(page, "a")).toBeVisible();
    expect(await yaml(page)).toBe(`${ONE}${Array.from({ length: round + 1 }, (_, at) => `# ${at}`).join("")}`);
  }
});

test("leaving the page right after a file was opened shows it again", async ({ page }) => {
  await page.goto("./");
  // Before the first write.
  await page.evaluate(() => {
    const seen = new MutationObserver(() => {
      if (!document.querySelector("g.card")) return;
      seen.disconnect();
      location.reload();
    });
    seen.observe(document.body, { childList: true, subtree: true });
  });
  const reloaded = page.waitForEvent("load");
  await open(page, "one.yml", ONE);
  await reloaded;
  await expect(card(page, "a")).toBeVisible();
  expect(await yaml(page)).toBe(ONE);
});

test("leaving the page right after an edit keeps the undo history", async ({ page }) => {
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  const redo = page.getByRole("button", { name: "Redo", exact: true });
  await page.goto("./");
  await open(page, "one.yml", ONE);
  await expect(card(page, "a")).toBeVisible();
  await kept(page);
  const place = () => card(page, "a").getAttribute("transform");
  const stood = await place();
  await press(card(page, "a"), { x: 60, y: 10 });
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(place).not.toBe(stood);
  await page.reload();
  await expect(card(page, "a")).toBeVisible();
  await typeAtEnd(page, "# last\n");
  await page.reload();
  await expect(card(page, "a")).toBeVisible();
  expect(await yaml(page)).toBe(`${ONE}# last\n`);
  for (let steps = 0; steps < 9 && (await undo.getAttribute("aria-disabled")) !== "true"; steps += 1) await undo.click();
  await page.reload();
  await expect(card(page, "a")).toBeVisible();
  expect(await yaml(page)).toBe(ONE);
  await expect.poll(place).toBe(stood);
  await expect(undo).toHaveAttribute("aria-disabled", "true");
  // An undo right before the page is left can be redone.
  for (let steps = 0; steps < 9 && (await redo.getAttribute("aria-disabled")) !== "true"; steps += 1) await redo.click();
  expect(await yaml(page)).toBe(`${ONE}# last\n`);
});

test("an idle page writes nothing", async ({ page, context }) => {
  await context.addInitScript(() => {
    (window as any).puts = 0;
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...all: any) {
      (window as any).puts += 1;
      return put.apply(this, all);
    };
  });
  await page.goto("./");
  await open(page, "one.yml", ONE);
  await typeAtEnd(page, "# one\n");
  const other = await context.newPage();
  await other.goto("./");
  await expect(card(other, "a")).toBeVisible();
  await typeAtEnd(other, "# two\n");
  await kept(other);
  await page.waitForTimeout(2_500);
  const puts = () => Promise.all([page, other].map((tab) => tab.evaluate(() => (window as any).puts)));
  const before = await puts();
  await page.waitForTimeout(2_500);
  expect(await puts()).toEqual(before);
});

test("opened from a file:// address, the page explains what to do", async ({ page }) => {
  await page.goto(new URL("../../dist/index.html", import.meta.url).href);
  await expect(page.getByRole("heading", { name: "Limn can't run from a file" })).toBeVisible();
});
