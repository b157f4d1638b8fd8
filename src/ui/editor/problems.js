// Problems in the text: underlines, gutter marks, and their fixes by mouse and by keyboard. What is wrong, and what cures it, comes from outside.
import { forEachDiagnostic } from "@codemirror/lint";
import { Prec, StateEffect, StateField } from "@codemirror/state";
import { keymap, showTooltip } from "@codemirror/view";
import { prose } from "./prose.js";

/** A problem as CodeMirror wants it. `fix` is called with the problem's id and the number of the fix that was chosen. */
export const diagnosticOf = ({ id, severity, message, code, fixes }, from, to, fix) => ({
  from,
  to,
  severity,
  message,
  renderMessage: () => {
    const told = prose(message);
    const name = document.createElement("span");
    name.className = "limn-code";
    name.textContent = code;
    told.append(name);
    return told;
  },
  actions: fixes.map((name, index) => ({ name, apply: () => fix(id, index) })),
});

const openMenu = StateEffect.define();
const closeMenu = StateEffect.define();

// The menu of fixes at the caret. It closes when anything else happens.
const menu = StateField.define({
  create: () => null,
  update(open, transaction) {
    for (const effect of transaction.effects) if (effect.is(openMenu)) return effect.value;
    const closes = transaction.docChanged || transaction.selection || transaction.effects.some((effect) => effect.is(closeMenu));
    return closes ? null : open;
  },
  provide: (field) => showTooltip.from(field),
});

function menuOf(position, actions) {
  const create = (view) => {
    const dom = document.createElement("div");
    dom.className = "limn-fixes";
    dom.setAttribute("role", "menu");
    dom.setAttribute("aria-label", "Fixes");
    const close = () => {
      view.dispatch({ effects: closeMenu.of(null) });
      view.focus();
    };
    const buttons = actions.map(({ name, run }) => {
      const button = dom.appendChild(document.createElement("button"));
      button.type = "button";
      button.setAttribute("role", "menuitem");
      button.textContent = name;
      button.addEventListener("click", () => {
        close();
        run();
      });
      return button;
    });
    dom.addEventListener("keydown", (event) => {
      const at = buttons.indexOf(dom.getRootNode().activeElement);
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) buttons[(at + step + buttons.length) % buttons.length].focus();
      else if (event.key === "Escape" || event.key === "Tab") close();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    return { dom, mount: () => buttons[0].focus() };
  };
  return { pos: position, above: false, create };
}

/** Applies the one fix at the caret, or asks which. */
function fixHere(view) {
  const { main } = view.state.selection;
  const actions = [];
  forEachDiagnostic(view.state, (diagnostic, from, to) => {
    if (to < main.from || from > main.to) return;
    for (const action of diagnostic.actions ?? []) actions.push({ name: action.name, run: () => action.apply(view, from, to) });
  });
  if (actions.length === 1) actions[0].run();
  else if (actions.length > 1) view.dispatch({ effects: openMenu.of(menuOf(main.head, actions)) });
  return true;
}

export const problems = [menu, Prec.high(keymap.of([{ key: "Mod-.", run: fixHere }]))];
