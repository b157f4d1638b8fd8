// The extension of VS Code on a desktop: the language server is the command line `limn`.

import * as vscode from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import { Extension, type Host } from "./run";

const path = () => vscode.workspace.getConfiguration("limn").get<string>("server.path") || "limn";

const host: Host = {
  client: async (options) => new LanguageClient("limn", "Limn", { command: path(), args: ["lsp"], transport: TransportKind.stdio }, options),
  fault: (error) => ({ message: `Cannot start \`${path()} lsp\`: ${String(error)}`, setting: "limn.server.path" }),
  settings: ["limn.server.path"],
  schemes: ["file", "untitled"],
};

let extension: Extension | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  extension = new Extension(context, host);
  await extension.start();
}

export async function deactivate(): Promise<void> {
  await extension?.stop();
}
