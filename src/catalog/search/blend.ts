// One request, read twice: with the phrases of the vocabulary, and word by word. A phrase that fits decides the first place;
// one that misleads ("take this page down" is no deletion) would lose the right tool altogether, and there the plain reading
// brings it back among the first. Measured: recall@5 of the checking half 0.930 to 0.944, recall@1 as before.

import type { SearchIndex } from "./join.ts";
import { readRequest } from "./query.ts";
import { rank } from "./rank.ts";
import type { Ranking } from "./rank.ts";

const PLAIN_SHARE = 0.3;

export function rankBothWays(index: SearchIndex, asked: string): Ranking & { readonly best: number } {
  const phrased = rank(index, readRequest(asked, index, "phrases"));
  const plain = rank(index, readRequest(asked, index, "words"));
  const [bestPhrased, bestPlain] = [highest(phrased.scores), highest(plain.scores)];
  const scores = new Float64Array(phrased.scores.length);
  const coverage = new Float64Array(phrased.scores.length);
  // The plain scores are brought to the scale of the others; either side may have found nothing.
  const scale = bestPlain === 0 ? 0 : (PLAIN_SHARE * (bestPhrased === 0 ? bestPlain : bestPhrased)) / bestPlain;
  for (let tool = 0; tool < scores.length; tool++) {
    scores[tool] = (1 - PLAIN_SHARE) * (phrased.scores[tool] ?? 0) + scale * (plain.scores[tool] ?? 0);
    coverage[tool] = Math.max(phrased.coverage[tool] ?? 0, plain.coverage[tool] ?? 0);
  }
  return { scores, coverage, best: highest(scores) };
}

function highest(scores: Float64Array): number {
  return scores.reduce((most, score) => Math.max(most, score), 0);
}
