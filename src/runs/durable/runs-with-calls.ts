/** The runs that a journal has calls of, each of which has a record in the ledger: the run itself, and the saved scripts inside it. */
import type { PlacedEntry } from "./placed-entry.ts";

/** @param root id of the run @param entries its journal, in order @returns ids of the runs that have sent a call */
export function runsWithCalls(root: string, entries: readonly PlacedEntry[]): readonly string[] {
  const runs = new Map([["", root]]);
  const made = new Set<string>();
  for (const entry of entries) {
    if (entry.kind === "child") runs.set(entry.path, entry.id);
    // A call of a script is found by the record of the run around it.
    if (entry.kind === "sent") made.add(root).add(runs.get(entry.path) ?? root);
  }
  return [...made];
}
