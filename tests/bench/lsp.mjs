// Latency of language servers over standard input and output: Limn and Red Hat's yaml-language-server (from npm, installed once into `target`) get the
// same keys in the same text of 10,000 lines. For each key: the time until the problems of that text arrive, and, with another key, the time until a
// completion requested right after it arrives; and the processor time of the server for each change, which does not depend on what else runs. The YAML server waits 200 ms for a pause before it checks, so only the completion compares like with like.
//
// `node tests/bench/lsp.mjs [--limn=target/release/limn] [--lines=10000] [--keys=60] [--only=limn,yaml]`

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { install } from "./peer.mjs";
import { record } from "./rows.mjs";
import { SCHEMA, template } from "./template.mjs";

const options = new Map(process.argv.slice(2).map((argument) => argument.replace(/^--/, "").split("=")));
const limn = resolve(options.get("limn") ?? "target/release/limn");
const lines = Number(options.get("lines") ?? 10_000);
const keys = Number(options.get("keys") ?? 60);
const only = (options.get("only") ?? "limn,yaml").split(",");

const PEER = "yaml-language-server@2.0.0";
const folder = mkdtempSync(join(tmpdir(), "limn-lsp-"));

class Server {
  #process;
  #buffer = Buffer.alloc(0);
  #next = 0;
  #answers = new Map();
  #waiting = [];

  constructor(command, parameters, settings) {
    this.settings = settings;
    this.#process = spawn(command, parameters, { stdio: ["pipe", "pipe", "ignore"] });
    this.#process.stdout.on("data", (data) => this.#read(data));
  }

  /** Processor time so far, in milliseconds; undefined where the system does not say. */
  cpu() {
    try {
      const fields = readFileSync(`/proc/${this.#process.pid}/stat`, "utf8").split(") ")[1].split(" ");
      return (Number(fields[11]) + Number(fields[12])) * 10;
    } catch {
      return undefined;
    }
  }

  #read(data) {
    this.#buffer = Buffer.concat([this.#buffer, data]);
    for (;;) {
      const end = this.#buffer.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/content-length: *(\d+)/i.exec(this.#buffer.subarray(0, end).toString())[1]);
      if (this.#buffer.length < end + 4 + length) return;
      const message = JSON.parse(this.#buffer.subarray(end + 4, end + 4 + length).toString());
      this.#buffer = this.#buffer.subarray(end + 4 + length);
      this.#handle(message);
    }
  }

  #handle(message) {
    if (message.method && message.id !== undefined) {
      const result = message.method === "workspace/configuration" ? message.params.items.map(({ section }) => this.settings[section] ?? null) : null;
      this.#send({ id: message.id, result });
    } else if (message.method) {
      const heard = this.#waiting.filter(({ method, accepts }) => method === message.method && accepts(message.params));
      this.#waiting = this.#waiting.filter((it) => !heard.includes(it));
      heard.forEach(({ done }) => done(message.params));
    } else {
      this.#answers.get(message.id)?.(message);
      this.#answers.delete(message.id);
    }
  }

  #send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.#process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.#process.stdin.write(body);
  }

  notify(method, params) {
    this.#send({ method, params });
  }

  ask(method, params) {
    this.#next += 1;
    const id = this.#next;
    const answer = new Promise((done, failed) => {
      this.#answers.set(id, ({ result, error }) => (error ? failed(new Error(`${method}: ${error.message}`)) : done(result)));
    });
    this.#send({ id, method, params });
    return answer;
  }

  hear(method, accepts) {
    return new Promise((done) => this.#waiting.push({ method, accepts, done }));
  }

  async end() {
    await this.ask("shutdown", null);
    this.notify("exit", null);
    this.#process.stdin.end();
  }
}

const at = (line, character) => ({ line, character });

