// Functions that run inside the page: a recorder at the text editor's bridge, and queries of the document. Each function is self-contained,
// because Playwright sends it as text.

/** The state of a file when the editor opened it. */
export interface Opening {
  text: string;
  /** The history that came with it, after a reload. */
  past: string | null;
}

export interface Change {
  file: string;
  origin: "type" | "canvas" | "undo" | "redo";
}

/** The state of the page between two actions. */
export interface Look {
  /** The file in the editor. */
  shown: string | null;
  texts: Record<string, string>;
  openings: Record<string, Opening>;
  changes: Change[];
  /** Workers started since the page was loaded. One that dies is replaced. */
  workers: number;
  /** The banner that says the text cannot be read. */
  broken: boolean;
  /** The focused element; "body" if nothing is focused. */
  focus: string;
  /** The last moves of the keyboard focus. */
  focusMoves: string[];
  dialog: boolean;
  menu: boolean;
  files: number;
  /** Toolbar buttons that something lies over: the button, and what. */
  covered: string[];
}

export interface Target {
  x: number;
  y: number;
  label: string;
  tag: string;
  type: string;
  role: string;
  options: string[];
  /** Number of candidates that it was picked from. */
  of: number;
}

/** Runs before the page's own scripts: records the messages to and from the editor, and whether the worker is busy. */
export function listen() {
  const w = window as any;
  const notes = (w.limnNotes = { editor: null as any, openings: {} as Record<string, any>, changes: [] as any[], workers: 0, focus: [] as string[], heard: 0 });
  // The browser's own message doesn't say what was refused.
  addEventListener("securitypolicyviolation", ({ target, violatedDirective, sourceFile, lineNumber, sample }) =>
    console.error(`refused by ${violatedDirective}: ${(target as Element)?.outerHTML?.slice(0, 300)} from ${sourceFile}:${lineNumber} ${sample}`));
  const called = (node: EventTarget | null) => (node instanceof Element ? `${node.tagName.toLowerCase()}.${node.getAttribute("class") ?? ""} ${node.getAttribute("aria-label") ?? ""}` : "nothing");
  for (const kind of ["focusin", "focusout"] as const)
    addEventListener(kind, ({ target, relatedTarget }) => {
      notes.focus.push(`${kind} ${called(target)}, other ${called(relatedTarget)}`);
      notes.focus.splice(0, notes.focus.length - 12);
    }, true);
  addEventListener("mousedown", ({ target }) => notes.focus.push(`mouse button on ${called(target)}`), true);
  let exports: any;
  Object.defineProperty(w, "LimnEditor", {
    configurable: true,
    get: () => exports,
    set(found) {
      exports = { ...found, create };
      function create(host: Element, hands: any) {
        const editor = found.create(host, {
          ...hands,
          on(event: any) {
            if (event.kind === "changed") notes.changes.push({ file: event.file, origin: event.origin });
            return hands.on(event);
          },
        });
        const [open, close, rename] = [editor.open, editor.close, editor.rename].map((method: any) => method.bind(editor));
        editor.open = (file: string, text: string, past?: string) => {
          open(file, text, past);
          notes.openings[file] = { text, past: editor.past(file) ?? null };
        };
        editor.close = (file: string) => {
          close(file);
          delete notes.openings[file];
        };
        editor.rename = (names: { from: string; to: string }[]) => {
          for (const { from, to } of names)
            if (!notes.openings[to] && notes.openings[from]) {
              notes.openings[to] = notes.openings[from];
              delete notes.openings[from];
            }
          rename(names);
        };
        notes.editor = editor;
        return editor;
      }
    },
  });
  const Plain = Worker;
  w.Worker = class extends Plain {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      notes.workers += 1;
      this.addEventListener("message", () => (notes.heard = performance.now()));
    }
    postMessage(...message: any[]) {
      notes.heard = performance.now();
      return (super.postMessage as any)(...message);
    }
  };
}

/** Waits by the page's own clock, then for all writes to its databases: on a busy machine neither is done at the time of the test's clock. */
export async function stored(milliseconds: number) {
  await new Promise((done) => setTimeout(done, milliseconds));
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((done, fail) => {
      const opening = indexedDB.open(name!);
      opening.onsuccess = () => done(opening.result);
      opening.onerror = () => fail(opening.error);
    });
    const stores = [...database.objectStoreNames];
    if (stores.length) {
      await new Promise<void>((done, fail) => {
        const transaction = database.transaction(stores, "readonly");
        transaction.oncomplete = () => done();
        transaction.onerror = () => fail(transaction.error);
        transaction.objectStore(stores[0]).count();
      });
    }
    database.close();
  }
}

