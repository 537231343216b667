/** Places hold functions; an edge from one place to another carries every function that arrives, now or later. */
import type { Function as FunctionNode } from "acorn";

/** A function of the script. `call_tool` and `call_tools` share one `Fn`, which has no node. */
export interface Fn {
  readonly node: FunctionNode | undefined;
  readonly params: readonly Place[];
  /** The values the function may return. */
  readonly result: Place;
  /** The construct that defines the function, which decides whether its body can wait. */
  readonly kind: FnKind;
}

/** The kinds from `getter` to `static block` are run by the language synchronously, where nothing can wait. */
export type FnKind = "plain" | "async" | "generator" | "getter" | "setter" | "constructor" | "field" | "static block";

export interface Place {
  readonly values: Set<Fn>;
  readonly to: Place[];
  readonly listeners: ((value: Fn) => void)[];
}

/** The place of expressions that cannot be functions. It stays empty. */
export const NOTHING: Place = newPlace();

/** 100,000 steps take some 30 ms. Ordinary scripts take a few hundred; hostile ones could take the square of their length. */
const MAX_STEPS = 100_000;

export class Places {
  #steps = 0;

  /** True once the steps are spent: the values in the places are then incomplete. */
  get gaveUp(): boolean {
    return this.#steps > MAX_STEPS;
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
      for (const listener of at.listeners) this.#notify(listener, value);
    }
  }

  /** @returns false when the steps are used up */
  spend(steps: number): boolean {
    this.#steps += steps;
    return !this.gaveUp;
  }

  #notify(listener: (value: Fn) => void, value: Fn): void {
    if (this.spend(1)) listener(value);
  }

  /** Adds an edge: every value of `from`, now or later, is a value of `to`, too. */
  flow(from: Place, to: Place): void {
    if (from === to || from === NOTHING || to === NOTHING) return;
    this.#steps += 1;
    if (this.gaveUp) return;
    from.to.push(to);
    for (const value of from.values) this.add(to, value);
  }

  /** Calls the listener with every value of the place, now or later. */
  listen(place: Place, listener: (value: Fn) => void): void {
    if (place === NOTHING) return;
    place.listeners.push(listener);
    for (const value of place.values) this.#notify(listener, value);
  }
}

export function newPlace(): Place {
  return { values: new Set(), to: [], listeners: [] };
}
