// A card above the caret with the function whose argument is being written: its arguments, the current one marked, and what it does. It appears while
// typing in a call, or on demand, follows the caret, and goes when the caret leaves the call. The call is looked up outside, after a pause.
import { Prec, StateEffect, StateField } from "@codemirror/state";
import { EditorView, keymap, showTooltip, ViewPlugin } from "@codemirror/view";
import { prose } from "./prose.js";

const PAUSE_MILLISECONDS = 100;

/** A tooltip with its call, or null. */
const setCard = StateEffect.define();

const card = StateField.define({
  create: () => null,
  update(now, { docChanged, changes, effects }) {
    for (const effect of effects) if (effect.is(setCard)) return effect.value;
    return now && docChanged ? { ...now, pos: changes.mapPos(now.pos), start: changes.mapPos(now.start) } : now;
  },
  provide: (field) => showTooltip.from(field),
});

/** The values that an argument can have, as text, if it has a list of them. */
function valuesOf({ label, words, count }) {
  if (words.length === 0) return "";
  const more = count > words.length ? ", …" : "";
  return `${label}: ${words.map((word) => `\`${word}\``).join(", ")}${more}`;
}

const nameOf = ({ label, optional }) => (optional ? `${label}?` : label);

function draw(call) {
  const dom = document.createElement("div");
  dom.className = "limn-signature";
  dom.setAttribute("role", "tooltip");
  const line = dom.appendChild(document.createElement("div"));
  line.className = "limn-signature-line";
  const name = Object.assign(document.createElement("span"), { className: "limn-signature-function", textContent: call.function });
  line.append(name, call.open);
  call.parameters.forEach((parameter, index) => {
    const isActive = index === call.active;
    const element = Object.assign(document.createElement(isActive ? "mark" : "span"), { textContent: nameOf(parameter) });
    if (isActive) element.setAttribute("aria-current", "true");
    line.append(index > 0 ? ", " : "", element);
  });
  line.append(call.close);
  const values = valuesOf(call.parameters[call.active]);
  const text = [values, call.help].filter(Boolean).join("\n\n");
  if (text) dom.append(prose(text));
  return dom;
}

/** Text of a call for screen readers. */
const spoken = ({ function: name, parameters, active }) =>
  `${name}: argument ${active + 1} of ${parameters.length}, ${parameters[active].label}${parameters[active].optional ? ", optional" : ""}`;

/** The card of a call. It is above the name of the function, or above the caret if that is on another line. */
function cardOf(state, call, at) {
  const start = at(state, call.from);
  const line = state.doc.lineAt(state.selection.main.head);
  const pos = start >= line.from ? start : line.from + /^\s*(?:- )*/.exec(line.text)[0].length;
  return { pos, start, text: JSON.stringify({ ...call, from: 0, to: 0 }), above: true, create: () => ({ dom: draw(call) }), call };
}

/** `ask(state, position)` resolves to the call around a position as `signature.rs` writes it, or to nothing; `at(state, offset)` converts its offsets. */
export function signature({ ask, at }) {
  const plugin = ViewPlugin.fromClass(
    class {
      constructor(view) {
        this.view = view;
        /** The start of the call whose card was closed. */
        this.closed = null;
      }

      update({ state, docChanged, selectionSet, changes, transactions, focusChanged, view }) {
        if (docChanged && this.closed !== null) this.closed = changes.mapPos(this.closed);
        const isTyped = docChanged && transactions.some((transaction) => transaction.isUserEvent("input") || transaction.isUserEvent("delete"));
        const isOpen = state.field(card) !== null;
        if (isTyped || (isOpen && (docChanged || selectionSet))) this.later();
        // Not inside the editor's own update.
        if (focusChanged && !view.hasFocus && isOpen) setTimeout(() => this.view && !this.view.hasFocus && this.show(null));
      }

      destroy() {
        clearTimeout(this.timer);
        this.view = null;
      }

      later() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.ask(false), PAUSE_MILLISECONDS);
      }

      demand() {
        this.ask(true);
        return true;
      }

      async ask(isDemanded) {
        const { state } = this.view;
        const { head } = state.selection.main;
        const call = await ask(state, head);
        const now = this.view?.state;
        // Signatures that have changed meanwhile are requested again.
        if (!now || now.doc !== state.doc || now.selection.main.head !== head || !this.view.hasFocus) return;
        const start = call ? at(state, call.from) : null;
        if (isDemanded || start !== this.closed) this.closed = null;
        this.show(call && this.closed === null ? cardOf(state, call, at) : null);
      }

      show(next) {
        const now = this.view.state.field(card);
        if (!now && !next) return;
        const isSame = now?.text === next?.text;
        if (isSame && now.pos === next.pos) return;
        // A card that only moves stays the same element.
        const shown = isSame ? { ...next, create: now.create } : next;
        const words = next && (now === null || spoken(now.call) !== spoken(next.call)) ? [EditorView.announce.of(spoken(next.call))] : [];
        this.view.dispatch({ effects: [setCard.of(shown), ...words] });
      }

      close() {
        clearTimeout(this.timer);
        const now = this.view.state.field(card);
        if (!now) return false;
        this.closed = now.start;
        this.show(null);
        return true;
      }
    },
  );
  const keys = [
    { key: "Escape", run: (view) => view.plugin(plugin).close() },
    { key: "Mod-Shift-Space", run: (view) => view.plugin(plugin).demand() },
  ];
  return [card, plugin, Prec.high(keymap.of(keys))];
}
