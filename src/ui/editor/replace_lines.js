// Typing over a selection. Where it has several lines, or a line that is wrapped, the browser's own way merges them with inline styles, which the page's
// policy refuses, and reports each refusal as an error; so the change is made in the state, and the browser only draws it.
import { EditorView } from "@codemirror/view";

export const replaceLines = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to } = view.state.selection.main;
    const isTyped = event.inputType === "insertText" && event.data && !event.isComposing && !view.composing && !view.state.readOnly;
    if (!isTyped || from === to) return false;
    const insert = () => view.state.update(view.state.replaceSelection(event.data), { scrollIntoView: true, userEvent: "input.type" });
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, event.data, insert))) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});
