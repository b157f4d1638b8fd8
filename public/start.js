// Startup and crash dialogs. Runs before the program: reports a failed start, and shows what to do after a crash. A classic script, because a
// page opened from disk (file://) can't load modules.
(() => {
  const text = (name, content, more = {}) => Object.assign(document.createElement(name), { textContent: content }, more);

  /** Shows a dialog over the page, which is no longer usable. */
  function dialog(title, paragraphs, buttons) {
    const box = document.createElement("dialog");
    box.className = "crash";
    box.setAttribute("aria-labelledby", "crash-title");
    box.append(text("h2", title, { id: "crash-title" }), ...paragraphs);
    const row = text("div", "", { className: "crash-buttons" });
    row.append(...buttons);
    box.append(row);
    box.addEventListener("cancel", (event) => event.preventDefault());
    // Not a button: someone who types could press it by accident.
    Object.assign(box, { tabIndex: -1, autofocus: true });
    document.body.append(box);
    box.showModal();
    // Block all events outside the dialog: the program is in an inconsistent state.
    for (const kind of ["keydown", "keyup", "pointerdown", "pointermove", "pointerup", "click", "dblclick", "wheel", "input", "change", "drop", "paste", "copy", "cut", "beforeunload"])
      window.addEventListener(kind, (event) => box.contains(event.target) || event.stopImmediatePropagation(), { capture: true });
    return box;
  }

  function button(label, press, main) {
    const element = text("button", label, { type: "button", className: main ? "button main" : "button outline" });
    element.addEventListener("click", press);
    return element;
  }

  let shown = false;
  const stored = [];

  /** A button that reloads the page once unsaved changes are stored. `fresh`: without opening the work. */
  function reload(label, fresh) {
    const press = async () => {
      await Promise.all(stored);
      try {
        if (fresh) sessionStorage.setItem("limn.fresh", "true");
      } catch {
        // No storage for this site, so there is no work to leave closed.
      }
      location.reload();
    };
    return button(label, press, !fresh);
  }

  function crash(report) {
    if (shown) return;
    shown = true;
    const whole = `${report}\n\n${navigator.userAgent}\n${new Date().toISOString()}`;
    const details = text("details", "");
    details.append(text("summary", "Report"), text("pre", whole, { tabIndex: 0 }));
    const copy = button("Copy report", async () => {
      try {
        await navigator.clipboard.writeText(whole);
        copy.textContent = "Copied";
      } catch {
        details.open = true;
        getSelection().selectAllChildren(details.lastElementChild);
      }
    });
    dialog(
      "Limn has stopped working",
      [
        text("p", "Limn crashed. Your work is saved in this browser and will be there after you reload."),
        text("p", "If it stops again right after reloading, reload without opening the workspace. You can open or download it from Recent work."),
        details,
      ],
      [reload("Reload"), reload("Reload without opening the workspace", true), copy],
    );
  }

  /** Called by `parts.js` if the second part of the program can't be loaded. `exports`: of the first part, which stores unsaved changes. */
  globalThis.limnIncomplete = (error, exports) => {
    if (shown) return;
    shown = true;
    console.warn("the second part of the program can't be loaded:", error);
    exports.limnStop();
    dialog(
      "Limn could not be loaded completely",
      [
        text("p", "Part of Limn could not be fetched. You may be offline, or the server may have a newer version."),
        text("p", "Your work is saved in this browser and will be there after you reload."),
      ],
      [reload("Reload")],
    );
  };

  /** Called by the program's panic hook: first with a report, then with unsaved changes. */
  globalThis.limnCrashed = (report, key, left) => {
    if (report) crash(report);
    if (!key) return;
    stored.push(
      new Promise((done) => {
        const request = indexedDB.open("limn-left");
        request.onerror = done;
        request.onsuccess = () => {
          try {
            const transaction = request.result.transaction("journal", "readwrite");
            transaction.objectStore("journal").put(left, key);
            transaction.oncomplete = transaction.onabort = done;
          } catch {
            done();
          }
        };
        // A reload waits no longer than this for an unresponsive store.
        setTimeout(done, 1000);
      }),
    );
  };

  // Files that are dropped before the program listens would replace the page: they are dropped again once it has started.
  let files = [];
  const early = new AbortController();
  const takeFiles = (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    if (event.type === "drop") files.push(...event.dataTransfer.files);
  };
  for (const kind of ["dragover", "drop"]) window.addEventListener(kind, takeFiles, { signal: early.signal });

  /** Called by `boot.js` once the program listens. */
  globalThis.limnStarted = () => {
    early.abort();
    if (!files.length) return;
    const dataTransfer = new DataTransfer();
    for (const file of files) dataTransfer.items.add(file);
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  };

  // An uncaught error inside WebAssembly is as bad as a panic.
  window.addEventListener("error", ({ error }) => {
    if (error instanceof WebAssembly.RuntimeError || /\.wasm|wasm-function/.test(error?.stack ?? "")) crash(String(error.stack ?? error));
  });

  if (location.protocol === "file:")
    addEventListener("DOMContentLoaded", () => {
      const code = text("code", "python3 -m http.server --directory dist");
      const how = text("p", "Serve the folder and open the address that is printed, for example: ");
      how.append(code);
      const main = text("main", "", { className: "cannot-start" });
      main.append(
        text("h1", "Limn can't run from a file"),
        text("p", "Browsers don't load WebAssembly programs from file:// addresses. Limn always runs entirely in your browser and sends nothing anywhere."),
        how,
        text("p", "From the source folder, “make serve” or “trunk serve” does the same."),
      );
      document.body.append(main);
    });
})();
