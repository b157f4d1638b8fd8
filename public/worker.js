// Analysis worker: runs the same program as the page; without a window it only analyzes texts.
// The page sends the name of the script, which the build chose, and the WebAssembly modules it has compiled already.
import "./parts.js";

addEventListener(
  "message",
  async ({ data: { glue, module, second } }) => {
    try {
      limnParts.prepare({ compiled: second, missing: () => {} });
      // In a webview, by its text: see src/ui/browser/host.js.
      const { default: init } = await (globalThis.limnImport?.(glue) ?? import(glue));
      await init({ module_or_path: module });
    } catch (error) {
      console.warn("the analysis worker failed to start:", error);
      postMessage("gone");
    }
  },
  { once: true },
);
