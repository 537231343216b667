/** Random choices that are repeatable by a seed (Mulberry32). */

export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomFrom(seed);
  }

  /** From 0 to `count - 1`. */
  below(count: number): number {
    return Math.floor(this.#next() * count);
  }

  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  pick<T>(items: readonly [T, ...T[]] | readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined && items.length === 0) throw new Error("There is nothing to pick from.");
    return item as T;
  }

  /** @returns a subset in which each item has this probability */
  some<T>(items: readonly T[], probability: number): T[] {
    return items.filter(() => this.chance(probability));
  }

  list<T>(longest: number, make: () => T): T[] {
    return Array.from({ length: this.below(longest + 1) }, make);
  }

  word(longest = 12): string {
    const letters = "abcdefghijklmnopqrstuvwxyzABCXYZ0123456789_-";
    return Array.from({ length: 1 + this.below(longest) }, () => letters[this.below(letters.length)]).join("");
  }
}

/** @returns numbers from 0 to below 1 */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
