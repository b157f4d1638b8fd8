// The page inside another application, which has the files: changes go both ways, and only the smallest ones.
import type { FrameLocator, Page } from "@playwright/test";
import { patience } from "./patience";
import { expect, isolated as test } from "./base";

// It would answer with the policy that the test replaces.
test.use({ serviceWorkers: "block" });

const SHOP = `tosca_definitions_version: tosca_simple_yaml_1_3
# The façade 😀.
topology_template:
  node_templates:
    web:   # in front
      type: tosca.nodes.WebServer
      requirements:
        - host: server
    server:
      type: tosca.nodes.Compute
`;

interface Edit {
  number: number;
  revision: number;
  files: { path: string; edits?: { from: number; to: number; text: string }[]; created?: string; removed?: boolean }[];
}

/** A host of the page in a frame: its texts, and the messages of the page. It applies edits as an editor does. */
declare const host: {
  texts: Record<string, string>;
  messages: any[];
  edits: Edit[];
  refuses: boolean;
  holds: boolean;
  revision: number;
  post(message: object): void;
  answer(edit: Edit): void;
};

async function embed(page: Page, files: Record<string, string>, more: object = {}): Promise<FrameLocator> {
  const address = new URL("?embedded", (test.info().project.use.baseURL ?? "") as string).href;
  await page.route("**/host.html", (route) => route.fulfill({ contentType: "text/html", body: `<!DOCTYPE html><title>Host</title><style>html, body, iframe { width: 100%; height: 100%; margin: 0; border: 0 }</style>` }));
  // A site that lets others contain the page allows it in its policy.
  await page.route("**/?embedded", async (route) => {
    const response = await route.fetch();
    const policy = response.headers()["content-security-policy"].replace(/frame-ancestors [^;]*/, "frame-ancestors 'self'");
    await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": policy } });
  });
  if (!page.url().endsWith("host.html")) await page.goto("host.html");
  await page.evaluate(
    ({ address, files, more }) => {
      const frame = document.createElement("iframe");
      frame.title = "Designer";
      const post = (message: object) => frame.contentWindow!.postMessage(message, "*");
      const state = { texts: { ...files }, messages: [] as any[], edits: [] as Edit[], refuses: false, holds: false, revision: 0, post, answer };
      function answer({ number, revision, files }: Edit) {
        // As an editor does, whose text has changed since.
        if (!state.refuses && revision === state.revision) {
          for (const { path, edits, created, removed } of files) {
            if (removed) delete state.texts[path];
            else if (created !== undefined) state.texts[path] = created;
            else for (const { from, to, text } of [...edits!].reverse()) state.texts[path] = state.texts[path].slice(0, from) + text + state.texts[path].slice(to);
          }
          return post({ limn: "change", answered: number, revision: state.revision, files: [] });
        }
        post({ limn: "change", answered: number, refused: true, revision: state.revision, files: files.map(({ path }) => ({ path, text: state.texts[path] })) });
      }
      addEventListener("message", ({ data, source }) => {
        if (source !== frame.contentWindow) return;
        state.messages.push(data);
        if (data.limn === "ready") post({ limn: "open", files: Object.entries(state.texts).map(([path, text]) => ({ path, text })), shown: "shop.yaml", ...more });
        if (data.limn !== "edit") return;
        state.edits.push(data);
        if (!state.holds) answer(data);
      });
      Object.assign(globalThis, { host: state });
      frame.src = address;
      document.body.append(frame);
    },
    { address, files, more },
  );
  const frame = page.frameLocator("iframe");
  await expect(card(frame, "web")).toBeVisible({ timeout: 20_000 * patience });
  return frame;
}

/** A node of the embedded page. */
const card = (frame: FrameLocator, name: string) => frame.locator(`g.card[aria-label^="${name}, "]`);

