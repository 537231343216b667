/** Asks for confirmation before a permanent deletion. */
import { useState } from "preact/hooks";
import type { Answer, Problem } from "../api.ts";
import { Dialog } from "./dialog.tsx";
import { ProblemNote } from "./states.tsx";

interface Props {
  readonly title: string;
  /** Describes the effect of the action. */
  readonly text: string;
  /** The label of the button that performs the action. */
  readonly word: string;
  readonly act: () => Promise<Answer<unknown>>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function ConfirmDialog({ title, text, word, act, onDone, onClose }: Props) {
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    const answer = await act();
    setBusy(false);
    if (answer.ok) onDone();
    else setProblem(answer.error);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack">
        <p>{text}</p>
        {problem && <ProblemNote problem={problem} />}
        <p class="row end">
          <button type="button" onClick={onClose}>
            Keep it
          </button>
          <button type="button" class="danger solid" disabled={busy} onClick={() => void confirm()}>
            {word}
          </button>
        </p>
      </div>
    </Dialog>
  );
}
