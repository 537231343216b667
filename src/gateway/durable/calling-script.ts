/** The script that makes a call which waits for a person, as it is shown with the approval. */
import type { CallingScript } from "../../approvals/approval.ts";
import type { RunOpening } from "../../ledger/run-record.ts";

/** Maximum length of a run's script that is shown with an approval; the run's record has all of it. */
const MAX_CODE_CHARS = 20_000;
/** Each approval keeps the beginning of the saved script that makes its call; the saved script has all of it. */
const MAX_SAVED_CODE_CHARS = 4_000;

/** @param opening of a saved script that a run calls */
export function callingScript({ code, saved }: Pick<RunOpening, "code" | "saved">): CallingScript {
  return { code: beginningOf(code, MAX_SAVED_CODE_CHARS), ...(saved && { saved: `${saved.name}@${saved.version}` }) };
}

export function beginningOf(code: string, max = MAX_CODE_CHARS): string {
  const rest = code.length - max;
  return rest > 0 ? `${code.slice(0, max)}\n… ${rest} characters are not shown …` : code;
}
