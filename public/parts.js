// Loads the second part of the program. A release build is split in two (src/ui/build/split.mjs): the first part starts the page and draws the
// first diagram, then the second is fetched. A function of the second part that is called earlier loads it at once, while the page waits.
// Used by the page (boot.js) and by the analysis worker (worker.js). A classic script, so that both can load it beside other files.
(() => {
  /** The address of the second part (undefined: the program is in one piece), its bytes or compiled module, and the exports of the first part. */
  let address, bytes, module, exports, failed;
  let isLinked = false;
  let isFetched = false;
  let arrived;
  const arrival = new Promise((resolve) => (arrived = resolve));

  function keep(compiled) {
    module ??= compiled;
    bytes = undefined;
    arrived(module);
  }

  /** The bytes, while the page waits. A synchronous request of a page gives text only, so each character is a byte. */
  function request() {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.send();
    if (request.status !== 200) throw new Error(`failed to fetch ${address}: ${request.status} ${request.statusText}`);
    // Not `Uint8Array.from`: its iterator takes a second for this many bytes. The array keeps the lowest byte of each character.
    const text = request.responseText;
    const read = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at++) read[at] = text.charCodeAt(at);
    return read;
  }

  async function fetchAndLink() {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`failed to fetch ${address}: ${response.status} ${response.statusText}`);
    const isTyped = response.headers.get("Content-Type") === "application/wasm";
    keep(await (isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer())));
    // Linked twice if a function was called meanwhile, which does no harm: the parts share all state.
    await WebAssembly.instantiate(module, { "": exports });
    isLinked = true;
  }

  globalThis.limnParts = {
    /** `compiled`, `stored`: the second part is there already, as a module or as bytes. `missing(error, exports)` is called if it can't be loaded. */
    prepare(second) {
      ({ address, compiled: module, stored: bytes, missing: failed } = second);
    },

    /** The program gives what the second part uses. Returns whether to load it at once. */
    attach(first) {
      exports = first;
      return Boolean(module);
    },

    /** Loads the second part, for a function that is called before it is there. */
    load() {
      if (isLinked) return;
      try {
        keep(module ?? new WebAssembly.Module(bytes ?? request()));
        new WebAssembly.Instance(module, { "": exports });
        isLinked = true;
      } catch (error) {
        failed(error, exports);
        throw error;
      }
    },

    /** Fetches the second part as soon as the page is idle; tries again where the connection fails. */
    async fetch() {
      if (!address || isFetched) return;
      isFetched = true;
      const idle = globalThis.requestIdleCallback ?? ((then) => setTimeout(then, 200));
      await new Promise((then) => idle(then, { timeout: 2000 }));
      for (const pause of [500, 2000, 5000, null]) {
        try {
          if (!isLinked) await fetchAndLink();
          return;
        } catch (error) {
          if (isLinked) return;
          if (pause === null) return failed(error, exports);
          await new Promise((then) => setTimeout(then, pause));
        }
      }
    },

    /** Promise of the compiled second part, for the worker. */
    module: () => (address ? arrival : Promise.resolve()),
  };
})();
