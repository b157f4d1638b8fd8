// Diagrams: a webview beside the text that shows the scene of a document. The text is the only state: gestures become workspace edits.

import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

/** A path in the document: keys and positions. */
type Id = unknown;

interface Range {
  start: { line: number; character: number };
  end: { line: number; character: number };
}

interface Scene {
  version: number | null;
  language: string | null;
  svg: string;
  bounds: { x: number; y: number; width: number; height: number };
  nodes: { id: Id; name: string; role: string; bounds: Scene["bounds"]; range: Range | null; key: Range | null }[];
  note: string | null;
  /** The YAML documents of a file with several. */
  documents?: { name: string; language: string; range: Range }[];
}

/** Pause after a key before the diagram is drawn again. */
const PAUSE_MS = 120;

interface Open {
  panel: vscode.WebviewPanel;
  document: vscode.TextDocument;
  /** The index of the YAML document that is drawn: that with the caret. */
  shown: number;
  scene?: Scene;
  timer?: ReturnType<typeof setTimeout>;
}

export class Diagrams implements vscode.Disposable {
  #open = new Map<string, Open>();
  #subscriptions: vscode.Disposable[];

  constructor(private readonly client: () => BaseLanguageClient | undefined) {
    this.#subscriptions = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#later(document)),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.#mark(textEditor)),
      vscode.window.onDidChangeActiveColorTheme(() => [...this.#open.values()].forEach((it) => void this.#draw(it))),
    ];
  }

  dispose(): void {
    this.#subscriptions.forEach((it) => it.dispose());
    [...this.#open.values()].forEach((it) => it.panel.dispose());
  }

  async open(document: vscode.TextDocument): Promise<void> {
    const key = document.uri.toString();
    const known = this.#open.get(key);
    if (known) return known.panel.reveal(undefined, true);
    const title = `Diagram: ${document.uri.path.split("/").pop() ?? ""}`;
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel("limn.diagram", title, column, { enableScripts: true, localResourceRoots: [], retainContextWhenHidden: true });
    const open: Open = { panel, document, shown: 0 };
    this.#open.set(key, open);
    void vscode.commands.executeCommand("setContext", "limn.hasDiagram", true);
    panel.webview.html = page();
    panel.webview.onDidReceiveMessage((message: Message) => this.#receive(open, message));
    panel.onDidDispose(() => {
      clearTimeout(open.timer);
      this.#open.delete(key);
      void vscode.commands.executeCommand("setContext", "limn.hasDiagram", this.#open.size > 0);
    });
    await this.#draw(open);
  }

  /** Renames the element at the caret. */
  async rename(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const open = editor && this.#open.get(editor.document.uri.toString());
    const at = open ? this.#at(open, editor) : -1;
    if (open && at >= 0) await this.#rename(open, at);
  }

  #later(document: vscode.TextDocument): void {
    const open = this.#open.get(document.uri.toString());
    if (!open) return;
    clearTimeout(open.timer);
    open.timer = setTimeout(() => void this.#draw(open), PAUSE_MS);
  }

  async #draw(open: Open): Promise<void> {
    const client = this.client();
    if (!client) return;
    const dark = [vscode.ColorThemeKind.Dark, vscode.ColorThemeKind.HighContrast].includes(vscode.window.activeColorTheme.kind);
    const textDocument = { uri: client.code2ProtocolConverter.asUri(open.document.uri) };
    try {
      const scene = await client.sendRequest<Scene | null>("limn/scene", { textDocument, theme: dark ? "dark" : "light", document: open.shown });
      // A later text is drawn by a later request.
      if (!scene || (scene.version !== null && scene.version !== open.document.version)) return;
      open.scene = scene;
      await open.panel.webview.postMessage({ svg: scene.svg, boxes: scene.nodes.map((it) => it.bounds), note: scene.note });
      const editor = vscode.window.visibleTextEditors.find((it) => it.document === open.document);
      if (editor) this.#mark(editor);
    } catch (error) {
      await open.panel.webview.postMessage({ note: error instanceof Error ? error.message : String(error) });
    }
  }

  /** The index of the innermost node at the caret. */
  #at(open: Open, editor: vscode.TextEditor): number {
    const caret = editor.selection.active;
    let found = -1;
    open.scene?.nodes.forEach(({ range }, at) => {
      const contains = range && range.start.line <= caret.line && caret.line <= range.end.line;
      const known = open.scene?.nodes[found]?.range;
      if (contains && (!known || range.start.line >= known.start.line)) found = at;
    });
    return found;
  }

  #mark(editor: vscode.TextEditor): void {
    const open = this.#open.get(editor.document.uri.toString());
    if (!open) return;
    const caret = editor.selection.active.line;
    const above = open.scene?.documents?.filter(({ range }) => range.start.line <= caret) ?? [];
    const at = above.length - 1;
    if (at >= 0 && at !== open.shown) {
      open.shown = at;
      return void this.#draw(open);
    }
    void open.panel.webview.postMessage({ marked: this.#at(open, editor) });
  }

  async #receive(open: Open, message: Message): Promise<void> {
    const node = open.scene?.nodes[message.node];
    if (!node) return;
    if (message.action === "show" && node.key) {
      const { start, end } = node.key;
      const selection = new vscode.Range(start.line, start.character, end.line, end.character);
      const column = vscode.window.visibleTextEditors.find((it) => it.document === open.document)?.viewColumn;
      await vscode.window.showTextDocument(open.document, { viewColumn: column ?? vscode.ViewColumn.One, selection, preserveFocus: true });
    }
    if (message.action === "rename") await this.#rename(open, message.node);
    if (message.action === "remove") await this.#edit(open, { Remove: { ids: [node.id] } });
  }

  async #rename(open: Open, at: number): Promise<void> {
    const node = open.scene?.nodes[at];
    if (!node) return;
    const to = await vscode.window.showInputBox({ title: `Rename ${node.role}`, value: node.name });
    if (to && to !== node.name) await this.#edit(open, { Rename: { id: node.id, to } });
  }

  async #edit(open: Open, edit: object): Promise<void> {
    const client = this.client();
    if (!client) return;
    const textDocument = { uri: client.code2ProtocolConverter.asUri(open.document.uri) };
    try {
      const result = await client.sendRequest<{ edit: Parameters<typeof client.protocol2CodeConverter.asWorkspaceEdit>[0] }>("limn/edit", {
        textDocument,
        version: open.scene?.version,
        document: open.shown,
        edit,
      });
      const planned = await client.protocol2CodeConverter.asWorkspaceEdit(result.edit);
      if (planned) await vscode.workspace.applyEdit(planned);
    } catch (error) {
      void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    }
  }
}

