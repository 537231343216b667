/**
 * The playground's editor: CodeMirror, loaded on first use. It is placed in a shadow root, where it adds its styles with the CSS object
 * model; in the document it would add style elements, which the page's Content-Security-Policy refuses.
 */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { EditorState, Prec } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { completeFromSdk } from "./complete.ts";
import { failingLine, markLine, type FailingLine } from "./failing-line.ts";
import { hiddenCharacters } from "./hidden-characters.ts";
import { colours, look } from "./theme.ts";
import { typedOver } from "./typed-over.ts";

export interface Editor {
  text(): string;
  /** Marks one line; undefined removes the mark. */
  mark(line: FailingLine | undefined): void;
  close(): void;
}

interface Options {
  readonly text: string;
  readonly onRun: () => void;
  readonly onChange: (text: string) => void;
}

export function openEditor(parent: HTMLElement, { text, onRun, onChange }: Options): Editor {
  const root = parent.attachShadow({ mode: "open" });
  const run = { key: "Mod-Enter", run: () => (onRun(), true) };
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        Prec.highest(keymap.of([run])),
        lineNumbers(),
        hiddenCharacters,
        history(),
        drawSelection(),
        highlightActiveLine(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        EditorView.lineWrapping,
        javascript({ typescript: true }),
        syntaxHighlighting(colours),
        look,
        failingLine,
        typedOver,
        autocompletion({ override: [completeFromSdk], icons: false }),
        // Tab indents; Escape followed by Tab leaves the editor (CodeMirror's own rule).
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
        EditorView.contentAttributes.of({
          "aria-label": "Script. Escape, then Tab leaves the editor.",
          spellcheck: "false",
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    mark: (line) => view.dispatch(markLine(view.state, line)),
    close: () => view.destroy(),
  };
}
