/** The outcome of a durable run that ends while no Worker executes it: nobody decided in time, or its credentials no longer stand. */
import type { DurableRequest, EndedRun } from "../../runs/durable/durable-run.ts";
import { counted } from "../../lib/counted.ts";
import type { RunStats } from "../../ledger/run-record.ts";
import { placeOf, type PlacedEntry } from "../../runs/durable/placed-entry.ts";
import { mayHaveHappenedAll, unheardCalls } from "../../runs/durable/unheard-calls.ts";

interface Reason {
  readonly code: string;
  readonly message: string;
}

export const LAPSED: Reason = {
  code: "APPROVAL_DENIED",
  message: "The run was ended, because the approvals that it waited for were not decided in time.",
};
export const REVOKED: Reason = {
  code: "CANCELLED",
  message: "The run was ended, because its credentials were revoked, have expired, or permit less than the run.",
};
export const RECORD_DELETED: Reason = {
  code: "CANCELLED",
  message:
    "The run was ended, because the record of its calls was deleted, and rules of the policy depend on it. Run the script again.",
};
const NO_TOKENS = { results: 0, definitions: 0, returned: 0, keptOut: 0 } as const;

/**
 * @param journal its entries; calls without an answer there are named, because they may have happened
 * @param recorded the counts of the run in the ledger; undefined if it has no record
 */
export function endedWithoutWorker(
  { opening }: DurableRequest,
  journal: readonly PlacedEntry[],
  { code, message }: Reason,
  { now, recorded }: { readonly now: number; readonly recorded: RunStats | undefined },
): EndedRun {
  const unheard = unheardCalls(journal);
  const placesOf = (kind: "sent" | "answered"): ReadonlySet<string> =>
    new Set(journal.flatMap((entry) => (entry.kind === kind ? placeOf(entry.path, entry.number) : [])));
  const sent = placesOf("sent");
  const { size: calls } = sent;
  const { size: heard } = sent.intersection(placesOf("answered"));
  const answered =
    heard === 0 ? [] : [`${counted(heard, "call")} of the run ${heard === 1 ? "was" : "were"} answered before.`];
  const error = { code, message: [...mayHaveHappenedAll(unheard.values()), message, ...answered].join(" ") };
  const counts = recorded ?? { calls, failedCalls: 0, unknownCalls: unheard.size, tokens: NO_TOKENS };
  const stats = { ...counts, durationMs: now - opening.startedAt };
  return { outcome: { ok: false, error, logs: [] }, stats };
}
