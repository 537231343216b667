/** A dialog with a form: submits it, shows an error, and closes on success. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Answer, Problem } from "../api.ts";
import { Dialog } from "./dialog.tsx";
import { ProblemNote } from "./states.tsx";

interface Props<T> {
  readonly title: string;
  /** The label of the submit button. */
  readonly word: string;
  readonly send: (form: FormData) => Promise<Answer<T>>;
  readonly onDone: (value: T) => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function FormDialog<T>({ title, word, send, onDone, onClose, children }: Props<T>) {
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const submit = async (form: HTMLFormElement): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const answer = await send(new FormData(form));
    setBusy(false);
    if (answer.ok) onDone(answer.value);
    else setProblem(answer.error);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        {children}
        {problem && <ProblemNote problem={problem} />}
        <p class="row end">
          <button type="submit" class="primary" disabled={busy}>
            {word}
          </button>
        </p>
      </form>
    </Dialog>
  );
}

/** The value of a text field; empty if the field is absent. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
