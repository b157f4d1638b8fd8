// The text editor's bridge on a page of its own, without the core: what crosses to Rust, and what a person's keys do to the text.
import { announced, keepAnnounced } from "./actions";
import { expect, type Page, test } from "./base";
import { bundle } from "../../src/ui/build/bundle.mjs";

const TEXTS: Record<string, string> = {
  empty: "",
  "one line, no break": "name: a",
  "LF": "name: a\nversion: 1\n",
  "LF, no final break": "name: a\nversion: 1",
  "CRLF": "name: a\r\nversion: 1\r\n\r\nx: y\r\n",
  "CRLF, no final break": "name: a\r\nversion: 1",
  "lone CR": "name: a\rversion: 1\r",
  "LF and CRLF": "a: 1\nb: 2\r\nc: 3\n",
  "CRLF and a lone CR": "a: 1\r\nb: 2\rc: 3\r\n",
  "CR CR LF": "a: 1\r\r\nb: 2\r\n",
  "byte order mark": "\ufeffa: 1\nb: 2\n",
  "byte order mark and CRLF": "\ufeffa: 1\r\nb: 2\r\n",
  "line and paragraph separators": "a: x\u2028y\nb: x\u2029y\u0085z\n",
  "NUL and other controls": "a: \0\u0001\u001b\u007f\n\tb: 1\n",
  "astral and combining": "naïve: 𝒳🧵\ncafe\u0301: 👩‍👩‍👧\n",
  "trailing blanks": "a: 1   \n   \n\n\n",
};

let script = "";
test.beforeAll(async () => {
  script = await bundle("src/ui/editor/bridge.js", { globalName: "LimnEditor", release: false });
});

/** A page with an editor that shows `files[0]`, or the first of them by name, and keeps the changes that it receives. */
async function start(page: Page, files: Record<string, string>) {
  await page.setContent('<title>t</title><button id="before">before</button><div id="host" style="height: 400px"></div><button id="after">after</button>');
  await page.addScriptTag({ content: script });
  await page.evaluate((files) => {
    const w = window as any;
    w.events = [];
    w.copies = { ...files };
    w.changed = (copy: string, changes: any[]) => {
      let [out, at] = ["", 0];
      for (const { from, to, insert } of changes) [out, at] = [out + copy.slice(at, from) + insert, to];
      return out + copy.slice(at);
    };
    w.editor = w.LimnEditor.create(document.getElementById("host"), {
      on(event: any) {
        w.events.push(event);
        if (event.kind === "changed") w.copies[event.file] = w.changed(w.copies[event.file], event.changes);
      },
      complete: (_file: string, at: number) => w.completions?.(at) ?? null,
      query: (_file: string, about: string, from: number, to: number) => w.answers?.(about, from, to) ?? null,
      hover: (_file: string, at: number) => w.help?.(at) ?? null,
      refactorings: () => [],
    });
    for (const [file, text] of Object.entries(files)) w.editor.open(file, text);
    w.editor.show(Object.keys(files)[0]);
    w.gesture = (changes: any[], more: any = {}) => {
      const file = more.file ?? w.editor.shown;
      const edits = [{ file, length: w.editor.text(file).length, changes }];
      return w.editor.apply({ file, edits, moves: [], caret: null, flash: false, ...more });
    };
  }, files);
}

const text = (page: Page, file = "a") => page.evaluate((file) => (window as any).editor.text(file), file);
const copy = (page: Page, file = "a") => page.evaluate((file) => (window as any).copies[file], file);
const told = (page: Page, kind: string) => page.evaluate((kind) => (window as any).events.filter((event: any) => event.kind === kind), kind);
const put = (page: Page, at: number, to = at) => page.evaluate(([at, to]) => (window as any).editor.select(at, to, true, true), [at, to]);

