// Keeps the lines in view that the first visible lines belong to: their keys, outermost first, as a head over the text. A click goes to a line.
import { syntaxTree } from "@codemirror/language";
import { EditorView, ViewPlugin } from "@codemirror/view";

/** The most lines of the head. */
const MOST = 5;

/** The numbers of the lines of the keys and items around a line, outermost first. */
function around(state, line) {
  const numbers = new Set();
  const indent = /^\s*/.exec(line.text)[0].length;
  for (let node = syntaxTree(state).resolveInner(line.from + indent, 1); node; node = node.parent) {
    if (node.name !== "Pair" && node.name !== "Item") continue;
    const { number } = state.doc.lineAt(node.from);
    if (number < line.number) numbers.add(number);
  }
  return [...numbers].reverse();
}

class Head {
  constructor(view) {
    this.view = view;
    this.height = 0;
    this.shown = "";
    this.dom = document.createElement("div");
    this.dom.className = "limn-sticky";
    // The lines are in the text as well.
    this.dom.setAttribute("aria-hidden", "true");
    this.dom.addEventListener("mousedown", (event) => this.go(event));
    view.dom.append(this.dom);
    this.measure();
  }

  update({ docChanged, viewportChanged, geometryChanged, view }) {
    if (docChanged || viewportChanged || geometryChanged || syntaxTree(view.state) !== this.tree) this.measure();
  }

  destroy() {
    this.dom.remove();
  }

  measure() {
    this.view.requestMeasure({ key: this, read: () => this.read(), write: (head) => this.write(head) });
  }

  /** The lines of the head: as many as hide only what belongs to them. */
  read() {
    const { view } = this;
    this.tree = syntaxTree(view.state);
    const { scrollDOM, defaultLineHeight: height } = view;
    const top = scrollDOM.getBoundingClientRect().top - view.documentTop;
    let lines = [];
    for (let count = 1; top > 0 && count <= MOST; count += 1) {
      const first = view.lineBlockAtHeight(top + (count - 1) * height + 1);
      const outer = around(view.state, view.state.doc.lineAt(first.from));
      if (outer.length < count) break;
      lines = outer.slice(0, count);
    }
    // As if the text was not scrolled sideways: right of the line numbers.
    const left = view.contentDOM.getBoundingClientRect().left - view.dom.getBoundingClientRect().left + scrollDOM.scrollLeft;
    return { lines, offset: scrollDOM.offsetTop, left, right: scrollDOM.offsetWidth - scrollDOM.clientWidth };
  }

  write({ lines, offset, left, right }) {
    const { state, defaultLineHeight } = this.view;
    const texts = lines.map((number) => state.doc.line(number).text);
    const shown = JSON.stringify([lines, texts, offset, left, right]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.height = lines.length * defaultLineHeight;
    Object.assign(this.dom.style, { top: `${offset}px`, right: `${right}px`, paddingLeft: `${left}px`, display: lines.length ? "block" : "none" });
    this.dom.replaceChildren(
      ...lines.map((number, at) => {
        const line = document.createElement("div");
        const [key, rest] = [/^\s*(?:- )*[^:]*/.exec(texts[at])[0], texts[at]];
        line.dataset.line = String(number);
        line.append(Object.assign(document.createElement("span"), { textContent: key }), rest.slice(key.length));
        return line;
      }),
    );
  }

  go(event) {
    event.preventDefault();
    const number = Number(event.target.closest("[data-line]")?.dataset.line);
    if (!number) return;
    const { view } = this;
    const line = view.state.doc.line(number);
    const anchor = line.from + /^\s*/.exec(line.text)[0].length;
    // Right below the head that it will have then.
    const yMargin = view.defaultLineHeight * around(view.state, line).length - this.height;
    view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "start", yMargin }) });
    view.focus();
  }
}

const plugin = ViewPlugin.fromClass(Head, { eventObservers: { scroll() { this.measure(); } } });

/** Text that is scrolled into view appears below the head. */
export const sticky = [plugin, EditorView.scrollMargins.of((view) => ({ top: view.plugin(plugin)?.height ?? 0 }))];
