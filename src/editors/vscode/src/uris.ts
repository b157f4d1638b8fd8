// URIs of a workspace in a browser, such as `vscode-vfs://github/owner/project/a.yaml`, as the file URIs that the server knows:
// `file:///vscode-vfs/_github/owner/project/a.yaml`.

interface Uri {
  scheme: string;
  authority: string;
  path: string;
}

/** Schemes that the server keeps as they are: they have no folders. */
const KEPT = ["untitled", "limn"];

export function toServer(uri: Uri & { toString(): string }): string {
  if (KEPT.includes(uri.scheme)) return uri.toString();
  const path = uri.path.split("/").map(encodeURIComponent).join("/");
  return `file:///${uri.scheme}/_${encodeURIComponent(uri.authority)}${path}`;
}

/** The parts of the URI of the workspace for a parsed one of the server. */
export function toWorkspace({ scheme, authority, path }: Uri): Uri {
  const found = scheme === "file" ? /^\/([^/]+)\/_([^/]*)(\/.*)?$/s.exec(path) : null;
  return found ? { scheme: found[1]!, authority: found[2]!, path: found[3] ?? "" } : { scheme, authority, path };
}
