/** A stream of random numbers that a seed repeats (Mulberry32). */
export interface Random {
  /** 0 … limit - 1 */
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
  /** @param chance between 0 and 1 */
  happens(chance: number): boolean;
}

export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new Error("There is nothing to pick from.");
      return from[below(from.length)] as T;
    },
    happens: (chance) => next() < chance,
  };
}
