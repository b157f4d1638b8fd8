// A stand-in for VS Code in a browser, on files in memory: `vscode` is its interface for extensions, as far as the extension of Limn uses it, and
// `editor` is for tests. What matters to no test does nothing: classes and enumerations are made on demand. Runs in a page.

const editor = {
  /** Content by URI. */
  files: new Map(),
  /** Problems by URI. */
  problems: new Map(),
  /** The origin of the files of webviews. */
  source: "",
  /** Applied edits. */
  edits: [],
  messages: [],
  log: [],
  commands: new Map(),
  providers: new Map(),
  listeners: new Map(),
  fire: (name, value) => Promise.all((editor.listeners.get(name) ?? []).map((listener) => listener(value))),
};

const disposable = () => ({ dispose() {} });
const event = (name) => (listener, self) => {
  editor.listeners.set(name, [...(editor.listeners.get(name) ?? []), listener.bind(self)]);
  return disposable();
};

class Uri {
  constructor({ scheme, authority = "", path = "" }) {
    Object.assign(this, { scheme, authority, path, query: "", fragment: "" });
  }
  static from(parts) {
    return new Uri(parts);
  }
  static parse(text) {
    const [, scheme, authority, path] = /^([^:/?#]+):(?:\/\/([^/?#]*))?([^?#]*)/.exec(text);
    return new Uri({ scheme, authority: decodeURIComponent(authority ?? ""), path: decodeURIComponent(path) });
  }
  static joinPath(uri, ...parts) {
    return new Uri({ ...uri, path: [uri.path, ...parts].join("/") });
  }
  toString(plain = false) {
    const encode = (part) => (plain ? part : encodeURIComponent(part));
    const authority = this.authority || this.scheme === "file" ? `//${encode(this.authority).replace("%3A", ":")}` : "";
    return `${this.scheme}:${authority}${this.path.split("/").map(encode).join("/")}`;
  }
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(...at) {
    const [start, end] = at.length === 4 ? [new Position(at[0], at[1]), new Position(at[2], at[3])] : at;
    Object.assign(this, { start, end });
  }
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

class Location {
  constructor(uri, range) {
    Object.assign(this, { uri, range });
  }
}

class Selection extends Range {
  constructor(anchor, active) {
    super(anchor, active);
    Object.assign(this, { anchor, active });
  }
}

/** Steps in their order: `[what, uri, …]`. */
class WorkspaceEdit {
  steps = [];
  replace(uri, range, text) {
    this.steps.push(["replace", uri, range, text]);
  }
  createFile(uri, { contents }) {
    this.steps.push(["create", uri, contents]);
  }
  deleteFile(uri) {
    this.steps.push(["delete", uri]);
  }
}

/** An open text. Its undo keeps whole texts. */
class TextDocument {
  languageId = "yaml";
  version = 1;
  isClosed = false;
  undoable = [];
  constructor(uri) {
    Object.assign(this, { uri, fileName: uri.path });
  }
  getText() {
    return editor.files.get(this.uri.toString());
  }
  offsetAt({ line, character }) {
    return this.getText().split("\n").slice(0, line).join("\n").length + (line > 0 ? 1 : 0) + character;
  }
  positionAt(offset) {
    const lines = this.getText().slice(0, offset).split("\n");
    return new Position(lines.length - 1, lines.at(-1).length);
  }
  async change(text) {
    this.undoable.push(this.getText());
    await this.set(text);
  }
  async set(text) {
    const [rangeLength, range] = [this.getText().length, new Range(new Position(0, 0), this.positionAt(this.getText().length))];
    editor.files.set(this.uri.toString(), text);
    this.version += 1;
    await editor.fire("onDidChangeTextDocument", { document: this, contentChanges: [{ range, rangeOffset: 0, rangeLength, text }] });
  }
}

/** A webview: a frame of this page, whose files come from another origin. */
class Webview {
  options = {};
  cspSource = editor.source;
  onDidReceiveMessage = event("webview");
  constructor() {
    this.frame = document.createElement("iframe");
    this.frame.title = "Designer";
    document.body.append(this.frame);
    addEventListener("message", ({ data, source }) => source === this.frame.contentWindow && editor.fire("webview", data));
  }
  asWebviewUri(uri) {
    return Uri.parse(uri.toString(true).replace(location.origin, editor.source));
  }
  async postMessage(message) {
    this.frame.contentWindow.postMessage(message, "*");
    return true;
  }
  set html(text) {
    // VS Code's own script in a webview.
    this.frame.srcdoc = text.replace("<head>", `<head><script src="${editor.source}/webview.js"></script>`);
  }
}

class TextEdit {
  constructor(range, newText) {
    Object.assign(this, { range, newText });
  }
}

class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: disposable };
  cancel() {}
  dispose() {}
}

class EventEmitter {
  #listeners = [];
  event = (listener) => {
    this.#listeners.push(listener);
    return disposable();
  };
  fire(value) {
    this.#listeners.forEach((listener) => listener(value));
  }
  dispose() {}
}

class RelativePattern {
  constructor(base) {
    this.baseUri = base;
  }
}

class Disposable {
  static from() {
    return new Disposable();
  }
  dispose() {}
}

class CodeActionKind {
  static Empty = new CodeActionKind("");
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new CodeActionKind(this.value ? `${this.value}.${part}` : part);
  }
}

