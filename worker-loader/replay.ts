/**
 * Compares the requests of a resumed script with the recording of its run.
 *
 * A script is deterministic between two answers, so its requests in a turn equal those of the same turn before: they are matched by
 * turn, tool, arguments and occurrence. Within a turn the order does not matter: another version of the runtime may run parallel
 * branches in another order. The first difference ends the run, because guessing could make calls twice.
 */
import { isSameAsk, textOfAsk, type Ask, type RecordedAsk, type Recording } from "./recording.ts";

type Matched =
  | { readonly kind: "recorded"; readonly number: number; readonly recorded: RecordedAsk }
  | { readonly kind: "new"; readonly number: number }
  | { readonly kind: "different"; readonly message: string };

export class Replay {
  readonly #recording: Recording;
  /** Numbers of recorded requests that the script has not repeated, in order, and so in the order of their turns. */
  readonly #unmatched: Set<number>;
  #next: number;

  constructor(recording: Recording) {
    this.#recording = recording;
    this.#unmatched = new Set([...recording.asks.keys()].filter((number) => recording.asks[number] !== undefined));
    this.#next = recording.asks.length;
  }

  /** @param turn number of answers that the script had got at its request */
  match(ask: Ask, turn: number): Matched {
    const { asks, settled } = this.#recording;
    for (const number of this.#unmatched) {
      const recorded = asks[number];
      if (recorded === undefined || recorded.turn > turn) break;
      if (recorded.turn !== turn || !isSameAsk(recorded.ask, ask)) continue;
      this.#unmatched.delete(number);
      return { kind: "recorded", number, recorded };
    }
    const missing = this.#firstUnmatched();
    if ((missing !== undefined && missing.turn <= turn) || turn < settled.length)
      return { kind: "different", message: differs(missing?.ask, ask) };
    this.#next += 1;
    return { kind: "new", number: this.#next - 1 };
  }

  /** @returns a difference: the script has ended or waits without repeating a recorded request */
  missing(): string | undefined {
    const missing = this.#firstUnmatched();
    return missing && differs(missing.ask, undefined);
  }

  /** True once the script has repeated all recorded requests. */
  get isComplete(): boolean {
    return this.#unmatched.size === 0;
  }

  isMatched(number: number): boolean {
    return !this.#unmatched.has(number);
  }

  #firstUnmatched(): RecordedAsk | undefined {
    const [first] = this.#unmatched;
    return first === undefined ? undefined : this.#recording.asks[first];
  }
}

function differs(before: Ask | undefined, now: Ask | undefined): string {
  const then = before === undefined ? "nothing more" : textOfAsk(before);
  const same = now !== undefined && textOfAsk(now) === then;
  const instead =
    now === undefined ? "does not ask for it" : `asks for ${same ? "it at another time" : textOfAsk(now)}`;
  return `The resumed script does not repeat the requests that it made before it was interrupted. At the first difference it asked for ${then}; now it ${instead}. No further call was made.`;
}
