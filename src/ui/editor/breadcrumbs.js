// The keys around the caret, outermost first, in a row above the text. A click goes to one.
import { syntaxTree } from "@codemirror/language";
import { EditorView, showPanel } from "@codemirror/view";

/** The keys around a position, outermost first: text and position. */
function around(state, position) {
  const found = [];
  const { from, text } = state.doc.lineAt(position);
  const start = Math.max(position, from + /^\s*/.exec(text)[0].length);
  const side = /^$|\s$/.test(text.slice(0, start - from)) ? 1 : -1;
  for (let node = syntaxTree(state).resolveInner(start, side); node; node = node.parent) {
    const key = node.name === "Pair" && node.getChild("Key");
    if (key) found.push({ text: state.sliceDoc(key.from, Math.min(key.to, key.from + 60)), at: key.from });
  }
  return found.reverse();
}

const panel = (fileOf) => (view) => {
  const dom = document.createElement("nav");
  dom.className = "limn-breadcrumbs";
  dom.setAttribute("aria-label", "Keys around the caret");
  let written = "";
  const write = ({ state }) => {
    const keys = [{ text: fileOf().split("/").pop(), at: 0 }, ...around(state, state.selection.main.head)];
    const now = JSON.stringify(keys);
    if (now === written) return;
    written = now;
    dom.replaceChildren(
      ...keys.map(({ text, at }) => {
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: text, title: text });
        button.addEventListener("click", () => {
          view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }), userEvent: "select" });
          view.focus();
        });
        return button;
      }),
    );
    // The innermost keys are the ones that are seen.
    dom.scrollLeft = dom.scrollWidth;
  };
  write(view);
  let tree = null;
  const update = ({ docChanged, selectionSet, view }) => {
    const parsed = syntaxTree(view.state);
    if (docChanged || selectionSet || parsed !== tree) write(view);
    tree = parsed;
  };
  return { dom, update, top: true };
};

/** `fileOf()` is the current name of the file. */
export const breadcrumbs = (fileOf) => showPanel.of(panel(fileOf));