for (const [name, before] of Object.entries(TEXTS)) {
  test(`text that goes in comes out, and the reported changes make the same text: ${name}`, async ({ page }) => {
    await start(page, { a: before });
    expect(await text(page)).toBe(before);
    await put(page, 0);
    await page.keyboard.press("End");
    await page.keyboard.type(" x{");
    await page.keyboard.press("Enter");
    await page.keyboard.type("y: 1");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Alt+ArrowUp");
    await page.keyboard.press("Control+/");
    expect(await copy(page)).toBe(await text(page));
    expect(await text(page)).not.toBe(before);
    await page.evaluate(() => { while ((window as any).editor.undo()); });
    expect(await text(page)).toBe(before);
    expect(await copy(page)).toBe(before);
  });

  test(`an edit at any two offsets is that edit of the text: ${name}`, async ({ page }) => {
    await start(page, { a: before });
    const wrong = await page.evaluate((before) => {
      const w = window as any;
      const wrong: any[] = [];
      for (let from = 0; from <= before.length; from++)
        for (let to = from; to <= Math.min(before.length, from + 3); to++)
          for (const insert of ["", "z", "\n", "\r\n", "p\r\nq", "\r"]) {
            if (from === to && insert === "") continue;
            w.editor.open("a", before);
            w.copies.a = before;
            const refused = w.gesture([{ from, to, insert }]);
            const wanted = before.slice(0, from) + insert + before.slice(to);
            const after = w.editor.text("a");
            if (refused || after !== wanted || w.copies.a !== wanted) wrong.push({ from, to, insert, after, copy: w.copies.a });
            w.editor.undo();
            if (w.editor.text("a") !== before || w.copies.a !== before) wrong.push({ undone: true, from, to, insert, after: w.editor.text("a") });
          }
      return wrong.slice(0, 3);
    }, before);
    expect(wrong).toEqual([]);
  });
}

test("Enter inserts the file's line break", async ({ page }) => {
  await start(page, { a: "a: 1\r\nb: 2\r\n" });
  await put(page, 4);
  await page.keyboard.press("Enter");
  expect(await text(page)).toBe("a: 1\r\n\r\nb: 2\r\n");
});

test("Enter after a key without a value indents", async ({ page }) => {
  await start(page, { a: "top:\n  - name: x\n    properties:" });
  await put(page, 32);
  await page.keyboard.press("Enter");
  await page.keyboard.type("p: 1");
  await page.keyboard.press("Enter");
  await page.keyboard.type("q: 2");
  expect(await text(page)).toBe("top:\n  - name: x\n    properties:\n      p: 1\n      q: 2");
});

test("pasted text gets the file's line breaks", async ({ page }) => {
  await start(page, { a: "a: 1\r\nb: 2\r\n" });
  await put(page, 0);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "x: 1\ny: 2\r\n");
    const content = document.getElementById("host")!.shadowRoot!.querySelector(".cm-content")!;
    content.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  expect(await text(page)).toBe("x: 1\r\ny: 2\r\na: 1\r\nb: 2\r\n");
});

test("a gesture of several edits and moves is one undo step, separate from typing", async ({ page }) => {
  await start(page, { a: "a: 1\nb: 2\nc: 3\n" });
  await put(page, 4);
  await page.keyboard.type("0");
  const moves = [{ id: ["n"], from: null, to: { x: 5, y: 6 } }];
  await page.evaluate((moves) => (window as any).gesture([{ from: 9, to: 10, insert: "20" }, { from: 14, to: 15, insert: "30" }], { moves }), moves);
  await page.keyboard.type("1");
  expect(await text(page)).toBe("a: 101\nb: 20\nc: 30\n");
  const undo = () => page.keyboard.press("Control+z");
  await undo();
  expect(await text(page)).toBe("a: 10\nb: 20\nc: 30\n");
  await undo();
  expect(await text(page)).toBe("a: 10\nb: 2\nc: 3\n");
  await undo();
  expect(await text(page)).toBe("a: 1\nb: 2\nc: 3\n");
  await page.evaluate(() => { while ((window as any).editor.redo()); });
  expect(await text(page)).toBe("a: 101\nb: 20\nc: 30\n");
  const back = [{ id: ["n"], from: { x: 5, y: 6 }, to: null }];
  const changed = await told(page, "changed");
  expect(changed.map(({ origin }: any) => origin)).toEqual(["type", "canvas", "type", "undo", "undo", "undo", "redo", "redo", "redo"]);
  expect(changed.map(({ moves }: any) => moves)).toEqual([[], moves, [], [], back, [], [], moves, []]);
  expect(await copy(page)).toBe(await text(page));
});

