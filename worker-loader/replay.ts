/**
 * Compares what a script asks for with what an earlier life of its run recorded. Pure.
 *
 * A script is deterministic between two things that it is told, so that what it asks for in one turn is what it asked for
 * in the same turn before: matched by turn, tool, arguments and occurrence. Within a turn the order does not matter: another version of
 * the runtime may run parallel branches in another one. The first difference ends the run; to guess on would make calls twice.
 */
import { isSameAsk, textOfAsk } from "./recording.ts";
import type { Ask, RecordedAsk, Recording } from "./recording.ts";

export type Matched =
  | { readonly kind: "recorded"; readonly number: number; readonly recorded: RecordedAsk }
  | { readonly kind: "new"; readonly number: number }
  | { readonly kind: "different"; readonly message: string };

export class Replay {
  readonly #recording: Recording;
  /** Numbers that the script has not asked for again, in order. */
  readonly #unmatched: number[];
  #next: number;

  constructor(recording: Recording) {
    this.#recording = recording;
    this.#unmatched = recording.asks.map((_ask, number) => number);
    this.#next = recording.asks.length;
  }

  /** @param turn how much the script had been told when it asked */
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

  /** @returns a difference: what the script asked for before, and has ended or waits without having asked for it again */
  missing(): string | undefined {
    const [first] = this.#unmatched;
    const ask = first === undefined ? undefined : this.#recording.asks[first]?.ask;
    return ask && differs(ask, undefined);
  }

  /** The script has asked for everything again that it had asked for before. */
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
