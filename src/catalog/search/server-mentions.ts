// Which servers a request names: "in notion", "my github", or by a product it holds ("in outlook"). Some server names are
// everyday words (memory, monday, everything); those count as a mention only after a word like "in" or "using".

import { words } from "./tokenise.ts";
import { PRODUCTS } from "./vocabulary/products.ts";

const GENERIC = new Set(
  "api apis mcp server servers rest openapi all default legacy dev prod beta tool tools service services namespace app apps com io ai my the http local remote main test discovery".split(
    " ",
  ),
);
const EVERYDAY = new Set(
  "memory monday everything mobile brave currents filesystem file files desktop commander chrome browser maps map chart charts linear drive mail calendar docs search fetch time sequential thinking graph elastic teams shop box neon render square front loop intercom make segment web weather exa lambda workers planner excel office word meet actor actors cloud copilot durable liquid android iphone ios microsoft google amazon sms droplet droplets gist".split(
    " ",
  ),
);
const INTRODUCES = new Set("in on from using via with through inside my our to into within of".split(" "));
const AT_PLACE = new Set(["in", "on", "using", "via", "with", "through"]);
/** "on monday" is a day unless it says otherwise. */
const DAYS = new Set(["monday"]);

const PRODUCT_CERTAINTY = 0.8;

export function serverWords(servers: readonly string[]): Map<string, number[]> {
  const byWord = new Map<string, number[]>();
  for (const [number, server] of servers.entries()) {
    for (const word of new Set(words(server.replace(/(?<![\d._-])[\d._-]+$/u, "")))) {
      if (GENERIC.has(word) || word.length < 2 || /^\d+$/u.test(word)) continue;
      byWord.set(word, [...(byWord.get(word) ?? []), number]);
    }
  }
  return byWord;
}

const OWNERS: ReadonlyMap<string, readonly string[]> = readProducts();

function readProducts(): Map<string, string[]> {
  const owners = new Map<string, string[]>();
  for (const line of PRODUCTS.split("\n").filter(Boolean)) {
    const [names = "", products = ""] = line.split(":");
    for (const product of products.trim().split(" ")) {
      owners.set(product, [...(owners.get(product) ?? []), ...names.split(" ")]);
    }
  }
  return owners;
}

export interface Mentions {
  /** Server number to how surely it was named, 0..1. */
  readonly strength: ReadonlyMap<number, number>;
  /** Positions of request words that name a server and nothing else. */
  readonly used: ReadonlySet<number>;
  /** Positions of products the request says to go to ("on teams"): they hardly tell one tool of the server from another. */
  readonly places: ReadonlySet<number>;
}

export function serverMentions(
  said: readonly string[],
  serversByWord: ReadonlyMap<string, readonly number[]>,
): Mentions {
  const strength = new Map<number, number>();
  const used = new Set<number>();
  const places = new Set<number>();
  const name = (server: number, sure: number): void => {
    strength.set(server, Math.max(strength.get(server) ?? 0, sure));
  };
  for (const [i, word] of said.entries()) {
    const before = said[i - 1] ?? "";
    const introduced = INTRODUCES.has(before) && !(DAYS.has(word) && before === "on" && i === said.length - 1);
    const everyday = EVERYDAY.has(word);
    const named = serversByWord.get(word) ?? [];
    const sure = everyday ? (introduced ? 0.6 : 0.15) : 1;
    for (const server of named) name(server, sure);
    if (named.length > 0 && !everyday) used.add(i);
    for (const owner of OWNERS.get(word) ?? []) {
      if (introduced && AT_PLACE.has(before) && serversByWord.has(owner)) places.add(i);
      for (const server of serversByWord.get(owner) ?? [])
        name(server, PRODUCT_CERTAINTY * (everyday && !introduced ? 0.3 : 1));
    }
  }
  return { strength, used, places };
}