test("moving a box without a text change is an undo step", async ({ page }) => {
  await start(page, { a: "a: 1\n" });
  const moves = [{ id: ["n"], from: null, to: { x: 1, y: 2 } }];
  await page.evaluate((moves) => (window as any).editor.apply({ file: "a", edits: [], moves, caret: null, flash: false }), moves);
  expect(await told(page, "history")).toEqual([{ kind: "history", undo: true, redo: false }]);
  expect(await page.evaluate(() => (window as any).editor.undo())).toBe(true);
  expect((await told(page, "changed")).map(({ moves }: any) => moves[0].to)).toEqual([{ x: 1, y: 2 }, null]);
});

test("a gesture planned for an outdated text is rejected as a whole", async ({ page }) => {
  await start(page, { a: "a: 1\n", b: "b: 1\n" });
  const why = await page.evaluate(() => {
    const edit = (file: string, length: number) => ({ file, length, changes: [{ from: 0, to: 1, insert: "z" }] });
    return (window as any).editor.apply({ file: "a", edits: [edit("a", 5), edit("b", 4)], moves: [], caret: null, flash: false });
  });
  expect(why).toBe("`b` has changed in the meantime");
  expect([await text(page), await text(page, "b")]).toEqual(["a: 1\n", "b: 1\n"]);
});

test("each file has its own history, and a step over several is undone in all", async ({ page }) => {
  await start(page, { a: "a: 1\n", b: "b: 1\r\n", c: "c: 1\n" });
  const both = (file: string) => ({ file, changes: [{ from: 0, to: 1, insert: "new" }] });
  await page.evaluate((edits) => {
    const w = window as any;
    const sized = edits.map((edit: any) => ({ ...edit, length: w.editor.text(edit.file).length }));
    w.editor.apply({ file: "a", edits: sized, moves: [], caret: null, flash: false });
    // Something later in `c` keeps its part of the step.
    w.editor.show("c");
    w.gesture([{ from: 6, to: 6, insert: "7" }]);
    w.editor.show("a");
  }, ["a", "b", "c"].map(both));
  expect([await text(page), await text(page, "b"), await text(page, "c")]).toEqual(["new: 1\n", "new: 1\r\n", "new: 17\n"]);
  await page.evaluate(() => (window as any).editor.undo());
  expect([await text(page), await text(page, "b"), await text(page, "c")]).toEqual(["a: 1\n", "b: 1\r\n", "new: 17\n"]);
  await page.evaluate(() => (window as any).editor.redo());
  expect([await text(page), await text(page, "b"), await text(page, "c")]).toEqual(["new: 1\n", "new: 1\r\n", "new: 17\n"]);
  for (const file of ["a", "b", "c"]) expect(await copy(page, file)).toBe(await text(page, file));
});

test("a file keeps its caret and history while in the background", async ({ page }) => {
  await start(page, { a: "a: 1\n", b: "b: 1\n" });
  await put(page, 4);
  await page.keyboard.type("2");
  await page.evaluate(() => (window as any).editor.show("b"));
  expect((await told(page, "history")).at(-1)).toEqual({ kind: "history", undo: false, redo: false });
  expect(await page.evaluate(() => (window as any).editor.undo())).toBe(false);
  await page.evaluate(() => (window as any).editor.show("a"));
  await page.evaluate(() => (window as any).editor.focus());
  await page.keyboard.type("3");
  expect(await text(page)).toBe("a: 123\n");
});

test("caret moves by the user are reported, those by the page are not", async ({ page }) => {
  await start(page, { a: "a: 1\r\nb: 2\r\n" });
  await put(page, 6);
  expect(await told(page, "selected")).toEqual([]);
  await page.keyboard.press("ArrowRight");
  expect(await told(page, "selected")).toEqual([{ kind: "selected", file: "a", anchor: 7, head: 7 }]);
});