/** Clicks a node: the canvas above it takes the pointer events. */
async function press(frame: FrameLocator, page: Page, name: string) {
  const text = card(frame, name).locator("text").first();
  await expect(frame.getByText("Checking…", { exact: true })).toHaveCount(0);
  const box = (await text.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

const text = (page: Page) => page.evaluate(() => host.texts["shop.yaml"]);

/** Removes a node by the keyboard. */
async function remove(frame: FrameLocator, page: Page, name: string) {
  await press(frame, page, name);
  await page.keyboard.press("Delete");
}

test("T8: an embedded page shows the files of its host, and sends the smallest edits", async ({ page }) => {
  const frame = await embed(page, { "shop.yaml": SHOP });
  await expect(frame.getByRole("button", { name: "Recent work" })).toHaveCount(0);
  await expect(frame.locator("section[aria-label='YAML source']")).toHaveClass(/gone/);
  await expect(frame.getByText("Saved in this browser")).toHaveCount(0);
  await remove(frame, page, "server");
  await expect.poll(() => text(page)).toBe(SHOP.slice(0, SHOP.indexOf("      requirements")));
  const [edit] = await page.evaluate(() => host.edits);
  expect(edit.files.map((file) => file.path)).toEqual(["shop.yaml"]);
  const removed = SHOP.slice(SHOP.indexOf("      requirements"));
  // In UTF-16: the emoji counts twice.
  expect(edit.files[0].edits).toEqual([{ from: SHOP.indexOf("      requirements"), to: SHOP.indexOf("      requirements") + removed.length, text: "" }]);
  // Its own undo, as the host has none.
  await page.keyboard.press("Control+z");
  await expect.poll(() => text(page)).toBe(SHOP);
  await expect(card(frame, "server")).toBeVisible();
});

test("T8: an embedded page follows the changes of its host", async ({ page }) => {
  const frame = await embed(page, { "shop.yaml": SHOP });
  const changed = SHOP.replace("    server:", "    machine:").replace("host: server", "host: machine");
  await page.evaluate((text) => {
    host.texts["shop.yaml"] = text;
    host.post({ limn: "change", files: [{ path: "shop.yaml", text }] });
  }, changed);
  await expect(card(frame, "machine")).toBeVisible();
  await expect(card(frame, "server")).toHaveCount(0);
  // Nothing is sent back.
  expect(await page.evaluate(() => host.edits.length)).toBe(0);
  // The caret selects, and a selection shows its text.
  await page.evaluate((offset) => host.post({ limn: "select", path: "shop.yaml", offset }), changed.indexOf("machine:"));
  await expect(frame.getByRole("textbox", { name: "Name" }).first()).toHaveValue("machine");
  await press(frame, page, "web");
  const selected = () => page.evaluate(() => host.messages.findLast((it) => it.limn === "select"));
  await expect.poll(selected).toMatchObject({ path: "shop.yaml", from: changed.indexOf("web:"), to: changed.indexOf("web:") + 3, focus: false });
});

test("T8: an edit that the host refuses is taken back, and changes while it answers are not lost", async ({ page }) => {
  const frame = await embed(page, { "shop.yaml": SHOP });
  await page.evaluate(() => (host.refuses = true));
  await remove(frame, page, "server");
  await expect(card(frame, "server")).toBeVisible();
  expect(await text(page)).toBe(SHOP);
  await expect(frame.getByText("The last changes were not applied, because the text has changed meanwhile: make them again").first()).toBeVisible();
  // Two gestures before the answer to the first.
  await page.evaluate(() => Object.assign(host, { refuses: false, holds: true }));
  await remove(frame, page, "server");
  await expect(card(frame, "server")).toHaveCount(0);
  await remove(frame, page, "web");
  await expect(card(frame, "web")).toHaveCount(0);
  expect(await page.evaluate(() => host.edits.length)).toBe(2);
  await page.evaluate(() => {
    host.holds = false;
    host.answer(host.edits[1]);
  });
  await expect.poll(() => text(page)).not.toContain("web:");
  expect(await page.evaluate(() => host.edits.length)).toBe(3);
});

test("T8: an edit of an older text is not applied to a newer one", async ({ page }) => {
  const frame = await embed(page, { "shop.yaml": SHOP, "other.yaml": SHOP }, { undo: true });
  await page.evaluate(() => (host.holds = true));
  await press(frame, page, "server");
  await page.keyboard.press("Delete");
  await expect.poll(() => page.evaluate(() => host.edits.length)).toBe(1);
  // Undo waits for the answer to what it undoes.
  await frame.getByTitle("Undo (Ctrl+Z)").click();
  // Someone types before the host applies the edit.
  const typed = SHOP.replace("# in front", "# at the front");
  await page.evaluate((text) => {
    host.texts["shop.yaml"] = text;
    host.revision = 1;
    host.post({ limn: "change", files: [{ path: "shop.yaml", text }], revision: 1 });
  }, typed);
  await page.waitForTimeout(200);
  expect(await page.evaluate(() => host.messages.filter((it) => it.limn === "undo").length)).toBe(0);
  await page.evaluate(() => host.answer(host.edits[0]));
  await expect(frame.getByText("The last changes were not applied").first()).toBeVisible();
  await expect(card(frame, "server")).toBeVisible();
  expect(await text(page)).toBe(typed);
  await expect.poll(() => page.evaluate(() => host.messages.filter((it) => it.limn === "undo").length)).toBe(1);
  // The next edit is one of the new text.
  await page.evaluate(() => (host.holds = false));
  await remove(frame, page, "server");
  await expect.poll(() => text(page)).toBe(typed.slice(0, typed.indexOf("      requirements")));
});

test("T8: undo of the host, its theme, and the positions that it keeps", async ({ page }) => {
  const frame = await embed(page, { "shop.yaml": SHOP }, { undo: true, theme: "dark" });
  await expect(frame.locator("html")).toHaveAttribute("data-theme", "dark");
  await frame.getByTitle("Undo (Ctrl+Z)").click();
  const undone = () => page.evaluate(() => host.messages.filter((it) => it.limn === "undo").length);
  await expect.poll(undone).toBe(1);
  // A frame gets its keys itself, and passes them on.
  await press(frame, page, "web");
  await page.keyboard.press("Control+z");
  await expect.poll(undone).toBe(2);
  await page.keyboard.press("Shift+ArrowRight");
  const state = () => page.evaluate(() => host.messages.findLast((it) => it.limn === "state")?.state);
  await expect.poll(state).toContain(`"places":[["shop.yaml"`);
  // The last state, a moment after the last change.
  await expect(async () => {
    const before = await state();
    await page.waitForTimeout(400);
    expect(await state()).toBe(before);
  }).toPass();
  const [box, kept] = [await card(frame, "web").boundingBox(), await state()];
  await page.evaluate(() => document.querySelector("iframe")!.remove());
  const again = await embed(page, { "shop.yaml": SHOP }, { state: kept });
  expect(await card(again, "web").boundingBox()).toEqual(box);
});

test("T8: a page in a tab of its own is not embedded", async ({ page }) => {
  await page.goto("?embedded");
  await expect(page.getByRole("button", { name: "Recent work" })).toBeVisible();
});
