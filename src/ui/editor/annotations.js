// What the page shows between the words of the text: hints, and at the ends of lines the numbers of references to the names that they declare. Both are
// provided from outside for the visible lines, after a pause; until then, those of before follow the text.
import { Facet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, WidgetType } from "@codemirror/view";

const PAUSE_MILLISECONDS = 300;

/** `{ ask, references }`: asks for the annotations of a range of a state, in its positions; and shows the references to the name at a position. */
const source = Facet.define({ combine: ([source]) => source });
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
}

class Count extends Hint {
  toDOM(view) {
    const dom = element(this.label, this.title);
    dom.classList.add("limn-count");
    dom.addEventListener("mousedown", (event) => {
      event.preventDefault();
      const line = view.state.doc.lineAt(view.posAtDOM(dom));
      view.state.facet(source).references(view.state, line.from + /^\s*(?:- )*["']?/.exec(line.text)[0].length);
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

const asking = ViewPlugin.fromClass(
  class {
    constructor(view) {
      this.view = view;
      this.later();
    }

    update({ docChanged, viewportChanged }) {
      if (docChanged || viewportChanged) this.later();
    }

    destroy() {
      clearTimeout(this.timer);
      this.view = null;
    }

    later() {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.ask(), PAUSE_MILLISECONDS);
    }

    async ask() {
      const { state, viewport } = this.view;
      const found = await state.facet(source).ask(state, viewport.from, viewport.to);
      // Another text is asked about again.
      if (!found || this.view?.state.doc !== state.doc) return;
      const widget = ({ at, of }) => Decoration.widget({ widget: of, side: 1 }).range(at);
      this.view.dispatch({ effects: setAnnotations.of(Decoration.set(found.map(widget), true)) });
    }
  },
);

/** Asks again for the annotations of what is visible. */
export const annotateAgain = (view) => view.plugin(asking)?.later();

/**
 * `ask(state, from, to)` resolves to `{ hints, counts }` as `annotations.rs` writes them, or to nothing; `at(state, offset)` converts their offsets;
 * `references(state, position)` shows the references to a name.
 */
export const annotations = ({ ask, at, references }) => [
  source.of({
    references,
    ask: async (state, from, to) => {
      const found = await ask(state, from, to);
      if (!found) return null;
      const hints = found.hints.map((hint) => ({ at: at(state, hint.at), of: new Hint(hint.label, hint.help.replaceAll("`", "")) }));
      const counts = found.counts.map((count) => ({ at: at(state, count.at), of: new Count(count.label, "Show references") }));
      return [...hints, ...counts];
    },
  }),
  shown,
  asking,
];
