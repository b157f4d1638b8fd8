// Options of completion.
import { closeCompletion } from "@codemirror/autocomplete";
import { EditorSelection } from "@codemirror/state";
import { prose } from "./prose.js";

/** The option of the editor for a proposal of the page. `behind` is the number of characters from the caret to the end of what is inserted. */
export function optionOf({ label, detail, help, kind, insert, behind = 0 }) {
  return {
    label,
    detail: detail ?? undefined,
    type: kind,
    info: help ? () => prose(help) : undefined,
    apply: (view, _completion, from, to) => {
      const text = (insert ?? label).replace(/\r\n?|\n/g, view.state.lineBreak);
      view.dispatch({
        ...view.state.changeByRange((range) => {
          const [start, end] = range === view.state.selection.main ? [from, to] : [range.from, range.to];
          const put = view.state.toText(text);
          return { changes: { from: start, to: end, insert: put }, range: EditorSelection.cursor(start + put.length - behind) };
        }),
        userEvent: "input.complete",
        scrollIntoView: true,
      });
      closeCompletion(view);
    },
  };
}
