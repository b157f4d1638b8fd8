// The extension of VS Code in a browser: the language server runs in a worker, and gets the files of the workspace from here.

import * as vscode from "vscode";
import { LanguageClient, State } from "vscode-languageclient/browser";
import { type Change, Files } from "./files";
import { Extension, type Host } from "./run";
import { toServer, toWorkspace } from "./uris";

/** Maximum number of times that a failed server is started again. */
const MAX_RESTARTS = 4;

let extension: Extension | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  let restarts = 0;
  const part = (name: string) => vscode.Uri.joinPath(context.extensionUri, "dist", "web", name);
  const host: Host = {
    client: async (options, log) => {
      const wasm = await vscode.workspace.fs.readFile(part("server.wasm"));
      const worker = new Worker(part("server.js").toString(true));
      worker.postMessage({ limn: "start", wasm, manual: vscode.workspace.getConfiguration("limn").get("manual") ?? null });
      const client = new LanguageClient("limn", "Limn", worker, {
        ...options,
        uriConverters: { code2Protocol: (uri) => toServer(uri), protocol2Code: (text) => vscode.Uri.from(toWorkspace(vscode.Uri.parse(text))) },
      });
      const files = new Files(log, (change: Change) => worker.postMessage({ jsonrpc: "2.0", method: "limn/files", params: change }));
      client.onNotification("limn/stopped", async ({ message }: { message: string }) => {
        log.error(message);
        restarts += 1;
        if (restarts <= MAX_RESTARTS) return void extension?.restart();
        void vscode.window.showErrorMessage("Limn has stopped after several internal errors. Run “Limn: Restart Server” to start it again.");
      });
      client.onDidChangeState(({ newState }) => {
        // A worker does not end by itself after a fault.
        if (newState !== State.Stopped && newState !== State.StartFailed) return;
        files.dispose();
        worker.terminate();
      });
      await files.send();
      return client;
    },
    fault: (error) => ({ message: `Cannot start the language server of Limn: ${String(error)}` }),
    settings: ["limn.manual"],
    onRestart: () => (restarts = 0),
    // All schemes but that of definitions.
    schemes: ["untitled", ...new Set((vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.scheme))],
  };
  extension = new Extension(context, host);
  await extension.start();
}

export async function deactivate(): Promise<void> {
  await extension?.stop();
}
