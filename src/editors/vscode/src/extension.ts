// The extension: starts the language server, and opens diagrams.

import * as vscode from "vscode";
import { LanguageClient, TransportKind, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";
import { Diagrams } from "./diagram";

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("Limn", { log: true });
  const diagrams = new Diagrams(() => client);
  context.subscriptions.push(log, diagrams);

  const command = (name: string, run: (...parameters: never[]) => unknown) => {
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  };
  command("limn.openDiagram", () => {
    const editor = vscode.window.activeTextEditor;
    return editor ? diagrams.open(editor.document) : vscode.window.showInformationMessage("Open a descriptor to see its diagram.");
  });
  // Commands of code lenses.
  command("limn.showDiagram", async (uri: string) => diagrams.open(await vscode.workspace.openTextDocument(vscode.Uri.parse(uri))));
  command("limn.showReferences", (uri: string, position: Position, locations: { uri: string; range: Range }[]) =>
    vscode.commands.executeCommand(
      "editor.action.showReferences",
      vscode.Uri.parse(uri),
      new vscode.Position(position.line, position.character),
      locations.map((it) => new vscode.Location(vscode.Uri.parse(it.uri), rangeOf(it.range))),
    ),
  );
  command("limn.fixAll", () => vscode.commands.executeCommand("editor.action.codeAction", { kind: "source.fixAll.limn", apply: "first" }));
  command("limn.renameElement", () => diagrams.rename());
  command("limn.showLog", () => log.show());
  command("limn.restart", async () => {
    await stop();
    await start(log);
  });

  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("limn.server.path")) {
        await stop();
        await start(log);
      }
    }),
  );
  await start(log);
}

export async function deactivate(): Promise<void> {
  await stop();
}

async function start(log: vscode.LogOutputChannel): Promise<void> {
  const settings = vscode.workspace.getConfiguration("limn");
  const path = settings.get<string>("server.path") || "limn";
  const server: ServerOptions = { command: path, args: ["lsp"], transport: TransportKind.stdio };
  const options: LanguageClientOptions = {
    documentSelector: [
      { scheme: "file", language: "yaml" },
      { scheme: "untitled", language: "yaml" },
      { scheme: "file", pattern: "**/*.{yaml,yml,bom,tosca,meta,mf}" },
      { scheme: "file", pattern: "**/limn.toml" },
    ],
    outputChannel: log,
    initializationOptions: {
      profile: settings.get("profile"),
      strict: settings.get("strict"),
      inlayHints: settings.get("inlayHints"),
      codeLens: settings.get("codeLens"),
      manual: settings.get("manual"),
      commands: ["limn.showDiagram", "limn.showReferences"],
    },
    diagnosticCollectionName: "limn",
  };
  client = new LanguageClient("limn", "Limn", server, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const choice = await vscode.window.showErrorMessage(`Cannot start \`${path} lsp\`: ${String(error)}`, "Set Path", "Show Log");
    if (choice === "Set Path") await vscode.commands.executeCommand("workbench.action.openSettings", "limn.server.path");
    if (choice === "Show Log") log.show();
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}

interface Position {
  line: number;
  character: number;
}

interface Range {
  start: Position;
  end: Position;
}

export function rangeOf({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
