// Starts the page. A separate file, so that the Content-Security-Policy needs no exception for an inline script;
// the build writes the names of the files to load into this script's data- attributes.
const script = document.querySelector("script[data-wasm]");
const { default: init } = await import(new URL(script.dataset.js, document.baseURI).href);
const second = (script.dataset.second ?? "").split(" ").filter(Boolean).map((address) => new URL(address, document.baseURI).href);
const [first, bytes] = await Promise.all([fetch(new URL(script.dataset.wasm, document.baseURI)), stored(second)]);
limnParts.prepare({ addresses: second, stored: bytes, missing: limnIncomplete });
await init({ module_or_path: arriving(first) });
document.querySelector(".boot")?.remove();
limnStarted();
// The program asks for its second part once it has shown the stored work, unless the store does not open.
setTimeout(() => limnParts.fetch(), 3000);

/** The second part as the service worker has it: it does not answer a request that the page waits for, so the bytes are taken beforehand. */
async function stored(addresses) {
  if (addresses.length === 0 || !navigator.serviceWorker?.controller) return undefined;
  const responses = await Promise.all(addresses.map((address) => fetch(address).catch(() => undefined)));
  return responses.every((response) => response?.ok) ? Promise.all(responses.map((response) => response.arrayBuffer())) : undefined;
}

/** The same response; the progress bar shows how much of it has arrived. A development build doesn't know its size, and shows that something does. */
function arriving(response) {
  const bar = document.querySelector(".boot progress");
  const size = Number(script.dataset.size);
  if (!bar || !size || !response.ok || !response.body) return response;
  let arrived = 0;
  const counted = new TransformStream({
    transform(chunk, controller) {
      arrived += chunk.byteLength;
      bar.value = Math.min(arrived / size, 1);
      controller.enqueue(chunk);
    },
  });
  // Streaming compilation requires this content type.
  return new Response(response.body.pipeThrough(counted), { headers: { "Content-Type": "application/wasm" } });
}

// Only a release build has a service worker. A development build removes one left by an earlier build at this address.
const offline = document.querySelector('meta[name="offline"]');
if ("serviceWorker" in navigator) {
  const { serviceWorker } = navigator;
  // Offline use is optional: without it (private windows, plain http) the page works the same.
  // It fetches all files, so it comes after what the page itself fetches.
  if (offline) limnParts.modules().then(() => serviceWorker.register(new URL(offline.content, document.baseURI))).catch(() => {});
  else for (const registration of await serviceWorker.getRegistrations().catch(() => [])) await registration.unregister();
}
