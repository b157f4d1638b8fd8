// Highlights what CodeMirror's YAML grammar leaves as plain text: numbers, booleans and null, and `${…}` expressions.
import { syntaxTree } from "@codemirror/language";
import { Decoration, MatchDecorator, ViewPlugin } from "@codemirror/view";

const marks = Object.fromEntries(["number", "atom", "expression"].map((kind) => [kind, Decoration.mark({ class: `limn-${kind}` })]));
const PLAIN = /^(?:(true|false|null|~)|[-+]?(?:\d[\d_]*(?:\.\d*)?(?:[eE][-+]?\d+)?|0x[\da-fA-F]+|0o[0-7]+))$/i;

const matcher = new MatchDecorator({
  // An expression, or a word that may be a whole plain scalar; the syntax tree decides.
  regexp: /\$\{[^{}\n]*\}|[-+~\w.]+/g,
  decorate(add, from, to, [text], view) {
    if (text.startsWith("${")) return add(from, to, marks.expression);
    const plain = PLAIN.exec(text);
    if (!plain) return;
    const node = syntaxTree(view.state).resolveInner(from, 1);
    if (node.name === "Literal" && node.from === from && node.to === to && node.parent?.name !== "Key") add(from, to, marks[plain[1] ? "atom" : "number"]);
  },
});

export const values = ViewPlugin.fromClass(
  class {
    constructor(view) {
      this.decorations = matcher.createDeco(view);
      this.tree = syntaxTree(view.state);
    }
    update(update) {
      // The parser continues after typing pauses; highlight what it finds then.
      const parsed = syntaxTree(update.state) !== this.tree && !update.docChanged;
      this.tree = syntaxTree(update.state);
      // A change outside the visible ranges leaves the decorations outdated: rebuild them.
      let seen = false;
      update.changes.iterChangedRanges((_from, _to, from, to) => {
        seen ||= update.view.visibleRanges.some((shown) => from <= shown.to && to >= shown.from);
      });
      const rebuild = parsed || (update.docChanged && !seen);
      this.decorations = rebuild ? matcher.createDeco(update.view) : matcher.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
