// The designer: an editor of a document that shows Limn's page, with diagram, palette and forms. The page has no files of its own: it gets the texts of
// VS Code, and sends each gesture as the smallest edits, which become one workspace edit. Undo is that of VS Code.

import * as vscode from "vscode";
import { findFiles, isRead, readAll } from "./files";
import { embeddedPage } from "./page";

/** An edit of the page: of texts, by UTF-16 offsets, and of whole files. */
interface Edit {
  number: number;
  /** The revision of the texts that it is based on. */
  revision: number;
  files: { path: string; edits?: { from: number; to: number; text: string }[]; created?: string; removed?: boolean }[];
}

type Received =
  | { limn: "ready" }
  | ({ limn: "edit" } & Edit)
  | { limn: "state"; state: string }
  | { limn: "select"; path: string; from: number; to: number; focus: boolean }
  | { limn: "undo" | "redo" };

/** Pause after a change of the caret before the page selects what is there. */
const PAUSE_MS = 150;

export class Designer implements vscode.CustomTextEditorProvider {
  static readonly type = "limn.designer";

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  async resolveCustomTextEditor(document: vscode.TextDocument, panel: vscode.WebviewPanel): Promise<void> {
    const folder = vscode.Uri.joinPath(this.context.extensionUri, "dist", "page");
    panel.webview.options = { enableScripts: true, localResourceRoots: [folder] };
    const connection = new Connection(this.context, this.log, document, panel);
    panel.onDidDispose(() => connection.dispose());
    const html = new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, "index.html")));
    panel.webview.html = embeddedPage(html, panel.webview.asWebviewUri(folder).toString(), panel.webview.cspSource);
  }
}

