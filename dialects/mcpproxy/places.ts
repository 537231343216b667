/** Places in which functions can be, and how they get from one to the other. */
import type { Function as FunctionNode } from "acorn";

/** A function of the script; `call_tool` and `call_tools` are one without a node. */
export interface Fn {
  readonly node: FunctionNode | undefined;
  readonly params: readonly Place[];
  /** What it returns. */
  readonly result: Place;
  /** Under which names it is kept. */
  readonly kind: FnKind;
}

/** `getter` to `static block`: what the language runs by itself, where nothing can wait. */
export type FnKind = "plain" | "async" | "generator" | "getter" | "setter" | "constructor" | "field" | "static block";

export interface Place {
  readonly values: Set<Fn>;
  readonly to: Place[];
  readonly heard: ((value: Fn) => void)[];
}

/** For expressions that are none of the values; nothing is ever kept here. */
export const NOTHING: Place = newPlace();

/** Steps; some 30 ms. Honest scripts take a few hundred, hostile ones could take the square of their length. */
const MOST_STEPS = 100_000;

export class Places {
  #steps = 0;

  /** Values did not get everywhere they can be. */
  get gaveUp(): boolean {
    return this.#steps > MOST_STEPS;
  }

  add(place: Place, value: Fn): void {
    const waiting: Place[] = [place];
    for (let at = waiting.pop(); at; at = waiting.pop()) {
      this.#steps += 1;
      if (this.gaveUp) return;
      if (at === NOTHING || at.values.has(value)) continue;
      at.values.add(value);
      this.#steps += at.to.length;
      for (const to of at.to) waiting.push(to);
      for (const listener of at.heard) this.#tell(listener, value);
    }
  }

  /** @returns false when there is no more to spend */
  spend(steps: number): boolean {
    this.#steps += steps;
    return !this.gaveUp;
  }

  #tell(listener: (value: Fn) => void, value: Fn): void {
    if (this.spend(1)) listener(value);
  }

  /** What is in the one, now or later, is in the other, too. */
  flow(from: Place, to: Place): void {
    if (from === to || from === NOTHING || to === NOTHING) return;
    this.#steps += 1;
    if (this.gaveUp) return;
    from.to.push(to);
    for (const value of from.values) this.add(to, value);
  }

  hear(place: Place, listener: (value: Fn) => void): void {
    if (place === NOTHING) return;
    place.heard.push(listener);
    for (const value of place.values) this.#tell(listener, value);
  }
}

export function newPlace(): Place {
  return { values: new Set(), to: [], heard: [] };
}
