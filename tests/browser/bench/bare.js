// CodeMirror alone, set up as Limn's editor is: what a key costs without Limn. Mounted as Limn mounts it, in a shadow root.
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { setup } from "../../../src/ui/editor/setup.js";

export function mount(host, text) {
  const root = host.attachShadow({ mode: "open" });
  return new EditorView({ parent: root, root, state: EditorState.create({ doc: text, extensions: setup() }) });
}
