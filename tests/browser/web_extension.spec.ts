// The VS Code extension for browsers, packed as it is published: the language server in its worker, and the extension in a stand-in for VS Code.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page, isolated as test } from "./base";
import { patience } from "./patience";
import { read } from "./zip";

const here = dirname(fileURLToPath(import.meta.url));
const top = join(here, "../..");
const PROJECT = {
  "shop.yaml": `tosca_definitions_version: tosca_simple_yaml_1_3
imports: [types/web.yaml]
topology_template:
  node_templates:
    web:
      type: shop.Web
      requirements:
        - host: server
    server:
      type: tosca.nodes.Compute
`,
  "types/web.yaml": `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  shop.Web:
    derived_from: tosca.nodes.SoftwareComponent
`,
};

/** The members of the packed extension. */
let packed: Map<string, Buffer>;

test.beforeAll(() => {
  const isBuilt = ["target/lsp-web/server.wasm", "dist/sw.js"].every((part) => existsSync(join(top, part)));
  test.skip(!isBuilt, "the server for browsers or the page is not built: node src/lsp/web/build.mjs, make build");
  const vsix = join(mkdtempSync(join(tmpdir(), "limn-")), "limn.vsix");
  execFileSync("node", [join(top, "src/editors/vscode/pack.mjs"), vsix]);
  packed = new Map(read(readFileSync(vsix)).map(({ name, bytes }) => [name, bytes]));
});

/** A server of the packed extension: one for the page of the editor, and one for webviews, whose files come from another origin. */
const servers: Server[] = [];
/** Their addresses. */
let [home, source] = ["", ""];

test.beforeAll(async () => {
  const types: Record<string, string> = { js: "text/javascript", wasm: "application/wasm", css: "text/css", html: "text/html", svg: "image/svg+xml" };
  const script = `acquireVsCodeApi = () => ({ postMessage: (message) => parent.postMessage(message, "*") });`;
  const own = new Map([["", "<!DOCTYPE html><title>Editor</title>"], ["webview.js", script]]);
  const serve = async (name: string) => {
    const server = createServer((request, response) => {
      const path = new URL(request.url!, "http://files").pathname.slice(1);
      const body = own.get(path) ?? packed.get(path);
      const type = path === "" ? "text/html" : (types[path.split(".").pop()!] ?? "text/plain");
      response.writeHead(body === undefined ? 404 : 200, { "Access-Control-Allow-Origin": "*", "Content-Type": type });
      response.end(body);
    });
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return `http://${name}:${(server.address() as AddressInfo).port}`;
  };
  [home, source] = [await serve("127.0.0.1"), await serve("localhost")];
});

test.afterAll(() => servers.forEach((server) => server.close()));

/** An empty page on a host that has the packed extension. */
async function host(page: Page) {
  await page.goto(home);
  await page.addScriptTag({ path: join(here, "vscode.js"), type: "text/javascript" });
}

/** Starts the server in a worker, with `server.ask` and `server.tell`. */
async function startServer(page: Page) {
  await page.evaluate(async (project) => {
    const wasm = new Uint8Array(await (await fetch("extension/dist/web/server.wasm")).arrayBuffer());
    const worker = new Worker("extension/dist/web/server.js");
    const waiting = new Map<number, (answer: object) => void>();
    const told: { method: string; params: unknown }[] = [];
    worker.onmessage = ({ data }) => {
      if (data.method) told.push(data);
      else waiting.get(data.id)?.(data.error ?? data.result);
    };
    worker.postMessage({ limn: "start", wasm, manual: "https://example.org/" });
    let next = 0;
    const tell = (method: string, params: unknown) => worker.postMessage({ jsonrpc: "2.0", method, params });
    const ask = (method: string, params: unknown) =>
      new Promise((resolve) => {
        waiting.set(++next, resolve);
        worker.postMessage({ jsonrpc: "2.0", id: next, method, params });
      });
    const bytes = (text: string) => new TextEncoder().encode(text);
    const changed = Object.entries(project).map(([name, text]) => ({ uri: `file:///p/${name}`, bytes: bytes(text) }));
    tell("limn/files", { changed, removed: [] });
    Object.assign(globalThis, { server: { ask, tell, told, bytes } });
  }, PROJECT);
}

