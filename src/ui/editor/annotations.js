// Annotations between the words of the text: hints, and at the ends of lines the numbers of references to the names that they declare. Both are provided
// from outside for the visible lines, after a pause; until then, the previous ones move with the text.
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, WidgetType } from "@codemirror/view";
import { visibleQuery } from "./visible.js";

const PAUSE_MILLISECONDS = 300;

const setAnnotations = StateEffect.define();

/** Screen readers read the text only: what annotations say is in hover texts and lists, too. */
function element(label, title) {
  const dom = document.createElement("span");
  Object.assign(dom, { className: "limn-hint", textContent: label, title });
  dom.setAttribute("aria-hidden", "true");
  return dom;
}

class Hint extends WidgetType {
  constructor(label, title) {
    super();
    Object.assign(this, { label, title });
  }
  eq(other) {
    return other.label === this.label && other.title === this.title;
  }
  toDOM() {
    return element(this.label, this.title);
  }
  /** A click puts the caret beside the hint. */
  ignoreEvent() {
    return false;
  }
}

class Count extends Hint {
  constructor(label, title, references) {
    super(label, title);
    this.references = references;
  }
  toDOM(view) {
    const dom = element(this.label, this.title);
    dom.classList.add("limn-count");
    dom.addEventListener("mousedown", (event) => {
      event.preventDefault();
      const line = view.state.doc.lineAt(view.posAtDOM(dom));
      this.references(view.state, line.from + /^\s*(?:- )*["']?/.exec(line.text)[0].length);
    });
    return dom;
  }
  ignoreEvent() {
    return true;
  }
}

const shown = StateField.define({
  create: () => Decoration.none,
  update(decorations, { changes, effects }) {
    for (const effect of effects) if (effect.is(setAnnotations)) return effect.value;
    return decorations.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/**
 * `ask(state, from, to)` resolves to `{ hints, counts }` as `annotations.rs` writes them, or to nothing; `at(state, offset)` converts their offsets;
 * `references(state, position)` shows the references to a name.
 */
export function annotations({ ask, at, references }) {
  const asking = visibleQuery({
    pause: PAUSE_MILLISECONDS,
    ask,
    show(view, { hints, counts }) {
      const widgets = [
        ...hints.map((hint) => ({ at: hint.at, of: new Hint(hint.label, hint.help.replaceAll("`", "")) })),
        ...counts.map((count) => ({ at: count.at, of: new Count(count.label, "Show references", references) })),
      ];
      const ranges = widgets.map((widget) => Decoration.widget({ widget: widget.of, side: 1 }).range(at(view.state, widget.at)));
      view.dispatch({ effects: setAnnotations.of(Decoration.set(ranges, true)) });
    },
  });
  return { extension: [shown, asking], again: (view) => view.plugin(asking)?.later() };
}
