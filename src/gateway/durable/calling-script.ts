/** The script that makes a call which waits for a person, as it is shown with the approval. */
import type { CallingScript } from "../../approvals/approval.ts";
import type { RunOpening } from "../../ledger/run-record.ts";

/** Maximum length of a script that is shown with an approval; the run's record has all of it. */
const MAX_CODE_CHARS = 20_000;

/** @param opening of a saved script that a run calls */
export function callingScript({ code, saved }: Pick<RunOpening, "code" | "saved">): CallingScript {
  return { code: beginningOf(code), ...(saved && { saved: `${saved.name}@${saved.version}` }) };
}

export function beginningOf(code: string): string {
  const rest = code.length - MAX_CODE_CHARS;
  return rest > 0 ? `${code.slice(0, MAX_CODE_CHARS)}\n… ${rest} characters are not shown …` : code;
}
