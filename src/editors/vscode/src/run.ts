// The extension on a desktop and in a browser: starts a client of the language server, and registers commands.

import * as vscode from "vscode";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";
import { Designer } from "./designer";

/** Start of the language server: as a process, or in a worker of a browser. */
export interface Host {
  /** A client that has not started yet. */
  client(options: LanguageClientOptions, log: vscode.LogOutputChannel): Promise<BaseLanguageClient>;
  /** The message for a server that cannot be started, and the setting that may be wrong. */
  fault(error: unknown): { message: string; setting?: string };
  /** Settings that need a new server. */
  settings: string[];
  /** Schemes of the documents that the server checks. */
  schemes: string[];
  /** Called when the user restarts the server. */
  onRestart?: () => void;
}

/** Time that a client has to start before another one can, in milliseconds. */
const START_TIMEOUT_MS = 10_000;

/** Scheme of definitions that are in no file: the server has their texts. */
const DEFINITIONS = "limn";

export class Extension {
  #client: BaseLanguageClient | undefined;
  /** Settles when the client has started, or could not. */
  #started: Promise<void> = Promise.resolve();
  #restarted: Promise<void> = Promise.resolve();
  #log: vscode.LogOutputChannel;

  constructor(
    context: vscode.ExtensionContext,
    private readonly host: Host,
  ) {
    this.#log = vscode.window.createOutputChannel("Limn", { log: true });
    context.subscriptions.push(
      this.#log,
      vscode.window.registerCustomEditorProvider(Designer.type, new Designer(context, this.#log), {
        webviewOptions: { retainContextWhenHidden: true },
        supportsMultipleEditorsPerDocument: true,
      }),
    );

    const command = (name: string, run: (...parameters: never[]) => unknown) => {
      context.subscriptions.push(vscode.commands.registerCommand(name, run));
    };
    command("limn.openDiagram", () => {
      const editor = vscode.window.activeTextEditor;
      return editor ? openDesigner(editor.document.uri) : vscode.window.showInformationMessage("Open a descriptor to see its diagram.");
    });
    // Commands of code lenses.
    command("limn.showDiagram", (uri: string) => openDesigner(this.#uri(uri)));
    command("limn.showReferences", (uri: string, position: Position, locations: { uri: string; range: Range }[]) =>
      vscode.commands.executeCommand(
        "editor.action.showReferences",
        this.#uri(uri),
        new vscode.Position(position.line, position.character),
        locations.map((it) => new vscode.Location(this.#uri(it.uri), rangeOf(it.range))),
      ),
    );
    command("limn.fixAll", () => vscode.commands.executeCommand("editor.action.codeAction", { kind: "source.fixAll.limn", apply: "first" }));
    command("limn.showLog", () => this.#log.show());
    command("limn.restart", () => {
      this.host.onRestart?.();
      return this.restart();
    });

    context.subscriptions.push(
      vscode.workspace.registerTextDocumentContentProvider(DEFINITIONS, {
        provideTextDocumentContent: async (uri) => (await this.#client?.sendRequest<{ text: string }>("limn/definition", { uri: uri.toString() }))?.text,
      }),
      vscode.workspace.onDidChangeConfiguration(async (event) => {
        if (this.host.settings.some((setting) => event.affectsConfiguration(setting))) await this.restart();
      }),
    );
  }

  async start(): Promise<void> {
    const settings = vscode.workspace.getConfiguration("limn");
    const options: LanguageClientOptions = {
      documentSelector: this.host.schemes.flatMap((scheme) => [
        { scheme, language: "yaml" },
        { scheme, pattern: "**/*.{yaml,yml,bom,tosca,meta,mf}" },
        { scheme, pattern: "**/limn.toml" },
      ]),
      outputChannel: this.#log,
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
    try {
      this.#client = await this.host.client(options, this.#log);
      this.#started = this.#client.start();
      await this.#started;
    } catch (error) {
      this.#client = undefined;
      const { message, setting } = this.host.fault(error);
      const choice = await vscode.window.showErrorMessage(message, ...(setting ? ["Open Setting"] : []), "Show Log");
      if (choice === "Open Setting") await vscode.commands.executeCommand("workbench.action.openSettings", setting);
      if (choice === "Show Log") this.#log.show();
    }
  }

  async stop(): Promise<void> {
    const running = this.#client;
    this.#client = undefined;
    // A client that starts cannot be stopped. One that never starts is left.
    await Promise.race([this.#started.catch(() => {}), new Promise((done) => setTimeout(done, START_TIMEOUT_MS))]);
    // A server that has failed does not answer.
    await running?.stop().catch((error: unknown) => this.#log.warn(String(error)));
  }

  /** Restarts one after the other. */
  restart(): Promise<void> {
    this.#restarted = this.#restarted.then(async () => {
      await this.stop();
      await this.start();
    });
    return this.#restarted;
  }

  /** A URI of the server. */
  #uri(text: string): vscode.Uri {
    return this.#client?.protocol2CodeConverter.asUri(text) ?? vscode.Uri.parse(text);
  }
}

function openDesigner(uri: vscode.Uri): Thenable<unknown> {
  return vscode.commands.executeCommand("vscode.openWith", uri, Designer.type, vscode.ViewColumn.Beside);
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
