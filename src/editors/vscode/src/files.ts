// The files of a workspace, for the server in a worker and for the designer: what Limn reads is sent, of other files only the names.

import * as vscode from "vscode";
import { toServer } from "./uris";

/** The new state of files, by the server's URIs. */
export interface Change {
  changed: { uri: string; bytes?: Uint8Array; length: number }[];
  removed: string[];
}

/** Files that the server reads. */
const READ = /\.(ya?ml|bom|tosca|json|meta|mf)$|\/limn\.toml$/i;
const SKIPPED = "**/{node_modules,.git,.hg,.svn,_lmctl}/**";
const SKIPPED_PATH = /\/(node_modules|\.git|\.hg|\.svn|_lmctl)(\/|$)/;
const MAX_FILES = 20_000;
/** Larger files are not sent: the server reports that they are too large. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Files that are read at once. */
const PARALLEL = 16;
/** Pause after a change, in which others join it. */
const PAUSE_MS = 50;

/** A file as the server gets it. */
type Sent = Change["changed"][number];

/** The files of all folders, and their changes. */
export class Files implements vscode.Disposable {
  #watcher = vscode.workspace.createFileSystemWatcher("**/*");
  #folders: vscode.Disposable;
  #changed = new Map<string, vscode.Uri>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Files are read and sent one change after the other, so that the last state arrives last. */
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly log: vscode.LogOutputChannel,
    private readonly post: (change: Change) => void,
  ) {
    const later = (uri: vscode.Uri) => this.#later(uri);
    this.#watcher.onDidCreate(later);
    this.#watcher.onDidChange(later);
    this.#watcher.onDidDelete(later);
    this.#folders = vscode.workspace.onDidChangeWorkspaceFolders(() => void this.send());
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#watcher.dispose();
    this.#folders.dispose();
  }

  /** Sends all files. */
  send(): Promise<void> {
    return this.#enqueue(async () => this.#send(await findFiles(undefined, this.log)));
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work).catch((error: unknown) => this.log.error(String(error)));
    return this.#last;
  }

  #later(uri: vscode.Uri): void {
    if (SKIPPED_PATH.test(uri.path)) return;
    this.#changed.set(uri.toString(), uri);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const changed = [...this.#changed.values()];
      this.#changed.clear();
      void this.#enqueue(() => this.#send(changed));
    }, PAUSE_MS);
  }

  /** Sends the state of files, also that they were removed; of a folder, that of its files. */
  async #send(uris: vscode.Uri[]): Promise<void> {
    const read = await readAll(uris, this.log);
    const change: Change = { changed: [...read.values()], removed: [] };
    for (const uri of uris.filter((uri) => !read.has(uri.toString()))) {
      if (!(await isFolder(uri))) change.removed.push(toServer(uri));
      else change.changed.push(...(await readAll(await findFiles(uri, this.log), this.log)).values());
    }
    this.post(change);
  }
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    return (await vscode.workspace.fs.stat(uri)).type === vscode.FileType.Directory;
  } catch {
    return false;
  }
}

/** Returns true if Limn reads the content of a file. */
export function isRead(uri: vscode.Uri): boolean {
  return READ.test(uri.path);
}

/** Files by URI. Folders, and what does not exist or cannot be read, are left out. */
export async function readAll(uris: vscode.Uri[], log: vscode.LogOutputChannel): Promise<Map<string, Sent>> {
  const [waiting, read] = [[...uris], new Map<string, Sent>()];
  const next = async () => {
    for (let uri = waiting.pop(); uri; uri = waiting.pop()) {
      try {
        const sent = await content(uri);
        if (sent) read.set(uri.toString(), sent);
      } catch (error) {
        log.debug(`Cannot read ${uri.toString()}: ${String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, next));
  return read;
}

/** A file with its content if that is read, and it is not too large; nothing for a folder. */
async function content(uri: vscode.Uri): Promise<Sent | undefined> {
  const { size, type } = await vscode.workspace.fs.stat(uri);
  if (type === vscode.FileType.Directory) return undefined;
  if (!isRead(uri) || size > MAX_BYTES) return { uri: toServer(uri), length: isRead(uri) ? size : 0 };
  const bytes = await vscode.workspace.fs.readFile(uri);
  return { uri: toServer(uri), bytes, length: bytes.length };
}

/** The files below a folder, or of the whole workspace. */
export async function findFiles(folder: vscode.Uri | undefined, log: vscode.LogOutputChannel): Promise<vscode.Uri[]> {
  const found = await vscode.workspace.findFiles(folder ? new vscode.RelativePattern(folder, "**/*") : "**/*", SKIPPED, MAX_FILES);
  if (found.length >= MAX_FILES) log.warn(`The workspace has more than ${MAX_FILES} files: Limn knows only some of them.`);
  return found;
}