/** Whatever is not listed: a class, an enumeration with distinct members, or a function that does nothing. */
const anything = (name) => {
  const members = {};
  return new Proxy(class { constructor(...values) { this.values = values; } }, {
    get: (known, key) => known[key] ?? (typeof key === "string" ? (members[key] ??= Object.keys(members).length) : undefined),
    apply: () => disposable(),
  });
};
const other = (known) => {
  const made = {};
  return new Proxy(known, {
    get: (_, key) => known[key] ?? (typeof key !== "string" ? undefined : /^on(Did|Will)/.test(key) ? event(key) : (made[key] ??= /^[A-Z]/.test(key) ? anything(key) : key in editor ? undefined : (...values) => {
      editor.providers.set(key, values);
      return disposable();
    })),
  });
};

const documents = [];
/** Opens a custom editor. */
const openWith = async (uri, type) => {
  const document = await vscode.workspace.openTextDocument(uri);
  editor.designed = document;
  const panel = { webview: new Webview(), onDidDispose: disposable };
  await editor.providers.get(type).resolveCustomTextEditor(document, panel);
};
const patterns = (text) => text.replace(/[.]/g, "\\.").replace(/\*\*\//g, "(.*/)?").replace(/\{([^}]*)\}/g, (_, all) => `(${all.replace(/,/g, "|")})`);

const vscode = other({
  Uri, Position, Range, Selection, Diagnostic, Location, WorkspaceEdit, TextEdit, CancellationTokenSource, EventEmitter, RelativePattern, Disposable, CodeActionKind,
  env: { appName: "Visual Studio Code", language: "en", openExternal: async () => true },
  version: "1.91.0",
  // Bundled code sees only what is listed.
  FileType: { File: 1, Directory: 2 },
  ViewColumn: { Beside: -2 },
  TextEditorRevealType: { InCenterIfOutsideViewport: 2 },
  ColorThemeKind: { Light: 1, Dark: 2, HighContrast: 3 },
  commands: other({
    registerCommand: (name, run) => {
      editor.commands.set(name, run);
      return disposable();
    },
    executeCommand: async (name, ...values) => {
      if (name === "vscode.openWith") return openWith(...values);
      if (name === "undo") return editor.designed.set(editor.designed.undoable.pop());
      return editor.commands.get(name)?.(...values);
    },
  }),
  workspace: other({
    workspaceFolders: [],
    textDocuments: documents,
    notebookDocuments: [],
    fs: {
      readFile: async (uri) => {
        const content = editor.files.get(uri.toString());
        if (content === undefined) throw new Error(`${uri} not found`);
        return typeof content === "string" ? new TextEncoder().encode(content) : content;
      },
      stat: async (uri) => {
        const isFolder = [...editor.files.keys()].some((name) => name.startsWith(`${uri}/`));
        return isFolder ? { size: 0, type: 2 } : { size: (await vscode.workspace.fs.readFile(uri)).length, type: 1 };
      },
    },
    findFiles: async (pattern) => [...editor.files.keys()].filter((name) => name.startsWith(pattern.baseUri ? `${pattern.baseUri}/` : "memfs:")).map(Uri.parse),
    createFileSystemWatcher: (glob) => {
      // The client makes one watcher for each pattern of the server, the extension one for all files of the server, and the designer one for a folder.
      const name = glob === "**/*" ? "files" : "pattern";
      return { onDidCreate: event(`${name}.create`), onDidChange: event(`${name}.change`), onDidDelete: event(`${name}.delete`), dispose() {} };
    },
    getConfiguration: (section) => ({ get: (key, fallback) => (section === "limn" ? editor.settings?.[key] : undefined) ?? fallback, has: () => false, inspect: () => undefined }),
    openTextDocument: async (uri) => {
      const known = documents.find((it) => it.uri.toString() === uri.toString());
      if (known) return known;
      if (!editor.files.has(uri.toString())) throw new Error(`${uri} not found`);
      const document = new TextDocument(uri);
      documents.push(document);
      await editor.fire("onDidOpenTextDocument", document);
      return document;
    },
    applyEdit: async (edit) => {
      const texts = new Map();
      for (const [what, uri, at, text] of edit.steps) {
        const document = documents.find((it) => it.uri.toString() === uri.toString());
        if (what === "create") editor.files.set(uri.toString(), new TextDecoder().decode(at));
        else if (what === "delete") editor.files.delete(uri.toString());
        else texts.set(document, [...(texts.get(document) ?? []), [document.offsetAt(at.start), document.offsetAt(at.end), text]]);
      }
      editor.edits.push(edit.steps.map(([what, uri, , text]) => [what, uri.path, text]));
      for (const [document, edits] of texts) {
        let after = document.getText();
        for (const [from, to, text] of edits.sort(([a], [b]) => b - a)) after = after.slice(0, from) + text + after.slice(to);
        await document.change(after);
      }
      return true;
    },
    registerTextDocumentContentProvider: (scheme, provider) => {
      editor.providers.set(scheme, provider);
      return disposable();
    },
    getWorkspaceFolder: () => vscode.workspace.workspaceFolders[0],
  }),
  window: other({
    visibleTextEditors: [],
    activeTextEditor: undefined,
    activeColorTheme: { kind: 1 },
    tabGroups: { all: [], onDidChangeTabs: event("tabs"), onDidChangeTabGroups: event("groups") },
    createOutputChannel: () => new Proxy({ logLevel: 3, onDidChangeLogLevel: event("level") }, {
      get: (known, key) => known[key] ?? ((...texts) => editor.log.push(`${String(key)}: ${texts.join(" ")}`)),
    }),
    showErrorMessage: async (text) => void editor.messages.push(text),
    showWarningMessage: async (text) => void editor.messages.push(text),
    showInformationMessage: async (text) => void editor.messages.push(text),
    registerCustomEditorProvider: (type, provider) => {
      editor.providers.set(type, provider);
      return disposable();
    },
    showTextDocument: async (uri) => {
      await editor.open(uri.toString());
      return vscode.window.activeTextEditor;
    },
    withProgress: async (_, work) => work({ report() {} }, new CancellationTokenSource().token),
  }),
  languages: other({
    match: (selector, document) => {
      const fits = (filter) =>
        (!filter.scheme || filter.scheme === document.uri.scheme) &&
        (!filter.language || filter.language === document.languageId) &&
        (!filter.pattern || new RegExp(`^${patterns(filter.pattern)}$`).test(document.uri.path));
      return [selector].flat().some(fits) ? 10 : 0;
    },
    createDiagnosticCollection: () => ({
      set: (uri, found) => editor.problems.set(uri.toString(), found ?? []),
      delete: (uri) => editor.problems.delete(uri.toString()),
      has: (uri) => editor.problems.has(uri.toString()),
      clear: () => editor.problems.clear(),
      dispose() {},
    }),
  }),
});

/** Opens a file in a text editor. */
editor.open = async (name) => {
  const document = await vscode.workspace.openTextDocument(Uri.parse(name));
  const shown = { document, selection: new Selection(new Position(0, 0), new Position(0, 0)), revealRange: (range) => (editor.revealed = range) };
  vscode.window.activeTextEditor = shown;
  vscode.window.visibleTextEditors = [shown];
  return document;
};

/** Moves the caret. */
editor.move = (offset) => {
  const textEditor = vscode.window.activeTextEditor;
  const at = textEditor.document.positionAt(offset);
  textEditor.selection = new Selection(at, at);
  return editor.fire("onDidChangeTextEditorSelection", { textEditor });
};

/** Starts an extension from its script, installed at a URI. */
editor.activate = async (script, at) => {
  const module = { exports: {} };
  new Function("module", "exports", "require", script)(module, module.exports, () => vscode);
  editor.extension = module.exports;
  const stored = new Map();
  const workspaceState = { get: (key) => stored.get(key), update: async (key, value) => void stored.set(key, value) };
  await module.exports.activate({ subscriptions: [], extensionUri: Uri.parse(at), workspaceState });
};

Object.assign(globalThis, { vscode, editor });
