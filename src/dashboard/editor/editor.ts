/**
 * The playground's editor: CodeMirror, loaded on first use. It is placed in a shadow root, where it adds its styles with the CSS object
 * model; in the document it would add style elements, which the page's Content-Security-Policy refuses.
 */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { EditorState, Prec, type TransactionSpec, StateEffect, StateField } from "@codemirror/state";
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  keymap,
  lineNumbers,
  Decoration,
  WidgetType,
  highlightSpecialChars,
} from "@codemirror/view";
import type { DecorationSet } from "@codemirror/view";
import { completeFromSdk } from "./complete.ts";
import { colours, look } from "./theme.ts";
import { visibleText, hiddenCharacter } from "../../lib/visible-text.ts";

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
    mark: (line) => view.dispatch(markLine(line)),
    close: () => view.destroy(),
  };
}

/**
 * Handles typing over a selection. Chromium would otherwise preserve the style of the replaced text with an inline style, which the page's
 * Content-Security-Policy refuses and reports. The text is therefore inserted here, in the way CodeMirror does it after reading the browser's
 * change.
 */
const typedOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType } = event;
    const { from, to, empty } = view.state.selection.main;
    if (inputType !== "insertText" || data === null || empty || view.composing) return false;
    const insert = (): ReturnType<typeof view.state.update> => {
      const typed: TransactionSpec = { userEvent: "input.type", scrollIntoView: true };
      return view.state.update(view.state.replaceSelection(data), typed);
    };
    // Other input handlers run first: typed brackets enclose a selection.
    const isHandled = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert));
    if (!isHandled) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});

interface FailingLine {
  /** The line number, starting at 1. */
  readonly line: number;
  readonly message: string;
}

const setMark = StateEffect.define<FailingLine | undefined>();

class Message extends WidgetType {
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }

  override eq(other: Message): boolean {
    return other.text === this.text;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement("div");
    element.className = "cm-failing-message";
    element.textContent = visibleText(this.text);
    return element;
  }
}

/** Marks the line in which a run failed, until the script is changed. */
const failingLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setMark)) return effect.value ? decorations(transaction.state, effect.value) : Decoration.none;
    }
    return transaction.docChanged ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function markLine(line: FailingLine | undefined): TransactionSpec {
  return { effects: setMark.of(line) };
}

function decorations({ doc }: EditorState, { line, message }: FailingLine): DecorationSet {
  if (line < 1 || line > doc.lines) return Decoration.none;
  const { from, to } = doc.line(line);
  return Decoration.set([
    Decoration.line({ class: "cm-failing" }).range(from),
    Decoration.widget({ widget: new Message(message), block: true, side: 1 }).range(to),
  ]);
}

/** Shows invisible characters as marked codes in the editor. The text that is run keeps them. */
const hiddenCharacters = highlightSpecialChars({
  specialChars: hiddenCharacter(),
  render(code) {
    const mark = document.createElement("span");
    mark.className = "cm-hidden-character";
    mark.title = "This character is invisible, or changes how other characters are displayed.";
    mark.textContent = visibleText(String.fromCodePoint(code));
    return mark;
  },
});
