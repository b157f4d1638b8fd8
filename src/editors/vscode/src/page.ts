// Limn's page as a webview: a webview has an origin of its own, and its files come from another one.

/** `index.html` of the page for a webview: its files are at `address`, which the policy of the webview calls `source`. */
export function embeddedPage(html: string, address: string, source: string): string {
  const policy = [
    "default-src 'none'",
    `script-src ${source} 'wasm-unsafe-eval' blob:`,
    `style-src ${source}`,
    `img-src ${source} data: blob:`,
    `font-src ${source}`,
    `connect-src ${source}`,
    "worker-src blob:",
    `base-uri ${source}`,
    "form-action 'none'",
  ].join("; ");
  return (
    html
      .replace(/<html /, "<html data-embedded ")
      .replace(/(<meta http-equiv="Content-Security-Policy" content=")[^"]*/, `$1${policy}`)
      .replace(/<base href="[^"]*"/, `<base href="${address}/"`)
      // No service worker, and no installation.
      .replace(/<meta name="offline"[^>]*>/, "")
      .replace(/<link rel="manifest"[^>]*>/, "")
      // Checksums need a request with CORS, which scripts and styles of a webview are not.
      .replace(/ integrity="[^"]*"/g, "")
  );
}