type Ask = (method: string, params: unknown) => Promise<any>;
declare const server: { ask: Ask; tell: (method: string, params: unknown) => void; told: { method: string; params: any }[]; bytes(text: string): Uint8Array };
declare const editor: any, vscode: any;

test("E7: the server in a worker serves a project without a disk", async ({ page }) => {
  await host(page);
  await startServer(page);
  const found = await page.evaluate(async (text) => {
    const uri = "file:///p/shop.yaml";
    const started = await server.ask("initialize", { capabilities: {}, workspaceFolders: [{ uri: "file:///p", name: "p" }] });
    server.tell("initialized", {});
    server.tell("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text: text.replace("shop.Web", "shop.Wob") } });
    const at = (line: number, character: number) => ({ textDocument: { uri }, position: { line, character } });
    const symbols = await server.ask("workspace/symbol", { query: "shop" });
    // Problems follow the answers to what arrived with a change.
    await server.ask("limn/nothing", {});
    const problems = server.told.filter((it) => it.method === "textDocument/publishDiagnostics").map((it) => it.params.diagnostics.map((it: any) => it.message));
    server.tell("textDocument/didChange", { textDocument: { uri, version: 2 }, contentChanges: [{ text }] });
    const definition = await server.ask("textDocument/definition", at(5, 14));
    const builtIn = await server.ask("textDocument/definition", at(9, 16));
    const builtInText = await server.ask("limn/definition", { uri: builtIn.uri });
    const renamed = await server.ask("textDocument/rename", { ...at(5, 14), newName: "shop.Front" });
    const completed = await server.ask("textDocument/completion", at(9, 12));
    const scene = await server.ask("limn/scene", { textDocument: { uri } });
    const unknown = await server.ask("limn/nothing", {});
    return { started, problems, symbols, definition, builtIn, builtInText, renamed, completed, scene, unknown };
  }, PROJECT["shop.yaml"]);
  expect(found.started.capabilities.renameProvider).toBeTruthy();
  expect(found.problems).toEqual([[expect.stringContaining("unknown node type `shop.Wob`")]]);
  expect(found.symbols.map((it: any) => it.location.uri)).toContain("file:///p/types/web.yaml");
  expect(found.definition).toMatchObject({ uri: "file:///p/types/web.yaml", range: { start: { line: 2, character: 2 } } });
  expect(found.builtIn.uri).toMatch(/^limn:\/[0-9a-f]+\/tosca\.nodes\.Compute\.yaml$/);
  expect(found.builtInText.text).toContain("tosca.nodes.Compute");
  expect(Object.keys(found.renamed.changes).sort()).toEqual(["file:///p/shop.yaml", "file:///p/types/web.yaml"]);
  expect((found.completed.items ?? found.completed).map((it: any) => it.label)).toContain("shop.Web");
  expect(found.scene.nodes.map((it: any) => it.name).sort()).toEqual(["server", "web"]);
  expect(found.unknown.message).toBe("unknown method `limn/nothing`");
});

test("E7: files that change or vanish are checked again", async ({ page }) => {
  await host(page);
  await startServer(page);
  const problems = await page.evaluate(async (text) => {
    const uri = "file:///p/shop.yaml";
    await server.ask("initialize", { capabilities: { textDocument: { diagnostic: {} } }, workspaceFolders: [{ uri: "file:///p", name: "p" }] });
    server.tell("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text } });
    const pull = async () => (await server.ask("textDocument/diagnostic", { textDocument: { uri } })).items.map((it: any) => it.message);
    const all = [await pull()];
    server.tell("limn/files", { changed: [], removed: ["file:///p/types"] });
    all.push(await pull());
    server.tell("limn/files", { changed: [{ uri: "file:///p/types/web.yaml", bytes: server.bytes("tosca_definitions_version: tosca_simple_yaml_1_3\n") }], removed: [] });
    all.push(await pull());
    server.tell("limn/files", { changed: [{ uri: "file:///p/types/web.yaml", length: 1e9 }], removed: [] });
    all.push(await pull());
    return all;
  }, PROJECT["shop.yaml"]);
  expect(problems[0]).toEqual([]);
  expect(problems[1]).toEqual([expect.stringContaining("unresolved import `types/web.yaml`: file not found")]);
  expect(problems[2]).toEqual([expect.stringContaining("unknown node type `shop.Web`")]);
  expect(problems[3].length).toBeGreaterThan(0);
});

test("E7: the extension serves a workspace of a browser", async ({ page }) => {
  await host(page);
  const workspace = "memfs://owner/project";
  await page.evaluate(
    async ({ workspace, project, manifest }) => {
      for (const [name, text] of Object.entries(project)) editor.files.set(`${workspace}/${name}`, text);
      const wasm = new Uint8Array(await (await fetch("extension/dist/web/server.wasm")).arrayBuffer());
      editor.files.set(`${location.origin}/extension/dist/web/server.wasm`, wasm);
      vscode.workspace.workspaceFolders = [{ uri: vscode.Uri.parse(workspace), name: "project", index: 0 }];
      const script = await (await fetch(`extension/${manifest.browser.replace("./", "")}`)).text();
      await editor.activate(script, `${location.origin}/extension`);
    },
    { workspace, project: { ...PROJECT, "shop.yaml": PROJECT["shop.yaml"].replace("shop.Web", "shop.Wob") }, manifest: JSON.parse(packed.get("extension/package.json")!.toString()) },
  );
  const problems = () => page.evaluate((uri) => (editor.problems.get(uri) ?? []).map((it: any) => it.message), `${workspace}/shop.yaml`);
  await page.evaluate((uri) => editor.open(uri), `${workspace}/shop.yaml`);
  await expect.poll(problems).toEqual([expect.stringContaining("unknown node type `shop.Wob`")]);

  // A file that another program changes.
  await page.evaluate(async (uri) => {
    editor.files.set(uri, editor.files.get(uri).replaceAll("shop.Web", "shop.Wob"));
    await editor.fire("files.change", vscode.Uri.parse(uri));
  }, `${workspace}/types/web.yaml`);
  await expect.poll(problems).toEqual([]);

  // A folder that arrives as a whole: VS Code reports the folder alone.
  const importing = () => page.evaluate((uri) => (editor.problems.get(uri) ?? []).map((it: any) => it.message), `${workspace}/types/web.yaml`);
  await page.evaluate(async (workspace) => {
    const uri = `${workspace}/types/web.yaml`;
    editor.files.set(uri, editor.files.get(uri).replace("node_types:", "imports: [../more/base.yaml]\nnode_types:"));
    await editor.open(uri);
  }, workspace);
  await expect.poll(importing).toEqual([expect.stringContaining("unresolved import")]);
  await page.evaluate(async (workspace) => {
    editor.files.set(`${workspace}/more/base.yaml`, "tosca_definitions_version: tosca_simple_yaml_1_3\n");
    await editor.fire("files.create", vscode.Uri.parse(`${workspace}/more`));
  }, workspace);
  await expect.poll(importing).toEqual([]);

  expect(await page.evaluate(() => editor.messages)).toEqual([]);
  expect(await page.evaluate(() => editor.log.filter((it: string) => /^(error|warn)/.test(it)))).toEqual([]);
  expect(await page.evaluate(() => [...editor.commands.keys()])).toContain("limn.openDiagram");
  await page.evaluate(() => editor.extension.deactivate());
});

test("E7: a fault of the server in a worker ends it, and the extension starts it again", async ({ page }) => {
  await host(page);
  await page.evaluate(
    async ({ manifest }) => {
      // A worker that fails after each start but the third.
      let starts = 0;
      globalThis.Worker = class extends EventTarget {
        onmessage: ((event: { data: unknown }) => void) | null = null;
        start = ++starts;
        postMessage(message: any) {
          const send = (data: object) => setTimeout(() => this.onmessage?.({ data: { jsonrpc: "2.0", ...data } }));
          if (message.method === "initialize") send({ id: message.id, result: { capabilities: { textDocumentSync: 2 } } });
          else if (message.method === "initialized" && this.start < 3) send({ method: "limn/stopped", params: { message: "internal error: on purpose" } });
          else if (message.method === "shutdown") send({ id: message.id, result: null });
        }
        terminate() {}
      } as never;
      editor.files.set(`${location.origin}/extension/dist/web/server.wasm`, new Uint8Array());
      const script = await (await fetch(`extension/${manifest.browser.replace("./", "")}`)).text();
      await editor.activate(script, `${location.origin}/extension`);
      Object.assign(globalThis, { starts: () => starts });
    },
    { manifest: JSON.parse(packed.get("extension/package.json")!.toString()) },
  );
  await expect.poll(() => page.evaluate(() => (globalThis as any).starts())).toBe(3);
  expect(await page.evaluate(() => editor.log.filter((it: string) => it.startsWith("error")))).toEqual(["error: internal error: on purpose", "error: internal error: on purpose"]);
});

/** Starts the extension on a project. */
async function activate(page: Page, project: Record<string, string>) {
  await host(page);
  await page.evaluate(
    async ({ project, source, manifest }) => {
      editor.source = source;
      for (const [name, text] of Object.entries(project)) editor.files.set(`memfs://owner/project/${name}`, text);
      for (const name of ["dist/web/server.wasm", "dist/page/index.html"]) {
        editor.files.set(`${location.origin}/extension/${name}`, new Uint8Array(await (await fetch(`extension/${name}`)).arrayBuffer()));
      }
      vscode.workspace.workspaceFolders = [{ uri: vscode.Uri.parse("memfs://owner/project"), name: "project", index: 0 }];
      const script = await (await fetch(`extension/${manifest.browser.replace("./", "")}`)).text();
      await editor.activate(script, `${location.origin}/extension`);
      document.body.style.cssText = "margin: 0";
    },
    { project, source, manifest: JSON.parse(packed.get("extension/package.json")!.toString()) },
  );
}

test("T8: the designer edits a document of VS Code, and follows it", async ({ page }) => {
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && console.log(message.text()));
  await activate(page, PROJECT);
  await page.addStyleTag({ content: "iframe { width: 1200px; height: 800px; border: 0 }" });
  const uri = "memfs://owner/project/shop.yaml";
  const text = () => page.evaluate((uri) => editor.files.get(uri), uri);
  await page.evaluate(async (uri) => {
    await editor.open(uri);
    await vscode.commands.executeCommand("limn.openDiagram");
  }, uri);
  const frame = page.frameLocator("iframe");
  const card = (name: string) => frame.locator(`g.card[aria-label^="${name}, "]`);
  await expect(card("server")).toBeVisible({ timeout: 20_000 * patience });
  // The types of the imported file are known.
  await expect(frame.getByText("No errors")).toBeVisible();
  await expect(card("web")).toHaveAttribute("aria-label", /Web/);
  // One step of undo for a gesture, and the smallest edit.
  const press = async (name: string) => {
    const box = (await card(name).locator("text").first().boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
  await press("server");
  await expect.poll(() => page.evaluate(() => editor.revealed?.start.line)).toBe(8);
  await page.keyboard.press("Delete");
  await expect.poll(text).toBe(PROJECT["shop.yaml"].slice(0, PROJECT["shop.yaml"].indexOf("      requirements")));
  expect(await page.evaluate(() => editor.edits)).toEqual([[["replace", "/project/shop.yaml", ""]]]);
  await frame.getByTitle("Undo (Ctrl+Z)").click();
  await expect.poll(text).toBe(PROJECT["shop.yaml"]);
  await expect(card("server")).toBeVisible();
  // Another program changes the file of the types.
  await page.evaluate(async () => {
    const uri = "memfs://owner/project/types/web.yaml";
    editor.files.set(uri, editor.files.get(uri).replace("shop.Web", "shop.Other"));
    await editor.fire("pattern.change", vscode.Uri.parse(uri));
  });
  await expect(frame.getByText("No errors")).toHaveCount(0);
  // Typing and the caret.
  await page.evaluate((text) => editor.designed.change(text), PROJECT["shop.yaml"].replaceAll("server", "machine"));
  await expect(card("machine")).toBeVisible();
  await page.evaluate((offset) => editor.move(offset), PROJECT["shop.yaml"].indexOf("web:\n"));
  await expect(frame.getByRole("textbox", { name: "Name" }).first()).toHaveValue("web");
  expect(await page.evaluate(() => editor.messages)).toEqual([]);
});
