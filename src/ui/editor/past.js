// Undo history as text, so that undo works after the page was closed and reopened. Bounded: the oldest steps are dropped.
// Valid for one text only, identified by a checksum.
import { historyField } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { textOf } from "./offsets.js";

const STEPS = 200;
const UNITS = 200_000;

/** History of a state; `kinds` are the effects of its steps by name. `null` if the history is empty or too large. */
export function pastOf(state, kinds) {
  const { done, undone } = state.field(historyField);
  if (done.length + undone.length === 0) return null;
  const sum = sumOf(textOf(state));
  for (let steps = STEPS; steps >= 1; steps = Math.floor(steps / 4)) {
    const last = (events) => events.slice(-steps).map((event) => written(event, kinds));
    const text = JSON.stringify({ sum, done: last(done), undone: last(undone) });
    if (text.length <= UNITS) return text;
  }
  return null;
}

/** State of this text with the history `past`; `null` if it belongs to another text. */
export function withPast(past, text, extensions, kinds) {
  try {
    const { sum, done, undone } = JSON.parse(past);
    if (sum !== sumOf(text)) return null;
    const start = { ranges: [{ anchor: 0, head: 0 }], main: 0 };
    const state = EditorState.fromJSON({ doc: text, selection: start, history: { done, undone } }, { extensions }, { history: historyField });
    const history = state.field(historyField);
    for (const [events, kept] of [[history.done, done], [history.undone, undone]])
      events.forEach((event, at) => (event.effects = (kept[at].effects ?? []).map(({ kind, value }) => kinds[kind].of(value))));
    const next = (events) => events.findLast((event) => event.changes);
    const fits = [history.done, history.undone].every((events) => (next(events)?.changes.length ?? state.doc.length) === state.doc.length);
    return fits ? state : null;
  } catch {
    // Written by another version of the page: the text opens without history.
    return null;
  }
}

function written(event, kinds) {
  const effects = Object.entries(kinds).flatMap(([kind, type]) =>
    event.effects.filter((effect) => effect.is(type)).map(({ value }) => ({ kind, value })),
  );
  return { ...event.toJSON(), effects };
}

/** FNV-1a over the text's units. */
function sumOf(text) {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return `${text.length}:${(sum >>> 0).toString(16)}`;
}