test("problems are marked, and the page cycles through them", async ({ page }) => {
  await start(page, { a: "a: 1\r\nb: 2\r\nc: 3\r\n" });
  const problem = (id: number, from: number, severity: string, fixes: string[] = []) => ({ id, from, to: from + 1, severity, message: `no \`${id}\``, code: "x/y", fixes });
  await page.evaluate((list) => (window as any).editor.setProblems("a", list), [problem(0, 6, "error"), problem(1, 12, "warning")]);
  await expect(page.locator(".cm-lintRange-error")).toHaveText("b");
  await expect(page.locator(".cm-lintRange-warning")).toHaveText("c");
  await expect(page.locator(".cm-lint-marker-error")).toBeVisible();
  await put(page, 0);
  const go = (back: boolean) => page.evaluate((back) => (window as any).editor.goToProblem(back), back);
  await go(false);
  await expect(page.locator(".cm-tooltip-lint")).toContainText("no 0");
  await expect(page.locator(".cm-tooltip-lint code")).toHaveText("0");
  await go(false);
  await go(false);
  await go(true);
  expect((await told(page, "selected")).map(({ head }: any) => head)).toEqual([7, 13, 7, 13]);
});

test("a key applies the only fix at the caret, or opens a menu of several", async ({ page }) => {
  await start(page, { a: "a: 1\nb: 2\n" });
  const problem = (id: number, from: number, fixes: string[]) => ({ id, from, to: from + 1, severity: "error", message: "m", code: "x/y", fixes });
  await page.evaluate((list) => (window as any).editor.setProblems("a", list), [problem(0, 0, ["One"]), problem(1, 5, ["First", "Second"])]);
  await put(page, 0);
  await page.keyboard.press("Control+.");
  await put(page, 5);
  await page.keyboard.press("Control+.");
  await expect(page.getByRole("menuitem", { name: "First" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toHaveCount(0);
  expect(await told(page, "fix")).toEqual([{ kind: "fix", file: "a", problem: 0, fix: 0 }, { kind: "fix", file: "a", problem: 1, fix: 1 }]);
  expect(await text(page)).toBe("a: 1\nb: 2\n");
});

test("a gesture's changes are highlighted for a moment", async ({ page }) => {
  await start(page, { a: "a: 1\nb: 2\n" });
  await page.evaluate(() => (window as any).gesture([{ from: 3, to: 4, insert: "10" }, { from: 8, to: 9, insert: "20" }], { flash: true }));
  await expect(page.locator(".limn-flash")).toHaveText(["10", "20"]);
  await expect(page.locator(".limn-flash")).toHaveCount(0);
});

test("completions and hovers use the file's offsets", async ({ page }) => {
  await start(page, { a: "a: 1\r\nty\r\n" });
  await page.evaluate(() => {
    const w = window as any;
    w.asked = [];
    w.completions = (at: number) => (w.asked.push(at), { from: 6, options: [{ label: "type", detail: "string", help: "The `type`.", kind: "property", insert: "type: " }] });
    w.help = (at: number) => ({ from: 0, to: 1, text: `Help on \`a\` at ${at}.` });
  });
  await put(page, 8);
  await page.keyboard.press("Control+Space");
  await expect(page.locator(".cm-completionLabel")).toHaveText("type");
  await expect(page.locator(".cm-completionInfo code")).toHaveText("type");
  expect(await page.evaluate(() => (window as any).asked[0])).toBe(8);
  await page.waitForTimeout(100); // CodeMirror takes no key for a list younger than 75 ms.
  await page.keyboard.press("Enter");
  expect(await text(page)).toBe("a: 1\r\ntype: \r\n");
  await page.locator(".cm-line").first().hover({ position: { x: 8, y: 8 } });
  await expect(page.locator(".limn-hover")).toContainText("Help on a at");
});

test("definition, references and rename are sent to the page", async ({ page }) => {
  await start(page, { a: "a: 1\r\nb: 2\r\n" });
  await put(page, 6);
  for (const key of ["F12", "Shift+F12", "F2"]) await page.keyboard.press(key);
  await page.locator(".cm-line").nth(1).click({ modifiers: ["Control"], position: { x: 8, y: 8 } });
  const commands = await told(page, "command");
  expect(commands.map(({ name, at }: any) => [name, at])).toEqual([["definition", 6], ["references", 6], ["rename", 6], ["definition", 6]]);
});

test("Tab indents, and Escape then Tab leaves", async ({ page }) => {
  await start(page, { a: "a: 1\n" });
  await put(page, 0);
  await page.keyboard.press("Tab");
  expect(await text(page)).toBe("  a: 1\n");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(page.locator("#after")).toBeFocused();
  expect(await text(page)).toBe("  a: 1\n");
});

test("a read-only text accepts gestures but no keys", async ({ page }) => {
  await start(page, { a: "a: 1\n" });
  await page.evaluate(() => (window as any).editor.setReadOnly(true));
  await put(page, 4);
  await page.keyboard.type("9");
  await page.keyboard.press("Enter");
  expect(await text(page)).toBe("a: 1\n");
  await page.evaluate(() => (window as any).gesture([{ from: 4, to: 4, insert: "2" }]));
  expect(await text(page)).toBe("a: 12\n");
});

test("eight megabytes of noise round-trip unchanged", async ({ page }) => {
  await start(page, { a: "" });
  const same = await page.evaluate(() => {
    const w = window as any;
    const [bytes, decoder] = [new Uint8Array(65536), new TextDecoder()];
    let noise = "";
    while (noise.length < 8_000_000) noise += decoder.decode(crypto.getRandomValues(bytes));
    w.editor.open("b", noise);
    w.editor.show("b");
    w.copies.b = noise;
    w.gesture([{ from: 7, to: 9, insert: "x" }, { from: 4_000_000, to: 4_000_001, insert: "" }]);
    const after = w.editor.text("b");
    w.editor.undo();
    return [after === noise.slice(0, 7) + "x" + noise.slice(9, 4_000_000) + noise.slice(4_000_001), w.editor.text("b") === noise];
  });
  expect(same).toEqual([true, true]);
});

test("E1: the card of a call follows the caret, is closed by Escape until the call is left, and shows no late answer", async ({ page }) => {
  await start(page, { "a.yaml": "port: { get_property: [  ] }\nname: a\n" });
  await page.evaluate(() => {
    const w = window as any;
    w.asked = [];
    w.answers = async (about: string, at: number) => {
      if (about !== "signature") return null;
      w.asked.push(at);
      await w.wait;
      const text = w.editor.text("a.yaml");
      const [from, end] = [text.indexOf("get_property"), text.indexOf("\n")];
      if (at < from || at > end) return null;
      const active = text.slice(from, at).includes(",") ? 1 : 0;
      const parameters = [{ label: "entity", optional: false, words: ["SELF", "db"], count: 12 }, { label: "property", optional: true, words: [], count: 0 }];
      return JSON.stringify({ function: "get_property", from, to: from + 12, open: ": [", close: "]", parameters, active, help: "The value of `it`." });
    };
    w.editor.select(23, 23, true, false);
  });
  const card = page.getByRole("tooltip");
  const marked = card.locator("[aria-current=true]");
  // A caret alone opens nothing.
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => (window as any).asked)).toEqual([]);
  await keepAnnounced(page);
  await page.keyboard.type("SE");
  await expect(card).toContainText("get_property: [entity, property?]");
  await expect(card).toContainText("entity: SELF, db, …");
  await expect(card).toContainText("The value of it.");
  await expect(marked).toHaveText("entity");
  await expect.poll(() => announced(page)).toMatch(/^get_property: argument 1 of 2, entity$/m);
  // It stays the same element where it is while nothing in it changes.
  const before = await card.boundingBox();
  await card.evaluate((element) => ((element as any).kept = true));
  await page.keyboard.type("LF");
  await page.waitForTimeout(300);
  expect(await card.boundingBox()).toEqual(before);
  expect(await card.evaluate((element) => (element as any).kept)).toBe(true);
  await page.keyboard.type(", x");
  await expect(marked).toHaveText("property?");
  await expect.poll(() => announced(page)).toMatch(/^get_property: argument 2 of 2, property, optional$/m);
  // The caret moves back within the call, then out of it.
  for (let at = 0; at < 4; at += 1) await page.keyboard.press("ArrowLeft");
  await expect(marked).toHaveText("entity");
  await page.keyboard.press("ArrowDown");
  await expect(card).toHaveCount(0);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.type("a");
  await expect(card).toHaveCount(1);
  // Closed, it stays so while the call is written, and comes again on demand and in another call.
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
  await page.keyboard.type("b");
  await page.waitForTimeout(300);
  await expect(card).toHaveCount(0);
  await page.keyboard.press("Control+Shift+Space");
  await expect(card).toHaveCount(1);
  await page.keyboard.press("Escape");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.waitForTimeout(300);
  await page.keyboard.press("Backspace");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("c");
  await expect(card).toHaveCount(1);
  await page.evaluate(() => document.getElementById("after")!.focus());
  await expect(card).toHaveCount(0);
  // An answer for an earlier text or caret is dropped.
  await page.evaluate(() => {
    const w = window as any;
    w.editor.focus();
    w.wait = new Promise((done) => (w.go = done));
  });
  await page.keyboard.type("d");
  await page.waitForTimeout(250);
  await page.keyboard.press("Control+End");
  await page.evaluate(() => (window as any).go());
  await page.waitForTimeout(300);
  await expect(card).toHaveCount(0);
});

test("E1: a key asks for nothing by itself: one pause in typing, one question", async ({ page }) => {
  await start(page, { "a.yaml": "name: a\n" });
  await page.evaluate(() => {
    const w = window as any;
    w.asked = [];
    w.answers = (about: string) => (w.asked.push(about), null);
    w.editor.setColors(true);
    w.editor.select(7, 7, true, false);
  });
  await page.waitForTimeout(300);
  const inTask = await page.evaluate(() => {
    const w = window as any;
    w.asked = [];
    for (let at = 0; at < 20; at += 1) document.querySelector("#host")!.shadowRoot!.activeElement!.ownerDocument.execCommand("insertText", false, "x");
    return w.asked.length;
  });
  expect(inTask).toBe(0);
  await expect.poll(() => page.evaluate(() => (window as any).asked.sort())).toEqual(["names", "signature"]);
});

test("E4: names have colors by what they name, which follow the text until the next answer", async ({ page }) => {
  const rows = Array.from({ length: 10_000 }, (_, at) => `web${at}: {type: shop.Web}\n`).join("");
  await start(page, { "a.yaml": rows });
  await page.evaluate(() => {
    const w = window as any;
    w.ranges = [];
    w.answers = async (about: string, from: number, to: number) => {
      if (about !== "names") return null;
      w.ranges.push(to - from);
      await w.wait;
      const text: string = w.editor.text("a.yaml").slice(from, to);
      const found = [...text.matchAll(/shop\.Web/g)].map(({ index }) => ({ from: from + index, to: from + index + 8, kind: "type", declares: false }));
      return JSON.stringify(found);
    };
    w.editor.setColors(true);
  });
  const types = page.locator(".limn-name-type");
  const first = page.locator(".cm-line").first();
  await expect(first.locator(".limn-name-type")).toHaveText("shop.Web");
  const count = await types.count();
  // Of ten thousand lines, the question is about those around the visible ones.
  expect(await page.evaluate(() => Math.max(...(window as any).ranges))).toBeLessThan(30_000);
  // While an answer is awaited, each name keeps its color, also in a line that moves.
  await page.evaluate(() => {
    const w = window as any;
    w.wait = new Promise((done) => (w.go = done));
    w.editor.select(0, 0, true, false);
  });
  await page.keyboard.type("# a line\nxx");
  await expect(page.locator(".cm-line").nth(1)).toHaveText("xxweb0: {type: shop.Web}");
  await expect(page.locator(".cm-line").nth(1).locator(".limn-name-type")).toHaveText("shop.Web");
  expect(await types.count()).toBeGreaterThanOrEqual(count - 2);
  await page.evaluate(() => (window as any).go());
  // Text that is scrolled into view is colored, too.
  await page.evaluate(() => (window as any).editor.select(200_000, 200_000, true, true));
  await expect(page.locator(".cm-activeLine .limn-name-type")).toHaveText("shop.Web");
  await page.evaluate(() => (window as any).editor.setColors(false));
  await expect(types).toHaveCount(0);
});