/** The page of one document, and the texts as it has them. */
class Connection implements vscode.Disposable {
  #subscriptions: vscode.Disposable[];
  /** The folder that paths are relative to. */
  #root: vscode.Uri;
  /** The text of each file as the page has it. */
  #known = new Map<string, string>();
  /** The number of the last change that the page got. */
  #revision = 0;
  /** The number of the last edit that was applied or refused. */
  #answered = 0;
  /** Work on texts is done one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #isOpen = false;
  #isApplying = false;
  #isDisposed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The place to which the page has moved the caret, which is not a choice of the user. */
  #shown: { uri: string; line: number } | undefined;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
    private readonly document: vscode.TextDocument,
    private readonly panel: vscode.WebviewPanel,
  ) {
    this.#root = vscode.workspace.getWorkspaceFolder(document.uri)?.uri ?? vscode.Uri.joinPath(document.uri, "..");
    const files = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(this.#root, "**/*"));
    const reread = (uri: vscode.Uri) => void this.#enqueue(() => this.#reread(uri));
    this.#subscriptions = [
      files,
      files.onDidCreate(reread),
      files.onDidChange(reread),
      files.onDidDelete(reread),
      panel.webview.onDidReceiveMessage((message: Received) => void this.#receive(message)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#follow(document)),
      // Its unsaved changes are lost.
      vscode.workspace.onDidCloseTextDocument(({ uri }) => reread(uri)),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.#mark(textEditor)),
      vscode.window.onDidChangeActiveColorTheme(() => this.#post({ limn: "theme", theme: theme() })),
    ];
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#subscriptions.forEach((it) => it.dispose());
  }

  #post(message: object): void {
    if (!this.#isDisposed) void this.panel.webview.postMessage(message);
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.catch(() => {}).then(work);
    this.#last = done;
    return done;
  }

  async #receive(message: Received): Promise<void> {
    try {
      switch (message.limn) {
        case "ready":
          return await this.#enqueue(() => this.#open());
        case "edit":
          return await this.#enqueue(() => this.#apply(message));
        case "state":
          return await this.context.workspaceState.update(this.#stateKey(), message.state);
        case "select":
          return await this.#show(message.path, message.from, message.to, message.focus);
        case "undo":
        case "redo":
          // For the editor that is in front, which is this one.
          return await this.#enqueue(async () => void (await vscode.commands.executeCommand(message.limn)));
      }
    } catch (error) {
      if (this.#isDisposed) return;
      this.log.error(error instanceof Error ? error : String(error));
      void vscode.window.showErrorMessage(`Limn: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #stateKey(): string {
    return `designer:${this.document.uri.toString()}`;
  }

  /** The path of a file below the folder; nothing for others. */
  #path(uri: vscode.Uri): string | undefined {
    const [root, path] = [this.#root.path.replace(/\/$/, ""), uri.path];
    const isInside = uri.scheme === this.#root.scheme && uri.authority === this.#root.authority && path.startsWith(`${root}/`);
    return isInside ? path.slice(root.length + 1) : undefined;
  }

  #uri(path: string): vscode.Uri {
    const parts = path.split("/");
    if (parts.some((part) => part === "" || part === "." || part === "..")) throw new Error(`invalid path \`${path}\``);
    return vscode.Uri.joinPath(this.#root, ...parts);
  }

  /** Sends all files of the folder: those that are open as they are, unsaved changes included. */
  async #open(): Promise<void> {
    const shown = this.#path(this.document.uri);
    if (shown === undefined) throw new Error("save the file first: the designer shows files in a folder");
    const found = vscode.workspace.getWorkspaceFolder(this.document.uri) ? await findFiles(this.#root, this.log) : [];
    if (!found.some((uri) => uri.toString() === this.document.uri.toString())) found.push(this.document.uri);
    const contents = await readAll(found, this.log);
    // Text that was typed meanwhile is in the open documents.
    const unsaved = new Map(vscode.workspace.textDocuments.map((it) => [it.uri.toString(), it.getText()]));
    unsaved.set(this.document.uri.toString(), this.document.getText());
    const files: { path: string; text?: string }[] = [];
    this.#known.clear();
    for (const uri of found) {
      const path = this.#path(uri);
      const text = unsaved.get(uri.toString()) ?? textOf(contents.get(uri.toString())?.bytes);
      if (path === undefined) continue;
      if (text !== undefined) this.#known.set(path, text);
      files.push({ path, text });
    }
    // The page counts from the start again.
    [this.#answered, this.#isOpen] = [0, true];
    const state = this.context.workspaceState.get<string>(this.#stateKey()) ?? "";
    this.#post({ limn: "open", files, shown, state, theme: theme(), undo: true, revision: this.#revision });
  }

  /** Applies an edit as one step of undo, if the page has the current texts; answers in any case. */
  async #apply({ number, revision, files }: Edit): Promise<void> {
    const expected = new Map<string, string | undefined>();
    let isApplied = false;
    this.#isApplying = true;
    try {
      const edit = await this.#workspaceEdit(files, revision, expected);
      isApplied = edit !== undefined && (await vscode.workspace.applyEdit(edit));
      if (!isApplied) this.log.info("An edit of the diagram was refused: the text has changed.");
    } catch (error) {
      this.log.error(error instanceof Error ? error : String(error));
    } finally {
      this.#isApplying = false;
    }
    const paths = files.map(({ path }) => path);
    await this.#answer(number, paths, isApplied ? expected : undefined);
    // Changes that were made meanwhile.
    vscode.workspace.textDocuments.forEach((document) => this.#follow(document));
  }

  /** An edit of the page for VS Code; nothing if a text is not what the page has. Notes the texts after it. */
  async #workspaceEdit(files: Edit["files"], revision: number, expected: Map<string, string | undefined>): Promise<vscode.WorkspaceEdit | undefined> {
    const isChanged = (file: Edit["files"][number]) => file.created === undefined && !file.removed;
    const opened = await Promise.all(files.map((file) => (isChanged(file) ? vscode.workspace.openTextDocument(this.#uri(file.path)) : undefined)));
    const removed = await Promise.all(files.map((file) => (file.removed ? this.#current(file.path) : undefined)));
    // From here on, nothing else is done until the edit is applied.
    if (revision !== this.#revision) return undefined;
    const edit = new vscode.WorkspaceEdit();
    for (const [at, { path, edits, created, removed: isRemoved }] of files.entries()) {
      const [uri, document] = [this.#uri(path), opened[at]];
      if (created !== undefined) {
        edit.createFile(uri, { contents: new TextEncoder().encode(created), ignoreIfExists: false });
        expected.set(path, created);
      } else if (isRemoved) {
        // A file that no longer exists needs no edit.
        if (removed[at] !== undefined && removed[at] !== this.#known.get(path)) return undefined;
        edit.deleteFile(uri, { ignoreIfNotExists: true });
        expected.set(path, undefined);
      } else if (document) {
        let after = document.getText();
        if (after !== this.#known.get(path)) return undefined;
        for (const { from, to, text } of [...(edits ?? [])].reverse()) {
          edit.replace(uri, new vscode.Range(document.positionAt(from), document.positionAt(to)), text);
          after = after.slice(0, from) + text + after.slice(to);
        }
        expected.set(path, after);
      }
    }
    return edit;
  }

  /** Reports to the page that an edit was applied, with the texts that are other than it expects; or refused, with the texts of its files. */
  async #answer(number: number, paths: string[], expected: Map<string, string | undefined> | undefined): Promise<void> {
    const files: { path: string; text?: string }[] = [];
    for (const path of paths) {
      const text = await this.#current(path);
      this.#know(path, text);
      if (!expected || text !== expected.get(path)) files.push({ path, text });
    }
    this.#answered = number;
    this.#change(files, !expected);
  }

  #know(path: string, text: string | undefined): void {
    if (text === undefined) this.#known.delete(path);
    else this.#known.set(path, text);
  }

  /** The text of a file now, unsaved changes included; nothing if there is no such file. */
  async #current(path: string): Promise<string | undefined> {
    const uri = this.#uri(path);
    const open = vscode.workspace.textDocuments.find((it) => it.uri.toString() === uri.toString() && !it.isClosed);
    return open?.getText() ?? textOf((await readAll([uri], this.log)).get(uri.toString())?.bytes);
  }

  #change(files: { path: string; text?: string }[], refused = false): void {
    if (files.length > 0) this.#revision += 1;
    this.#post({ limn: "change", files, answered: this.#answered, refused, revision: this.#revision });
  }

  /** Sends a file to the page that is not as the page has it. */
  async #reread(uri: vscode.Uri): Promise<void> {
    const path = this.#path(uri);
    if (path === undefined || !this.#isOpen || !isRead(uri)) return;
    const text = await this.#current(path);
    if (text === this.#known.get(path)) return;
    this.#know(path, text);
    this.#change([{ path, text }]);
  }

  /** Sends the new text of a document to the page. What the page itself changes has its answer. */
  #follow(document: vscode.TextDocument): void {
    const path = this.#path(document.uri);
    if (path === undefined || !this.#isOpen || this.#isApplying || document.isClosed) return;
    const text = document.getText();
    if (text === this.#known.get(path)) return;
    // Other documents matter only if the page has them.
    if (!this.#known.has(path) && document.languageId !== "yaml") return;
    this.#known.set(path, text);
    this.#change([{ path, text }]);
  }

  /** Selects what is at the caret of a text editor. */
  #mark(editor: vscode.TextEditor): void {
    const [uri, line] = [editor.document.uri.toString(), editor.selection.active.line];
    const isOwn = this.#shown?.uri === uri && this.#shown.line === line;
    this.#shown = undefined;
    if (isOwn || uri !== this.document.uri.toString()) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const path = this.#path(editor.document.uri);
      this.#post({ limn: "select", path, offset: editor.document.offsetAt(editor.selection.active) });
    }, PAUSE_MS);
  }

  /** Shows what is selected in the diagram: in a text editor that is visible, or, to edit it there, in one that opens. */
  async #show(path: string, from: number, to: number, focus: boolean): Promise<void> {
    const uri = this.#uri(path);
    let editor = vscode.window.visibleTextEditors.find((it) => it.document.uri.toString() === uri.toString());
    if (focus) editor = await vscode.window.showTextDocument(uri, { viewColumn: editor?.viewColumn ?? vscode.ViewColumn.Beside, preview: true });
    if (!editor) return;
    const range = new vscode.Range(editor.document.positionAt(from), editor.document.positionAt(to));
    this.#shown = { uri: uri.toString(), line: range.start.line };
    editor.selection = new vscode.Selection(range.start, focus ? range.end : range.start);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}

/** The text of a file; nothing if it is none, or if only the name matters. */
function textOf(bytes: Uint8Array | undefined): string | undefined {
  try {
    return bytes && new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function theme(): "light" | "dark" {
  const { kind } = vscode.window.activeColorTheme;
  return kind === vscode.ColorThemeKind.Dark || kind === vscode.ColorThemeKind.HighContrast ? "dark" : "light";
}
