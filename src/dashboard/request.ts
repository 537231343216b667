/** A request that a person starts with a button: whether it is under way, and its problem. */
import { useState } from "preact/hooks";
import type { RestAnswer, RestProblem } from "./api.ts";

interface PendingRequest {
  readonly problem: RestProblem | undefined;
  readonly isBusy: boolean;
  /** Sends the request, and calls `onDone` with its answer unless it is a problem. */
  readonly start: <T>(send: () => Promise<RestAnswer<T>>, onDone?: (value: T) => void) => void;
}

export function useRequest(): PendingRequest {
  const [problem, setProblem] = useState<RestProblem>();
  const [isBusy, setBusy] = useState(false);
  const run = async <T>(send: () => Promise<RestAnswer<T>>, onDone?: (value: T) => void): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const answer = await send();
    setBusy(false);
    if (answer.ok) onDone?.(answer.value);
    else setProblem(answer.error);
  };
  return { problem, isBusy, start: (send, onDone) => void run(send, onDone) };
}
