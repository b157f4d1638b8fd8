// Editor theme. All colors are custom properties of style/tokens.css, which apply inside the shadow root, so light and dark
// need no code here.
import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

export const highlighting = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: "var(--syntax-key)" },
  { tag: [tags.string, tags.special(tags.string), tags.content], color: "var(--syntax-string)" },
  { tag: tags.number, color: "var(--syntax-number)" },
  { tag: [tags.bool, tags.null, tags.keyword, tags.atom], color: "var(--syntax-atom)" },
  { tag: [tags.comment, tags.lineComment], color: "var(--syntax-comment)", fontStyle: "italic" },
  { tag: [tags.labelName, tags.typeName, tags.meta], color: "var(--syntax-meta)" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: "var(--ink-3)" },
  { tag: tags.invalid, color: "var(--error)" },
]);

const wavy = (color) => ({ backgroundImage: "none", textDecoration: `underline wavy ${color} 1px`, textUnderlineOffset: "3px", textDecorationSkipInk: "none" });
const mark = (color, shape) => ({ content: '""', width: "9px", height: "9px", margin: "auto", background: color, ...shape });

const field = { background: "var(--paper)", color: "var(--ink)", border: "1px solid var(--edge)", borderRadius: "var(--radius-s)", font: "inherit", padding: "3px 6px" };
const button = { background: "var(--raised)", backgroundImage: "none", color: "var(--ink)", border: "1px solid var(--line-2)", borderRadius: "var(--radius-s)", font: "inherit", padding: "3px 8px", cursor: "pointer" };
const focus = { outline: "2px solid var(--accent)", outlineOffset: "1px" };

/** Names and what they contain: the colors of the syntax are inside. */
const names = Object.fromEntries(
  ["type", "element", "parameter", "property", "function", "port"].map((kind) => [
    `.limn-name-${kind}, .limn-name-${kind} *`,
    { color: `var(--name-${kind})` },
  ]),
);

