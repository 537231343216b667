// The yardstick of the external sets: plain BM25 (k1 1.2, b 0.75) over server, name (four times), description and parameters, the
// words split at camelCase and nothing else done to them.

import type { ExternalTool, Rank } from "./search-external.ts";

const SATURATION = 1.2;
const DAMPING = 0.75;
const NAME_TIMES = 4;

export function bm25(tools: readonly ExternalTool[]): Rank {
  const counts = tools.map((tool) => countWords(wordsOfTool(tool)));
  const lengths = counts.map((of) => [...of.values()].reduce((sum, count) => sum + count, 0));
  const average = lengths.reduce((sum, length) => sum + length, 0) / tools.length;
  const holders = new Map<string, [tool: number, count: number][]>();
  for (const [tool, of] of counts.entries()) {
    for (const [word, count] of of) holders.set(word, [...(holders.get(word) ?? []), [tool, count]]);
  }
  return (request, limit) => {
    const scores = new Float64Array(tools.length);
    for (const word of new Set(words(request))) {
      const held = holders.get(word) ?? [];
      const rarity = Math.log(1 + (tools.length - held.length + 0.5) / (held.length + 0.5));
      for (const [tool, count] of held) {
        const damped = SATURATION * (1 - DAMPING + (DAMPING * (lengths[tool] ?? 0)) / average);
        scores[tool] = (scores[tool] ?? 0) + (rarity * count * (1 + SATURATION)) / (count + damped);
      }
    }
    const scoreOf = (tool: number): number => scores[tool] ?? 0;
    return [...scores.keys()]
      .filter((tool) => scoreOf(tool) > 0)
      .sort((a, b) => scoreOf(b) - scoreOf(a))
      .slice(0, limit);
  };
}

function wordsOfTool({ server, name, description, inputSchema }: ExternalTool): string[] {
  const parameters = Object.entries(inputSchema.properties).map(
    ([key, { description: text = "" }]) => `${key} ${text}`,
  );
  return [...Array.from({ length: NAME_TIMES }, () => name), server, description, ...parameters].flatMap(words);
}

function words(text: string): string[] {
  const split = text.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return split.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

function countWords(all: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
