/** Marks the line in which a run failed, until the script is changed. */
import { StateEffect, StateField, type EditorState, type TransactionSpec } from "@codemirror/state";
import { Decoration, EditorView, WidgetType, type DecorationSet } from "@codemirror/view";
import { visibleText } from "../../lib/visible-text.ts";

export interface FailingLine {
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

export const failingLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setMark)) return effect.value ? decorations(transaction.state, effect.value) : Decoration.none;
    }
    return transaction.docChanged ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function markLine(_state: EditorState, line: FailingLine | undefined): TransactionSpec {
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
