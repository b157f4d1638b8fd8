// The page's second thread: the same program as the page, where it finds no window and does nothing but look at texts.
// The page names the file to load, which its build has named, and hands over the program that it has compiled already.
addEventListener(
  "message",
  async ({ data: { glue, module } }) => {
    try {
      const { default: init } = await import(glue);
      await init({ module_or_path: module });
    } catch (error) {
      console.warn("the second thread did not start:", error);
      postMessage("gone");
    }
  },
  { once: true },
);
