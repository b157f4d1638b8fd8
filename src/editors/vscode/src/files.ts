// The files of a workspace, for the server in a worker and for the designer: what Limn reads is sent, of other files only the names.

import * as vscode from "vscode";
import { toServer } from "./uris";

/** The new state of files, by the server's URIs. */
export interface Change {
  changed: { uri: string; bytes?: Uint8Array; length: number }[];
  removed: string[];
}

/** What the server reads. */
const READ = /\.(ya?ml|bom|tosca|json|meta|mf)$|\/limn\.toml$/i;
const SKIPPED = "**/{node_modules,.git,.hg,.svn,_lmctl}/**";
const MAX_FILES = 20_000;
/** Larger files are not sent: the server says that they are too large. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Files that are read at once. */
const PARALLEL = 16;
/** Pause after a change, in which others join it. */
const PAUSE_MS = 50;

export class Files implements vscode.Disposable {
  #watcher = vscode.workspace.createFileSystemWatcher("**/*");
  #folders: vscode.Disposable;
  #changed = new Map<string, vscode.Uri>();
  #removed = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly log: vscode.LogOutputChannel,
    private readonly post: (change: Change) => void,
  ) {
    this.#watcher.onDidCreate((uri) => this.#later(uri));
    this.#watcher.onDidChange((uri) => this.#later(uri));
    this.#watcher.onDidDelete((uri) => this.#later(uri, true));
    this.#folders = vscode.workspace.onDidChangeWorkspaceFolders(() => void this.send());
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#watcher.dispose();
    this.#folders.dispose();
  }

  /** Sends all files. */
  async send(): Promise<void> {
    const found = await findFiles(undefined, this.log);
    this.post({ changed: await this.#read(found), removed: [] });
  }

  #later(uri: vscode.Uri, isRemoved = false): void {
    const key = uri.toString();
    if (isRemoved) {
      this.#changed.delete(key);
      this.#removed.add(toServer(uri));
    } else {
      this.#changed.set(key, uri);
      this.#removed.delete(toServer(uri));
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#flush(), PAUSE_MS);
  }

  async #flush(): Promise<void> {
    const [changed, removed] = [[...this.#changed.values()], [...this.#removed]];
    this.#changed.clear();
    this.#removed.clear();
    this.post({ changed: await this.#read(changed), removed });
  }

  /** The content of files. Those that cannot be read are left out. */
  async #read(uris: vscode.Uri[]): Promise<Change["changed"]> {
    const [waiting, read]: [vscode.Uri[], Change["changed"]] = [[...uris], []];
    const next = async () => {
      for (let uri = waiting.pop(); uri; uri = waiting.pop()) {
        try {
          read.push(await content(uri));
        } catch (error) {
          this.log.warn(`Cannot read ${uri.toString()}: ${String(error)}`);
        }
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, next));
    return read;
  }
}

/** The files below a folder, or of the whole workspace. */
export async function findFiles(folder: vscode.Uri | undefined, log: vscode.LogOutputChannel): Promise<vscode.Uri[]> {
  const found = await vscode.workspace.findFiles(folder ? new vscode.RelativePattern(folder, "**/*") : "**/*", SKIPPED, MAX_FILES);
  if (found.length >= MAX_FILES) log.warn(`The workspace has more than ${MAX_FILES} files: Limn knows only some of them.`);
  return found;
}

/** A file as the server gets it: with its content if that is read, and it is not too large. */
export async function content(uri: vscode.Uri): Promise<Change["changed"][number]> {
  if (!READ.test(uri.path)) return { uri: toServer(uri), length: 0 };
  const { size, type } = await vscode.workspace.fs.stat(uri);
  if (type === vscode.FileType.Directory) throw new Error("it is a folder");
  if (size > MAX_BYTES) return { uri: toServer(uri), length: size };
  const bytes = await vscode.workspace.fs.readFile(uri);
  return { uri: toServer(uri), bytes, length: bytes.length };
}
