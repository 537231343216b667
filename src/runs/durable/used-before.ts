/**
 * What the scripts of a durable run had used before it was cut off or parked. Scripts that have ended are not run again, so that it is
 * read from the journal at once, and not counted while the run is replayed.
 */
import { placeOf, type PlacedEntry } from "./placed-entry.ts";

export interface UsedBefore {
  /** Calls that are not requested again when the run goes on. */
  readonly calls: number;
  /** Characters that the gateway's services have answered. */
  readonly answeredChars: number;
  /** Services of the gateway that any of the scripts has asked. */
  readonly services: ReadonlySet<string>;
}

/** @param entries of all scripts of the run, in order */
export function usedBefore(entries: readonly PlacedEntry[]): UsedBefore {
  const calls = new Set<string>();
  const questions = new Set<string>();
  const answered = new Set<string>();
  const settled = new Set<string>();
  const services = new Set<string>();
  let answeredChars = 0;
  for (const entry of entries) {
    if (entry.kind === "child" || entry.kind === "members") continue;
    const place = placeOf(entry.path, entry.number);
    switch (entry.kind) {
      case "asked":
        if (entry.ask.kind === "call") calls.add(place);
        if (entry.ask.kind !== "question") break;
        questions.add(place);
        services.add(entry.ask.service);
        break;
      case "answered":
        if (questions.has(place) && !answered.has(place) && entry.reply.ok) answeredChars += entry.reply.value.length;
        answered.add(place);
        break;
      case "settled":
        settled.add(place);
        break;
      case "sent":
      case "input":
        break;
    }
  }
  const isCounted = (place: string): boolean =>
    // A call that was settled without an answer of the Gateway was refused before it was counted.
    answered.has(place) || (!settled.has(place) && hasEnded(place, answered));
  return { calls: [...calls].filter(isCounted).length, answeredChars, services };
}

/** @returns true if a script around the place has ended: the question that runs it was answered */
function hasEnded(place: string, answered: ReadonlySet<string>): boolean {
  for (let end = place.lastIndexOf("/"); end > 0; end = place.lastIndexOf("/", end - 1)) {
    if (answered.has(place.slice(0, end))) return true;
  }
  return false;
}
