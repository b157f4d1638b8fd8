// Connection of an embedded page to its host: see host.rs. Bundled with the text editor's script.

export function isEmbedded() {
  return document.documentElement.hasAttribute("data-embedded") || (parent !== window && new URLSearchParams(location.search).has("embedded"));
}

/** Returns true if the host gets all keys: a webview of VS Code passes them on, other frames keep theirs. */
export function getsKeys() {
  return "acquireVsCodeApi" in globalThis;
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

/** A worker for a module script. In a webview, scripts have another origin, and workers cannot import them: their texts become scripts of this one. */
export function startWorker(address) {
  const isOwn = new URL(address).origin === location.origin;
  const script = () => URL.createObjectURL(new Blob([`(${importTexts})(${JSON.stringify(address)});`], { type: "text/javascript" }));
  return new Worker(isOwn ? address : script(), { type: "module" });
}

/** Runs in the worker, as a text of its own: fetches and runs `worker.js` and what it imports. */
async function importTexts(address) {
  const early = [];
  const keep = (event) => early.push(event.data);
  addEventListener("message", keep);
  const run = (text) => import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  const textOf = async (name) => (await fetch(new URL(name, address))).text();
  globalThis.limnImport = async (name) => run(await textOf(name));
  const [parts, worker] = await Promise.all([textOf("parts.js"), textOf("worker.js")]);
  await run(parts);
  await run(worker.replace(/import\s*"[^"]*";?/, ""));
  removeEventListener("message", keep);
  for (const data of early) dispatchEvent(new MessageEvent("message", { data }));
}
