// Marks the text that a form field is about, while the field has the focus.
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

// Text that is typed at the end of the mark becomes part of it.
const mark = Decoration.mark({ class: "limn-mark", inclusiveEnd: true });

/** `{ from, to }`, in CodeMirror's positions, or null. */
export const setMark = StateEffect.define();

export const marked = StateField.define({
  create: () => Decoration.none,
  update(shown, transaction) {
    let now = transaction.docChanged ? shown.map(transaction.changes) : shown;
    for (const effect of transaction.effects) {
      if (!effect.is(setMark)) continue;
      const range = effect.value;
      now = range && range.from < range.to ? Decoration.set([mark.range(range.from, range.to)]) : Decoration.none;
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});
