// Which servers a request names: "in notion", "my github". Some server names are everyday words (memory, monday,
// everything); those count as a mention only after a word like "in" or "using".

import { words } from "./tokenise.ts";

const GENERIC = new Set(
  "api apis mcp server servers rest openapi all default legacy dev prod beta tool tools service services namespace app apps cloud com io ai my the http local remote main test discovery".split(
    " ",
  ),
);
const EVERYDAY = new Set(
  "memory monday everything mobile brave currents current filesystem file files desktop commander chrome browser maps map linear drive mail calendar docs search fetch time sequential thinking chart charts graph elastic teams shop box neon render square front loop intercom make segment notes web weather".split(
    " ",
  ),
);
const BEFORE_A_NAME = new Set("in on from using via with through inside my our to into within of".split(" "));
const DAY_CONTEXT = new Set("next last this every until by since".split(" "));

export function serverWords(servers: readonly string[]): Map<string, number[]> {
  const byWord = new Map<string, number[]>();
  for (const [number, server] of servers.entries()) {
    for (const word of new Set(words(server.replace(/\d+(?:\.\d+)*$/u, "")))) {
      if (GENERIC.has(word) || word.length < 2 || /^\d+$/u.test(word)) continue;
      byWord.set(word, [...(byWord.get(word) ?? []), number]);
    }
  }
  return byWord;
}

export interface Mentions {
  /** Server number to how surely it was named, 0..1. */
  readonly strength: ReadonlyMap<number, number>;
  /** Positions of request words that name a server and nothing else. */
  readonly used: ReadonlySet<number>;
}

export function serverMentions(
  said: readonly string[],
  serversByWord: ReadonlyMap<string, readonly number[]>,
): Mentions {
  const strength = new Map<number, number>();
  const used = new Set<number>();
  for (const [i, word] of said.entries()) {
    const named = serversByWord.get(word) ?? serversByWord.get(word.replace(/s$/u, ""));
    if (!named) continue;
    const before = said[i - 1] ?? "";
    const introduced = BEFORE_A_NAME.has(before) && !DAY_CONTEXT.has(before);
    const everyday = EVERYDAY.has(word);
    const sure = everyday ? (introduced ? 0.6 : 0.15) : 1;
    for (const server of named) strength.set(server, Math.max(strength.get(server) ?? 0, sure));
    if (sure === 1) used.add(i);
  }
  return { strength, used };
}
