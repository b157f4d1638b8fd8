// The script of the worker: starts the server, and passes messages between it and the editor. Messages that arrive together are handled together.

import { initSync, Server } from "limn-glue";

/** The first message: the server's program, and the address of the manual of checks. */
interface Start {
  limn: "start";
  wasm: Uint8Array<ArrayBuffer>;
  manual: string | null;
}

/** Parameters of `limn/files`: the new state of files by `file:` URI. Without `bytes`, only the name of a file matters, or it is too large. */
interface Files {
  changed: { uri: string; bytes?: Uint8Array; length?: number }[];
  removed: string[];
}

interface Message {
  jsonrpc: "2.0";
  id?: number | string;
  method?: string;
  params?: unknown;
}

interface Scope {
  onmessage: ((event: { data: Message | Start }) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}

const scope = self as unknown as Scope;
let server: Server | undefined;
let queue: Message[] = [];
let scheduled = false;
/** The reason why the server could not start: each request fails with it. */
let fault: string | undefined;

scope.onmessage = ({ data }) => {
  if ("limn" in data) {
    try {
      initSync({ module: data.wasm });
      server = new Server(data.manual ?? undefined);
    } catch (error) {
      fault = textOf(error);
    }
  } else {
    queue.push(data);
  }
  if ((server || fault) && queue.length > 0 && !scheduled) {
    scheduled = true;
    setTimeout(flush);
  }
};

function flush(): void {
  scheduled = false;
  const messages = queue;
  queue = [];
  if (fault) return refuse(messages, fault);
  try {
    const texts: string[] = [];
    for (const message of messages) {
      if (message.method === "limn/files") changeFiles(message.params as Files);
      else texts.push(JSON.stringify(message));
    }
    for (const text of server!.handle(texts)) {
      scope.postMessage({ jsonrpc: "2.0", ...JSON.parse(text) });
    }
  } catch (error) {
    stop(messages, error);
  }
  if (messages.some((message) => message.method === "exit")) scope.close();
}

/** Passes changes of files to the server, which applies them before the next messages. */
function changeFiles({ changed, removed }: Files): void {
  for (const uri of removed) server!.remove(uri);
  for (const { uri, bytes, length } of changed) server!.put(uri, bytes ?? new Uint8Array(), length ?? bytes?.length ?? 0);
}

/** Ends after a fault of the server: requests fail, and the editor can start another worker. */
function stop(messages: Message[], error: unknown): void {
  const text = textOf(error);
  refuse(messages, text);
  scope.postMessage({ jsonrpc: "2.0", method: "limn/stopped", params: { message: text } });
  scope.close();
}

/** Answers requests with an error. */
function refuse(messages: Message[], message: string): void {
  for (const { id, method } of messages) {
    if (id !== undefined && method) scope.postMessage({ jsonrpc: "2.0", id, error: { code: -32603, message } });
  }
}

function textOf(error: unknown): string {
  return `internal error: ${error instanceof Error ? error.message : String(error)}`;
}
