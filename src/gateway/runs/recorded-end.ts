/** The ends of runs as they are kept with schedules. Their messages are those of the ledger, which hold no secrets. */
import type { RunEnd } from "../../schedules/schedule.ts";
import type { RunLedger } from "./run-ledger.ts";

type Records = Pick<RunLedger, "read">;

/** @returns the end with the message that the ledger has; everything else as it is given */
export function recordedEnd<End extends RunEnd>(ledger: Records, { message: _message, ...end }: End) {
  const message = ledger.read(end.run)?.message;
  return { ...end, ...(message !== undefined && { message }) };
}

/** @param run that does not go on @returns how it ended */
export function endOfRun(ledger: Records, run: string): RunEnd {
  const { state, code } = ledger.read(run) ?? { state: "interrupted" };
  return recordedEnd(ledger, { run, ok: state === "ok", ...(code !== undefined && { code }) });
}
