// Undo steps: what a step of the history has besides a change of text.
import { invertedEffects } from "@codemirror/commands";
import { StateEffect } from "@codemirror/state";

/** Boxes moved in the same undo step as the text: `{ id, from, to }` each. Undone and redone with it. */
export const pins = StateEffect.define();
/** An undo step over several files: undoing it in one of them undoes it in all. */
export const step = StateEffect.define();
/** Files renamed in the same step: `{ from, to }` each. Undone and redone with it. */
export const named = StateEffect.define();
/** Effects of an undo step besides the text, by their names in a saved history. */
export const kinds = { pins, step, named };
/** `crypto.randomUUID` exists on secure pages only, not on plain http hosts. */
export const stepId = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

const unpinned = (moves) => moves.map(({ from, to, ...rest }) => ({ ...rest, from: to, to: from }));
const unnamed = (names) => names.map(({ from, to }) => ({ from: to, to: from }));
/** Makes the history invert these effects. */
export const undone = invertedEffects.of(({ effects }) =>
  effects.flatMap((effect) => {
    if (effect.is(pins)) return [pins.of(unpinned(effect.value))];
    if (effect.is(named)) return [named.of(unnamed(effect.value))];
    return effect.is(step) ? [effect] : [];
  }),
);
