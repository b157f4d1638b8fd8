// Loads the second part of the program. A release build is split in two (src/ui/build/split.mjs): the first part starts the page and draws the
// first diagram, then the second is fetched. A function of the second part that is called earlier loads it at once, while the page waits.
// The second part is a list of modules, of which each uses what those before it export.
// Used by the page (boot.js) and by the analysis worker (worker.js). A classic script, so that both can load it beside other files.
(() => {
  /** The addresses of the second part (none: the program is in one piece), its bytes or compiled modules, and the exports of the first part. */
  let addresses, bytes, modules, exports, failed;
  let isLinked = false;
  let isFetched = false;
  let arrived;
  const arrival = new Promise((resolve) => (arrived = resolve));

  function keep(compiled) {
    modules ??= compiled;
    bytes = undefined;
    arrived(modules);
  }

  /** The bytes, while the page waits. A synchronous request of a page gives text only, so each character is a byte. */
  function request(address) {
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

  async function fetchAndCompile(address) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`failed to fetch ${address}: ${response.status} ${response.statusText}`);
    const isTyped = response.headers.get("Content-Type") === "application/wasm";
    return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
  }

  /** The exports of the first part and of the modules so far, which the next module can use, with those of a new instance. */
  const linked = (found, instance) => Object.assign(found, instance.exports);

  async function fetchAndLink() {
    keep(await Promise.all(addresses.map(fetchAndCompile)));
    // Linked twice if a function was called meanwhile, which does no harm: the parts share all state.
    const found = { ...exports };
    for (const module of modules) linked(found, await WebAssembly.instantiate(module, { "": found }));
    isLinked = true;
  }

  globalThis.limnParts = {
    /**
     * `compiled`, `stored`: the second part is there already, as modules or as the bytes of each. `missing(error, exports)` is called if it can't be
     * loaded.
     */
    prepare(second) {
      ({ addresses, compiled: modules, stored: bytes, missing: failed } = second);
    },

    /** The program gives what the second part uses. Returns whether to load it at once. */
    attach(first) {
      exports = first;
      return Boolean(modules);
    },

    /** Loads the second part, for a function that is called before it is there. */
    load() {
      if (isLinked) return;
      try {
        keep(modules ?? (bytes ?? addresses.map(request)).map((bytes) => new WebAssembly.Module(bytes)));
        const found = { ...exports };
        for (const module of modules) linked(found, new WebAssembly.Instance(module, { "": found }));
        isLinked = true;
      } catch (error) {
        failed(error, exports);
        throw error;
      }
    },

    /** Fetches the second part as soon as the page is idle; tries again where the connection fails. */
    async fetch() {
      if (!addresses?.length || isFetched) return;
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
    modules: () => (addresses?.length ? arrival : Promise.resolve()),
  };
})();
