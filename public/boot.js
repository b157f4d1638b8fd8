// Starts the page. A file of its own, so that the Content-Security-Policy needs no exception for an inline script;
// Trunk writes the names of the two files it loads into this script's data- attributes.
const script = document.querySelector("script[data-wasm]");
const { default: init } = await import(new URL(script.dataset.js, document.baseURI).href);
await init({ module_or_path: new URL(script.dataset.wasm, document.baseURI) });

// Only a release build names a service worker. A development build removes one that an earlier build left at this address.
const offline = document.querySelector('meta[name="offline"]');
if ("serviceWorker" in navigator) {
  const { serviceWorker } = navigator;
  // Offline use is a convenience: where it is refused (private windows, plain http), the page works all the same.
  if (offline) serviceWorker.register(new URL(offline.content, document.baseURI)).catch(() => {});
  else for (const registration of await serviceWorker.getRegistrations().catch(() => [])) await registration.unregister();
}
