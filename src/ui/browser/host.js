// Connection of an embedded page to its host: see host.rs. Bundled with the text editor's script.

export function isEmbedded() {
  return document.documentElement.hasAttribute("data-embedded") || (parent !== window && location.search === "?embedded");
}

/** Calls `on` with each message of the host, as JSON. Returns a function that sends JSON to it; without a host, nothing. */
export function connectHost(on) {
  // In a webview of VS Code, the host is its extension.
  const code = globalThis.acquireVsCodeApi?.();
  if (!code && parent === window) return undefined;
  addEventListener("message", ({ data, source }) => {
    // Other pages must not change the files.
    if (data?.limn && (source === parent || source === window)) on(JSON.stringify(data));
  });
  return (text) => {
    const message = JSON.parse(text);
    // The host gave the page its files: a page that replaces it gets no more than it had.
    if (code) code.postMessage(message);
    else parent.postMessage(message, "*");
  };
}

/** A worker for a module script. One of another origin, as in a webview, is imported by a script of this one. */
export function startWorker(address) {
  const isOwn = new URL(address).origin === location.origin;
  const importing = () => URL.createObjectURL(new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" }));
  return new Worker(isOwn ? address : importing(), { type: "module" });
}
