/** The editor's theme, in the colours of the page: custom properties also apply in its shadow root. */
import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

export const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.typeName], color: "var(--code-keyword)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--code-comment)" },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: "var(--code-name)" },
]);

export const look = EditorView.theme({
  "&": {
    color: "var(--text)",
    backgroundColor: "var(--panel)",
    fontSize: "13px",
    height: "100%",
    minHeight: "inherit",
  },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-1px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", minHeight: "inherit" },
  ".cm-content": { caretColor: "var(--text)", padding: "10px 0" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--muted)", border: "none" },
  ".cm-activeLine": { backgroundColor: "var(--active-line)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--selection)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--selection)" },
  ".cm-failing": { backgroundColor: "var(--failed-soft)", boxShadow: "inset 3px 0 var(--failed)" },
  ".cm-failing-message": {
    padding: "2px 10px 4px",
    color: "var(--failed)",
    backgroundColor: "var(--failed-soft)",
    boxShadow: "inset 3px 0 var(--failed)",
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--panel)",
    color: "var(--text)",
    border: "1px solid var(--line-strong)",
    borderRadius: "6px",
    boxShadow: "var(--shadow)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--mono)",
    fontSize: "12.5px",
    maxHeight: "16em",
    borderRadius: "5px",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 8px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionDetail": { fontStyle: "normal", opacity: "0.75", marginLeft: "0.8em" },
  ".cm-tooltip.cm-completionInfo": {
    width: "max-content",
    maxWidth: "26rem",
    maxHeight: "18rem",
    overflow: "auto",
    padding: "8px 10px",
    fontSize: "12px",
    overflowWrap: "anywhere",
    whiteSpace: "pre-wrap",
  },
  ".cm-completionInfo code": { fontFamily: "var(--mono)" },
  ".cm-completionInfo p": { margin: "6px 0 0", color: "var(--muted)" },
  ".cm-hidden-character": {
    borderRadius: "3px",
    backgroundColor: "var(--failed-soft)",
    color: "var(--failed)",
    outline: "1px solid var(--failed-bar)",
  },
});
