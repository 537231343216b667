/** A dialog with a form: submits it, shows an error, and closes on success. */
import type { ComponentChildren } from "preact";
import type { RestAnswer } from "../api.ts";
import { useRequest } from "../request.ts";
import { Dialog } from "./dialog.tsx";
import { ProblemNote } from "./states.tsx";

interface Props<T> {
  readonly title: string;
  /** The label of the submit button. */
  readonly word: string;
  readonly send: (form: FormData) => Promise<RestAnswer<T>>;
  readonly onDone: (value: T) => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function FormDialog<T>({ title, word, send, onDone, onClose, children }: Props<T>) {
  const { problem, isBusy, start } = useRequest();
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          start(() => send(form), onDone);
        }}
      >
        {children}
        {problem && <ProblemNote problem={problem} />}
        <p class="row end">
          <button type="submit" class="primary" disabled={isBusy}>
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