async function measure(name, server) {
  const path = join(folder, `${name}.yaml`);
  const text = template(lines);
  writeFileSync(path, text);
  const uri = pathToFileURL(path).href;
  const split = text.split("\n");
  await server.ask("initialize", {
    processId: process.pid,
    rootUri: null,
    capabilities: { workspace: { configuration: true }, textDocument: { publishDiagnostics: { versionSupport: true }, completion: { completionItem: { snippetSupport: true } } } },
  });
  server.notify("initialized", {});
  server.notify("workspace/didChangeConfiguration", { settings: server.settings });
  let version = 1;
  const report = () => server.hear("textDocument/publishDiagnostics", (it) => it.uri === uri && (it.version === undefined || it.version === version));
  let next = report();
  server.notify("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version, text } });
  await next;
  const change = (range, inserted) => {
    version += 1;
    server.notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ range, text: inserted }] });
  };
  // Places all over the text, the same for every server.
  const types = split.flatMap((line, number) => (line.startsWith("      type: shop.Node") ? [number] : []));
  const pick = (n) => types[(n * 7919) % types.length];
  const times = { problems: [], completion: [] };
  let offered = 0;
  const [cpu, first] = [server.cpu(), version];
  for (let n = 0; n < keys; n += 1) {
    const line = pick(n);
    const end = split[line].length;
    // A key in a type's name, and back.
    next = report();
    const started = performance.now();
    change({ start: at(line, end), end: at(line, end) }, "x");
    await next;
    times.problems.push(performance.now() - started);
    next = report();
    change({ start: at(line, end), end: at(line, end + 1) }, "");
    await next;
    // A key on a line of its own, and the keys that can be there.
    change({ start: at(line, end), end: at(line, end) }, "\n      d");
    const asked = performance.now();
    const found = await server.ask("textDocument/completion", { textDocument: { uri }, position: at(line + 1, 7) });
    times.completion.push(performance.now() - asked);
    offered += (found?.items ?? found ?? []).length;
    next = report();
    change({ start: at(line, end), end: at(line + 1, 7) }, "");
    await next;
  }
  const spent = cpu === undefined ? undefined : (server.cpu() - cpu) / (version - first);
  await server.end();
  const quantile = (all, part) => [...all].sort((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * part))].toFixed(1).padStart(7);
  results.set(name, Object.fromEntries(Object.entries(times).map(([what, all]) => [what, [Number(quantile(all, 0.5)), Number(quantile(all, 0.95))]])));
  for (const [what, all] of Object.entries(times)) {
    console.log(`${name.padEnd(22)} ${what.padEnd(10)} p50 ${quantile(all, 0.5)} ms   p95 ${quantile(all, 0.95)} ms`);
  }
  console.log(`${name.padEnd(22)} ${(offered / keys).toFixed(1)} completions at a time${spent === undefined ? "" : `, ${spent.toFixed(1)} ms of processor time for each change`}`);
}

/** The YAML server's program; undefined where npm cannot install it. */
function peer() {
  const modules = install("yaml-language-server", [PEER]);
  return modules && join(modules, "yaml-language-server/bin/yaml-language-server");
}

/** Medians and 95th percentiles of each server. */
const results = new Map();

try {
  console.log(`${template(lines).split("\n").length} lines, ${(template(lines).length / 1024).toFixed(0)} KiB, ${keys} keys`);
  if (only.includes("limn")) await measure("limn", new Server(limn, ["lsp"], { limn: { codeLens: false } }));
  const program = only.includes("yaml") ? peer() : undefined;
  if (program) {
    const schema = join(folder, "schema.json");
    writeFileSync(schema, JSON.stringify(SCHEMA));
    const yaml = { validate: true, completion: true, hover: true, schemaStore: { enable: false }, schemas: { [pathToFileURL(schema).href]: "*.yaml" } };
    await measure("yaml-language-server", new Server(process.execPath, [program, "--stdio"], { yaml }));
  } else if (only.includes("yaml")) {
    console.log("skipped: yaml-language-server cannot be installed");
  }
  const [own, other] = [results.get("limn"), results.get("yaml-language-server")];
  const rows = Object.entries(own ?? {}).flatMap(([what, values]) =>
    ["median", "p95"].map((part, at) => ({ what: `${lines} lines, ${what}, ${part}`, limn: values[at], peer: other?.[what]?.[at], name: "yaml-language-server", unit: "ms" })),
  );
  if (rows.length > 0) record("lsp", rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