/** Resolves when the page has drawn, and the worker has said nothing for a moment. */
export async function quiet(moment: number) {
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const { limnNotes } = window as any;
  await frame();
  const since = performance.now();
  while (performance.now() - limnNotes.heard < moment && performance.now() - since < 3_000) await new Promise((done) => setTimeout(done, 15));
  await frame();
}

export function look(): Look {
  const { limnNotes } = window as any;
  const { editor } = limnNotes;
  const texts: Record<string, string> = {};
  for (const file of Object.keys(limnNotes.openings)) texts[file] = editor?.text(file);
  const seen = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].some((it) => it.checkVisibility());
  const name = (element: Element | null) => {
    if (!element || element === document.body || element === document.documentElement) return "body";
    const label = element.getAttribute("aria-label") ?? element.id ?? "";
    return `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} ${label}`.trim();
  };
  const [dialog, menu] = [seen("dialog[open]"), seen(".menu")];
  const covered: string[] = [];
  if (!dialog && !menu)
    for (const button of document.querySelectorAll<HTMLElement>(".toolbar button")) {
      const box = button.getBoundingClientRect();
      if (!button.checkVisibility() || box.width === 0) continue;
      const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      // The link that skips the toolbar lies over it while it has the focus, as it should.
      if (hit !== button && !button.contains(hit) && hit !== document.querySelector(".skip:focus")) covered.push(`${name(button)} is covered by ${hit ? name(hit) : "the window's edge"}`);
    }
  const changes = limnNotes.changes.splice(0);
  return {
    shown: editor?.shown ?? null,
    texts,
    openings: limnNotes.openings,
    changes,
    workers: limnNotes.workers,
    broken: seen(".broken"),
    focus: name(document.activeElement),
    focusMoves: [...limnNotes.focus],
    dialog,
    menu,
    files: Object.keys(texts).length,
    covered,
  };
}

/**
 * One of the visible elements that `selector` finds, by a number from 0 to 1. It is scrolled to, as a person would. `null` where there is none,
 * or where something lies over it.
 */
export function aim({ selector, at }: { selector: string; at: number }): Target | null {
  const host = document.querySelector(".editor-host")?.shadowRoot;
  const all = [document, ...(host ? [host] : [])].flatMap((root) => [...root.querySelectorAll<HTMLElement>(selector)]);
  // Behind a modal dialog nothing can be pressed.
  const modal = document.querySelector("dialog[open]");
  const found = all.filter((it) => it.checkVisibility({ visibilityProperty: true }) && (!modal || modal.contains(it)) && !(it as any).disabled);
  const element = found[Math.floor(at * found.length)];
  if (!element) return null;
  if (!(element instanceof SVGElement)) element.scrollIntoView({ block: "nearest", inline: "nearest" });
  let [x, y] = [0, 0];
  const path = element instanceof SVGElement && element.querySelector<SVGPathElement>("path");
  if (element.classList.contains("wire") && path) {
    // The middle of a wire's box is seldom on the wire.
    const spot = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM()!);
    [x, y] = [spot.x, spot.y];
  } else {
    const box = element.getBoundingClientRect();
    // A card by its upper edge: its middle may hold ports, or guests. A wide row by its start, where its words are.
    const [across, down] = element.classList.contains("card") ? [0.3, Math.min(0.5, 10 / Math.max(box.height, 1))] : [0.5, 0.5];
    [x, y] = [box.x + box.width * across, box.y + box.height * down];
  }
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return null;
  const hit = document.elementFromPoint(x, y);
  const inside = host?.contains(element) ? hit?.shadowRoot === host : element.contains(hit) || (element.closest("#canvas") && hit?.closest("#canvas"));
  if (!inside) return null;
  const text = (element.getAttribute("aria-label") ?? (element as HTMLInputElement).placeholder ?? "") || (element.textContent ?? "");
  return {
    x,
    y,
    label: text.trim().replace(/\s+/g, " ").slice(0, 60),
    tag: element.tagName.toLowerCase(),
    type: element.getAttribute("type") ?? "",
    role: element.getAttribute("role") ?? "",
    options: element instanceof HTMLSelectElement ? [...element.options].map(({ value }) => value) : [],
    of: found.length,
  };
}