export const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "var(--text-m)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)", padding: "8px 0" },
  ".cm-line": { padding: "0 12px 0 6px" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--editor-selection)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--editor-line) 60%, transparent)" },
  ".cm-selectionMatch": { backgroundColor: "color-mix(in srgb, var(--editor-selection) 55%, transparent)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { background: "none", outline: "1px solid var(--edge)", borderRadius: "2px" },
  ".cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket": { background: "none", color: "var(--error)" },
  ".limn-number, .limn-number *": { color: "var(--syntax-number)" },
  ".limn-atom, .limn-atom *": { color: "var(--syntax-atom)" },
  ".limn-expression, .limn-expression *": { color: "var(--syntax-meta)" },
  ...names,
  ".limn-declared": { fontWeight: "600" },
  ".limn-name-file": { textDecoration: "underline", textDecorationColor: "var(--ink-3)", textUnderlineOffset: "3px" },
  ".cm-specialChar": { color: "var(--error)" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--ink-3)", border: "none", borderRight: "1px solid var(--line)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--editor-line)", color: "var(--ink)" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "32px", padding: "0 4px 0 8px" },
  ".cm-foldGutter .cm-gutterElement": { width: "14px", textAlign: "center", cursor: "pointer" },
  ".cm-foldPlaceholder": { background: "var(--sunken)", border: "1px solid var(--line-2)", color: "var(--ink-2)", borderRadius: "var(--radius-s)", padding: "0 5px", margin: "0 4px" },

  ".cm-gutter-lint": { width: "16px" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0", display: "flex", alignItems: "center" },
  ".cm-lint-marker": { display: "block" },
  ".cm-lint-marker-error": mark("var(--error)", { borderRadius: "50%" }),
  ".cm-lint-marker-warning": mark("var(--warning)", { clipPath: "polygon(50% 0, 100% 100%, 0 100%)" }),
  ".cm-lint-marker-info": mark("var(--info)", { borderRadius: "2px", transform: "rotate(45deg) scale(0.8)" }),
  ".cm-lintRange": { paddingBottom: "0" },
  ".cm-lintRange-error": wavy("var(--error)"),
  ".cm-lintRange-warning": wavy("var(--warning)"),
  ".cm-lintRange-info": wavy("var(--info)"),
  ".cm-lintRange-active": { backgroundColor: "var(--editor-selection)" },
  ".cm-lintPoint:after": { borderBottomColor: "var(--error)" },
  ".cm-lintPoint-warning:after": { borderBottomColor: "var(--warning)" },
  ".cm-lintPoint-info:after": { borderBottomColor: "var(--info)" },

  ".cm-tooltip": { background: "var(--raised)", color: "var(--ink)", border: "1px solid var(--line-2)", borderRadius: "var(--radius-m)", boxShadow: "var(--shadow-m)", fontFamily: "var(--sans)", fontSize: "var(--text-m)", maxWidth: "min(520px, 90vw)" },
  ".cm-tooltip-section:not(:first-child)": { borderTop: "1px solid var(--line)" },
  ".cm-tooltip-lint": { padding: "2px 0" },
  ".cm-diagnostic": { padding: "6px 12px", borderLeft: "3px solid transparent", whiteSpace: "normal" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--error)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warning)" },
  ".cm-diagnostic-info": { borderLeftColor: "var(--info)" },
  ".cm-diagnosticAction": { ...button, margin: "6px 6px 0 0", display: "inline-block" },
  ".cm-diagnosticAction:hover, .limn-fixes button:hover": { background: "var(--accent-soft)", borderColor: "var(--accent-line)" },
  ".cm-diagnosticAction:focus-visible": focus,
  ".limn-code": { display: "block", color: "var(--ink-3)", fontFamily: "var(--mono)", fontSize: "var(--text-s)" },
  ".limn-hover": { padding: "8px 12px", lineHeight: "1.5" },
  ".cm-diagnosticText p, .limn-hover p": { margin: "0 0 6px" },
  ".limn-hover ul": { margin: "0 0 6px", padding: "0", listStyle: "none" },
  ".cm-diagnosticText p:last-of-type, .limn-hover p:last-of-type": { margin: "0" },
  "code": { fontFamily: "var(--mono)", background: "var(--sunken)", borderRadius: "3px", padding: "0 3px" },
  ".limn-fixes": { padding: "4px", display: "flex", flexDirection: "column", minWidth: "180px" },
  ".limn-fixes button": { ...button, border: "1px solid transparent", textAlign: "left", background: "none" },
  ".limn-fixes button:focus": { background: "var(--accent-soft)", ...focus, outlineOffset: "-2px" },

  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "14em" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "3px 8px" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { background: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionDetail": { color: "inherit", opacity: "0.8", fontStyle: "normal", marginLeft: "1em" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-completionInfo": { padding: "8px 12px", maxWidth: "340px" },

  ".cm-tooltip.limn-signature": { padding: "6px 10px", lineHeight: "1.45", maxWidth: "min(460px, 90vw)" },
  ".limn-signature-line": { fontFamily: "var(--mono)", overflowWrap: "anywhere", color: "var(--ink-2)" },
  ".limn-signature-function": { color: "var(--name-function)", fontWeight: "600" },
  ".limn-signature mark": { background: "var(--accent-soft)", color: "var(--ink)", fontWeight: "600", borderRadius: "3px", padding: "0 2px", textDecoration: "underline", textUnderlineOffset: "3px" },
  ".limn-signature p": { margin: "4px 0 0", fontSize: "var(--text-s)", color: "var(--ink-2)" },

  ".limn-sticky": { position: "absolute", zIndex: "2", left: "0", display: "none", overflow: "hidden", background: "var(--paper)", borderBottom: "1px solid var(--line)", boxShadow: "var(--shadow-s)", fontFamily: "var(--mono)", lineHeight: "1.6", whiteSpace: "pre", cursor: "pointer" },
  ".limn-sticky > div": { padding: "0 12px 0 6px", color: "var(--ink-2)", textOverflow: "ellipsis", overflow: "hidden" },
  ".limn-sticky > div:hover": { background: "var(--editor-line)" },
  ".limn-sticky span": { color: "var(--syntax-key)" },

  ".limn-hint": { margin: "0 2px 0 5px", padding: "0 4px", borderRadius: "3px", background: "var(--sunken)", color: "var(--ink-3)", fontSize: "0.88em", whiteSpace: "nowrap" },
  ".limn-count": { background: "none", cursor: "pointer" },
  ".limn-count:hover": { color: "var(--ink)", textDecoration: "underline" },
  ".limn-breadcrumbs": { display: "flex", minHeight: "26px", padding: "0 6px", overflowX: "auto", scrollbarWidth: "none", fontFamily: "var(--sans)", fontSize: "var(--text-s)" },
  ".limn-breadcrumbs button": { flex: "none", maxWidth: "180px", padding: "0 4px", border: "0", borderRadius: "var(--radius-s)", background: "none", color: "var(--ink-2)", font: "inherit", overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap", cursor: "pointer" },
  ".limn-breadcrumbs button:hover, .limn-breadcrumbs button:last-child": { color: "var(--ink)" },
  ".limn-breadcrumbs button:focus-visible": { ...focus, outlineOffset: "-2px" },
  ".limn-breadcrumbs button + button::before": { content: '"›" / ""', marginRight: "8px", color: "var(--ink-3)" },
  "@media (pointer: coarse)": { ".limn-breadcrumbs button": { minHeight: "44px", minWidth: "44px" } },

  ".cm-panels": { background: "var(--panel)", color: "var(--ink)" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panel.cm-search": { padding: "8px 32px 8px 10px", fontFamily: "var(--sans)", fontSize: "var(--text-m)" },
  ".cm-panel.cm-search label": { fontSize: "var(--text-s)", display: "inline-flex", alignItems: "center", gap: "2px" },
  ".cm-panel.cm-search [name=close]": { color: "var(--ink-2)", fontSize: "18px", padding: "0 6px", cursor: "pointer" },
  ".cm-textfield": { ...field, fontSize: "inherit" },
  ".cm-textfield:focus-visible": focus,
  ".cm-button": { ...button, fontSize: "inherit" },
  ".cm-button:active": { backgroundImage: "none", background: "var(--press)" },
  ".cm-button:focus-visible": focus,
  ".cm-searchMatch": { background: "color-mix(in srgb, var(--flash) 70%, transparent)" },
  ".cm-searchMatch-selected": { background: "var(--flash)", outline: "1px solid var(--edge)" },

  ".limn-mark": { borderRadius: "3px", backgroundColor: "color-mix(in srgb, var(--flash) 45%, transparent)" },
  ".limn-flash": { borderRadius: "3px", animation: "limn-flash 1.6s ease-out forwards" },
  "@keyframes limn-flash": { "0%, 30%": { backgroundColor: "var(--flash)" }, "100%": { backgroundColor: "transparent" } },
  "@media (prefers-reduced-motion: reduce)": { ".limn-flash": { animation: "none", backgroundColor: "var(--flash)" } },
});
