/** Asks for confirmation before a permanent deletion. */
import type { RestAnswer } from "../api.ts";
import { useRequest } from "../request.ts";
import { Dialog } from "./dialog.tsx";
import { ProblemNote } from "./states.tsx";

interface Props {
  readonly title: string;
  /** Describes the effect of the action. */
  readonly text: string;
  /** The label of the button that performs the action. */
  readonly word: string;
  readonly act: () => Promise<RestAnswer<unknown>>;
  /** Called after `onClose` when the action is done. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function ConfirmDialog({ title, text, word, act, onDone, onClose }: Props) {
  const { problem, isBusy, start } = useRequest();
  const confirm = (): void =>
    start(act, () => {
      onClose();
      onDone();
    });
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack">
        <p>{text}</p>
        {problem && <ProblemNote problem={problem} />}
        <p class="row end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="button" class="danger solid" disabled={isBusy} onClick={confirm}>
            {word}
          </button>
        </p>
      </div>
    </Dialog>
  );
}
