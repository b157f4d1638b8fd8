// Queries about the visible part of the text, after a pause, never while a key is handled. An answer for an earlier text is dropped, and the query is
// repeated.
import { ViewPlugin } from "@codemirror/view";

/**
 * `ask(state, from, to)` resolves to what `show(view, answer)` shows for a range, or to nothing; `show` is called only if the text is still that of
 * `state`, as offsets in an answer can be of a newer text. The range is the visible one and `margin` characters
 * on both sides; as long as what is visible is in it, scrolling asks for nothing.
 */
export const visibleQuery = ({ pause, margin = 0, ask, show }) =>
  ViewPlugin.fromClass(
    class {
      constructor(view) {
        this.view = view;
        this.asked = null;
        this.later(0);
      }

      update({ docChanged, viewportChanged, view: { viewport } }) {
        const isNew = viewportChanged && !(this.asked && this.asked.from <= viewport.from && viewport.to <= this.asked.to);
        if (docChanged || isNew) this.later(pause);
      }

      destroy() {
        clearTimeout(this.timer);
        this.view = null;
      }

      /** Asks again, in some milliseconds. */
      later(wait = pause) {
        this.asked = null;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.ask(), wait);
      }

      async ask() {
        const { state, viewport } = this.view;
        const range = { from: Math.max(0, viewport.from - margin), to: Math.min(state.doc.length, viewport.to + margin) };
        const answer = await ask(state, range.from, range.to);
        if (!answer || this.view?.state.doc !== state.doc) return;
        this.asked = range;
        show(this.view, answer);
      }
    },
  );
