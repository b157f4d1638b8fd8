// CodeMirror set up for YAML, without Limn's own extensions. The browser benchmark compares Limn with a page that has only this.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentService,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { lintGutter } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import {
  crosshairCursor,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from "@codemirror/view";
import { highlighting, theme } from "./theme.js";

const INDENT = "  ";
const SEARCH = ["Next", "Previous", "All", "Match case", "Regexp", "By word", "Replace", "Replace all"];

// Indent a new line after a key without a value, or after the header of a block scalar.
const deeper = indentService.of((context, position) => {
  if (context.simulatedBreak !== position) return undefined;
  const line = context.state.doc.lineAt(position);
  const before = line.text.slice(0, position - line.from);
  if (!/(^|[\s"'\w\]}])(:|:\s+[|>][-+\d]*)\s*(\s#.*)?$/.test(before) || /^\s*#/.test(before)) return undefined;
  const key = /^\s*(?:-\s+)*/.exec(before)[0].length;
  return key + context.unit;
});

// Pasted text gets the file's line breaks, and no lone surrogates.
const paste = EditorView.clipboardInputFilter.of((text, state) => {
  const whole = text.toWellFormed?.() ?? text;
  return whole.replace(/\r\n?|\n/g, state.lineBreak);
});

/** `completion` is the configuration of `autocompletion`. */
export const setup = ({ completion = {} } = {}) => [
  lintGutter(),
  lineNumbers(),
  codeFolding({ placeholderText: "⋯" }),
  foldGutter({ openText: "⌄", closedText: "›" }),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  rectangularSelection(),
  crosshairCursor(),
  EditorState.allowMultipleSelections.of(true),
  indentUnit.of(INDENT),
  deeper,
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion(completion),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  search({ top: true }),
  EditorState.phrases.of(Object.fromEntries(SEARCH.map((words) => [words.toLowerCase(), words]))),
  yaml(),
  paste,
  syntaxHighlighting(highlighting),
  theme,
  EditorView.contentAttributes.of({
    "aria-label": "Descriptor text",
    tabindex: "0",
    "aria-description": "Tab indents. To leave the editor, press Escape and then Tab.",
    spellcheck: "false",
    autocorrect: "off",
    autocapitalize: "off",
  }),
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    indentWithTab,
  ]),
];
