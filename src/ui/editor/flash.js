// Highlights for a moment what a gesture changed in the text.
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

export const FLASH_MILLISECONDS = 1600;
const mark = Decoration.mark({ class: "limn-flash" });
const none = { id: 0, ranges: Decoration.none };

/** `{ id, ranges }`, in CodeMirror's positions. */
export const showFlash = StateEffect.define();
/** The `id` of the flash to end; a later one stays. */
export const hideFlash = StateEffect.define();

export const flashes = StateField.define({
  create: () => none,
  update(shown, transaction) {
    let now = transaction.docChanged ? { ...shown, ranges: shown.ranges.map(transaction.changes) } : shown;
    for (const effect of transaction.effects) {
      // Empty ranges cannot be shown.
      const visible = (ranges) => ranges.filter(({ from, to }) => from < to).map(({ from, to }) => mark.range(from, to));
      if (effect.is(showFlash)) now = { id: effect.value.id, ranges: Decoration.set(visible(effect.value.ranges), true) };
      if (effect.is(hideFlash) && effect.value === now.id) now = none;
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field, ({ ranges }) => ranges),
});
