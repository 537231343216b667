/**
 * Compares the requests of a resumed script with the recording of its run. Pure.
 *
 * A script is deterministic between two answers, so its requests in a turn equal those of the same turn before: they are matched by
 * turn, tool, arguments and occurrence. Within a turn the order does not matter: another version of the runtime may run parallel
 * branches in another order. The first difference ends the run, because guessing could make calls twice.
 */
import { isSameAsk, textOfAsk } from "./recording.ts";
import type { Ask, RecordedAsk, Recording } from "./recording.ts";

export type Matched =
  | { readonly kind: "recorded"; readonly number: number; readonly recorded: RecordedAsk }
  | { readonly kind: "new"; readonly number: number }
  | { readonly kind: "different"; readonly message: string };

export class Replay {
  readonly #recording: Recording;
  /** Numbers of recorded requests that the script has not repeated, in order. */
  readonly #unmatched: number[];
  #next: number;

  constructor(recording: Recording) {
    this.#recording = recording;
    this.#unmatched = recording.asks.map((_ask, number) => number);
    this.#next = recording.asks.length;
  }

  /** @param turn number of answers that the script had got at its request */
  match(ask: Ask, turn: number): Matched {
    const { asks, settled } = this.#recording;
    const at = this.#unmatched.findIndex((number) => asks[number]?.turn === turn && isSame(asks[number], ask));
    const number = this.#unmatched[at];
    const recorded = number === undefined ? undefined : asks[number];
    if (number !== undefined && recorded !== undefined) {
      this.#unmatched.splice(at, 1);
      return { kind: "recorded", number, recorded };
    }
    const missing = this.#unmatched.map((one) => asks[one]).find((one) => one !== undefined && one.turn <= turn);
    if (missing !== undefined || turn < settled.length)
      return { kind: "different", message: differs(missing?.ask, ask) };
    this.#next += 1;
    return { kind: "new", number: this.#next - 1 };
  }

  /** @returns a difference: the script has ended or waits without repeating a recorded request */
  missing(): string | undefined {
    const [first] = this.#unmatched;
    const ask = first === undefined ? undefined : this.#recording.asks[first]?.ask;
    return ask && differs(ask, undefined);
  }

  /** True once the script has repeated all recorded requests. */
  get isComplete(): boolean {
    return this.#unmatched.length === 0;
  }

  isMatched(number: number): boolean {
    return !this.#unmatched.includes(number);
  }
}

function isSame(recorded: RecordedAsk | undefined, ask: Ask): boolean {
  return recorded !== undefined && isSameAsk(recorded.ask, ask);
}

function differs(before: Ask | undefined, now: Ask | undefined): string {
  const then = before === undefined ? "nothing more" : textOfAsk(before);
  const instead = now === undefined ? "does not ask for it" : `asks for ${textOfAsk(now)}`;
  return `The script does not go the way it went before it was interrupted. At the first difference it asked for ${then}; now it ${instead}. No further call was made.`;
}