interface Message {
  action: "show" | "rename" | "remove";
  node: number;
}

/** The page of a diagram. It runs one script, and loads nothing. */
function page(): string {
  const nonce = Array.from({ length: 24 }, () => Math.floor(Math.random() * 36).toString(36)).join("");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'">
<style>
  html, body { height: 100%; margin: 0; overflow: hidden; }
  #view { position: absolute; inset: 0; overflow: hidden; cursor: grab; outline: none; }
  #world { position: absolute; transform-origin: 0 0; }
  #mark { position: absolute; display: none; box-sizing: border-box; border: 2px solid var(--vscode-focusBorder); border-radius: 8px; pointer-events: none; }
  #note { position: absolute; left: 8px; bottom: 8px; right: 8px; color: var(--vscode-descriptionForeground); }
</style>
</head>
<body>
<div id="view" tabindex="0" aria-label="Diagram"><div id="world"><div id="drawing"></div><div id="mark"></div></div></div>
<div id="note" role="status"></div>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>`;
}

/** Pans, zooms, and reports clicks on boxes. */
const SCRIPT = `
const host = acquireVsCodeApi();
const [view, world, drawing, mark, note] = ["view", "world", "drawing", "mark", "note"].map((id) => document.getElementById(id));
let boxes = [], origin = { x: 0, y: 0 }, camera, marked = -1, drag;
const place = () => { world.style.transform = "translate(" + camera.x + "px, " + camera.y + "px) scale(" + camera.scale + ")"; };
function fit() {
  const svg = drawing.querySelector("svg");
  if (!svg) return;
  const { width, height } = svg.viewBox.baseVal;
  const scale = Math.min(1, view.clientWidth / width, view.clientHeight / height) || 1;
  camera = { scale, x: (view.clientWidth - width * scale) / 2, y: (view.clientHeight - height * scale) / 2 };
}
function outline() {
  const box = boxes[marked];
  mark.style.display = box ? "block" : "none";
  if (box) Object.assign(mark.style, { left: box.x - origin.x + "px", top: box.y - origin.y + "px", width: box.width + "px", height: box.height + "px" });
}
window.addEventListener("message", ({ data }) => {
  if (data.svg !== undefined) {
    drawing.innerHTML = data.svg;
    const svg = drawing.querySelector("svg");
    if (svg) origin = svg.viewBox.baseVal;
    boxes = data.boxes;
    if (!camera) fit();
    if (camera) place();
  }
  if ("note" in data) note.textContent = data.note ?? "";
  if (data.marked !== undefined) marked = data.marked;
  outline();
});
function under(event) {
  const { left, top } = view.getBoundingClientRect();
  const x = (event.clientX - left - camera.x) / camera.scale + origin.x, y = (event.clientY - top - camera.y) / camera.scale + origin.y;
  let found = -1;
  boxes.forEach((box, at) => {
    const inside = box.x <= x && x <= box.x + box.width && box.y <= y && y <= box.y + box.height;
    if (inside && (found < 0 || box.width * box.height <= boxes[found].width * boxes[found].height)) found = at;
  });
  return found;
}
view.addEventListener("pointerdown", (event) => { if (camera) { drag = { x: event.clientX, y: event.clientY, moved: false }; view.setPointerCapture(event.pointerId); } });
view.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moved && Math.hypot(dx, dy) < 4) return;
  Object.assign(drag, { x: event.clientX, y: event.clientY, moved: true });
  camera.x += dx; camera.y += dy;
  place();
});
view.addEventListener("pointerup", (event) => {
  if (drag && !drag.moved) { marked = under(event); outline(); if (marked >= 0) host.postMessage({ action: "show", node: marked }); }
  drag = undefined;
});
view.addEventListener("dblclick", (event) => { if (camera && under(event) >= 0) host.postMessage({ action: "rename", node: under(event) }); });
view.addEventListener("wheel", (event) => {
  if (!camera) return;
  event.preventDefault();
  if (!event.ctrlKey) { camera.x -= event.deltaX; camera.y -= event.deltaY; return place(); }
  const { left, top } = view.getBoundingClientRect();
  const [x, y] = [event.clientX - left, event.clientY - top];
  const scale = Math.min(4, Math.max(0.05, camera.scale * Math.exp(-event.deltaY / 300)));
  camera = { scale, x: x - (x - camera.x) * scale / camera.scale, y: y - (y - camera.y) * scale / camera.scale };
  place();
}, { passive: false });
view.addEventListener("keydown", ({ key }) => {
  if (key === "0" && camera) { fit(); place(); }
  if (marked < 0) return;
  if (key === "F2") host.postMessage({ action: "rename", node: marked });
  if (key === "Delete") host.postMessage({ action: "remove", node: marked });
  if (key === "Enter") host.postMessage({ action: "show", node: marked });
});
`;
