// Problems in the text: underlines, gutter marks, and quick fixes by mouse and keyboard. Problems and fixes are provided from outside.
import { forEachDiagnostic } from "@codemirror/lint";
import { Prec, StateEffect, StateField } from "@codemirror/state";
import { keymap, showTooltip } from "@codemirror/view";
import { prose } from "./prose.js";

/** Converts a problem to a CodeMirror diagnostic. Calls `fix` with the problem's id and the index of the chosen fix. */
export const diagnosticOf = ({ id, severity, message, code, fixes }, from, to, fix) => ({
  from,
  to,
  severity,
  message,
  renderMessage: () => {
    const dom = prose(message);
    const name = document.createElement("span");
    name.className = "limn-code";
    name.textContent = code;
    dom.append(name);
    return dom;
  },
  actions: fixes.map((name, index) => ({ name, apply: () => fix(id, index) })),
});

const openMenu = StateEffect.define();
const closeMenu = StateEffect.define();

// Quick fix menu at the caret. Any other transaction closes it.
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
    dom.setAttribute("aria-label", "Quick fixes and refactorings");
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

/** Applies the only fix at the caret, or opens the menu of fixes and refactorings. */
function fixHere(view, refactorings) {
  const { main } = view.state.selection;
  const actions = [];
  forEachDiagnostic(view.state, (diagnostic, from, to) => {
    if (to < main.from || from > main.to) return;
    for (const action of diagnostic.actions ?? []) actions.push({ name: action.name, run: () => action.apply(view, from, to) });
  });
  const fixes = actions.length;
  actions.push(...refactorings(view));
  if (fixes === 1 && actions.length === 1) actions[0].run();
  else if (actions.length > 0) view.dispatch({ effects: openMenu.of(menuOf(main.head, actions)) });
  return true;
}

/** `refactorings(view)`: the changes of the value at the caret that are offered, each with a name and what it runs. */
export const problems = (refactorings) => [menu, Prec.high(keymap.of([{ key: "Mod-.", run: (view) => fixHere(view, refactorings) }]))];
