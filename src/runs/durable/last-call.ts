/**
 * The time at which a run last made a call or was answered one, by the run's own clock: its timers and its questions to the gateway do not count.
 * It is read from the entries of the journal, so that it is the same in every part of the run.
 */
import { placeOf, type PlacedEntry } from "./placed-entry.ts";

export class LastCall {
  /** Calls that have no answer. */
  readonly #open = new Set<string>();
  #clock: number;
  #at: number;

  /** @param startedAt when the run began, in milliseconds since 1970 */
  constructor(startedAt: number) {
    this.#clock = startedAt;
    this.#at = startedAt;
  }

  /** In milliseconds since 1970. */
  get at(): number {
    return this.#at;
  }

  note(entry: PlacedEntry): void {
    if (entry.kind === "asked" && entry.ask.kind === "call") {
      this.#open.add(placeOf(entry.path, entry.number));
      this.#at = this.#clock;
    } else if (entry.kind === "settled") {
      this.#clock = Math.max(this.#clock, entry.at);
      if (this.#open.delete(placeOf(entry.path, entry.number))) this.#at = this.#clock;
    }
  }
}
