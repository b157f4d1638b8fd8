// Colors of names by what they name: types, elements, inputs, functions. They are provided from outside for the visible part of the text; until then,
// the previous ones move with the text.
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";
import { visibleQuery } from "./visible.js";

const PAUSE_MILLISECONDS = 120;
/** Characters beyond the visible text that are colored as well, so that scrolled text has its colors at once. */
const MARGIN = 8_000;

const setNames = StateEffect.define();

const marks = new Map();
function markOf({ kind, declares }) {
  const names = `limn-name limn-name-${kind}${declares ? " limn-declared" : ""}`;
  if (!marks.has(names)) marks.set(names, Decoration.mark({ class: names }));
  return marks.get(names);
}

/** Keeps the color of a name while it is typed: text at its end that can be part of a name belongs to it. */
function extended(decorations, changes) {
  let now = decorations;
  changes.iterChanges((_fromA, _toA, from, to, inserted) => {
    if (from === to || inserted.lines > 1 || !/^[\w.-]+$/.test(inserted.sliceString(0))) return;
    now.between(from, from, (start, end, mark) => {
      if (end !== from) return undefined;
      now = now.update({ filterFrom: start, filterTo: end, filter: (at) => at !== start, add: [mark.range(start, to)] });
      return false;
    });
  });
  return now;
}

const shown = StateField.define({
  create: () => Decoration.none,
  update(decorations, { docChanged, changes, effects }) {
    for (const effect of effects) if (effect.is(setNames)) return effect.value;
    return docChanged ? extended(decorations.map(changes), changes) : decorations;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** `RangeSet.eq` compares no marks. */
function isSame(one, other) {
  if (one.size !== other.size) return false;
  const [a, b] = [one.iter(), other.iter()];
  for (; a.value; a.next(), b.next()) if (a.from !== b.from || a.to !== b.to || a.value !== b.value) return false;
  return true;
}

/** `ask(state, from, to)` resolves to the names of a range as `names.rs` writes them, or to nothing; `at(state, offset)` converts their offsets. */
export function names({ ask, at }) {
  const asking = visibleQuery({
    pause: PAUSE_MILLISECONDS,
    margin: MARGIN,
    ask,
    show(view, found) {
      const ranges = found.map((name) => markOf(name).range(at(view.state, name.from), at(view.state, name.to)));
      const next = Decoration.set(ranges, true);
      if (!isSame(view.state.field(shown), next)) view.dispatch({ effects: setNames.of(next) });
    },
  });
  return { extension: [shown, asking], again: (view) => view.plugin(asking)?.later() };
}
