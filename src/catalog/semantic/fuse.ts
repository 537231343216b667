/**
 * Fuses two rankings by reciprocal rank (Cormack, Clarke, Büttcher 2009): a tool's score is the sum of 1 / (60 + rank) over the
 * rankings it is in. Scores of different kinds need no common scale, and a tool that ranks high in both comes first.
 */
const SMOOTHING = 60;

export function fuse<T>(rankings: readonly (readonly T[])[], keyOf: (item: T) => string): T[] {
  const scored = new Map<string, { readonly item: T; score: number }>();
  for (const ranking of rankings) {
    ranking.forEach((item, index) => {
      const key = keyOf(item);
      const entry = scored.get(key) ?? { item, score: 0 };
      entry.score += 1 / (SMOOTHING + index + 1);
      scored.set(key, entry);
    });
  }
  // The sort is stable: equal scores keep the order of the first ranking.
  return [...scored.values()].sort((a, b) => b.score - a.score).map(({ item }) => item);
}
