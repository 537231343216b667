// Scores of all tools for one request. Per idea a tool gets its best alternative (weight x rarity x impact); the sum is
// scaled by coverage (how much of the request the tool, and its whole server, explains), by how far the verb classes agree,
// by the head noun, by name words the request did not ask for, and by servers named. All factors are near 1 for a plain match.

import { documentFrequency, visitPostings } from "./join.ts";
import type { SearchIndex } from "./join.ts";
import type { Request } from "./query.ts";
import { affinity, bit, READS } from "./verbs.ts";

/** Chosen on the sets that may be looked at, with the vocabulary whole and with half of it left out; see test/catalog/golden/README.md. */
export const WEIGHTS = {
  nameBonus: 0.16,
  /** Rarer words than this count no more: a rare word in one description is a coincidence. */
  rarityCap: 6.6,
  /** Exponent on rarity. */
  rarity: 0.55,
  /** List over get where the object is plural, and the reverse. */
  number: 0.06,
  coverage: 0.9,
  unmatchedName: 0.27,
  /** How far an idea met outside the name excuses a word of the name that the request did not say. */
  described: 0.2,
  /** How much less an idea counts as explained where the tool only mentions it in passing. */
  faint: 0.5,
  /** The request's head noun is what the tool's name ends in. */
  head: 0.15,
  /** Exponent on how much of the request the whole server can explain. */
  serverCoverage: 0.3,
  verbAgrees: 0.4,
  verbContradicts: 0.4,
  serverNamed: 0.4,
  otherServer: 0.045,
  /** Score and coverage that any tool of a surely named server starts from. */
  namedBase: 0.5,
  namedCoverage: 0.25,
};

export interface Ranking {
  /** 0 = no match. */
  readonly scores: Float64Array;
  /** Share of the request explained, 0..1. */
  readonly coverage: Float64Array;
}

export function rank(index: SearchIndex, request: Request): Ranking {
  const size = index.tools.length;
  const scores = new Float64Array(size);
  const explained = new Float64Array(size);
  const namedWords = new Float64Array(size);
  const serverExplained = new Float64Array(index.servers.length);
  const serverBest = new Float64Array(index.servers.length);
  let wanted = 0;

  const best = new Float64Array(size);
  const bestRarity = new Float64Array(size);
  const inName = new Float64Array(size);
  for (const { alternatives, share } of request.ideas) {
    best.fill(0);
    bestRarity.fill(0);
    inName.fill(0);
    serverBest.fill(0);
    let importance = 0;
    for (const { terms, weight } of alternatives) {
      const rarities = terms.map((term) => rarity(documentFrequency(index, term), size));
      if (rarities.includes(0)) continue;
      const total = rarities.reduce((sum, value) => sum + value, 0);
      importance = Math.max(importance, Math.min(total, WEIGHTS.rarityCap * terms.length) * weight);
      const collected = terms.length === 1 ? undefined : collect(index, terms, rarities);
      const offer = (document: number, value: number, named: number): void => {
        const scored = value * weight;
        if (scored <= (best[document] ?? 0)) return;
        best[document] = scored;
        const clarity = 1 - WEIGHTS.faint * (1 - Math.min(1, value / total));
        bestRarity[document] = Math.min(total, WEIGHTS.rarityCap * terms.length) * weight * clarity;
        inName[document] = named * weight;
      };
      if (collected) for (const [document, { value, named }] of collected) offer(document, value, named);
      else {
        const [first = ""] = terms;
        const [value = 0] = rarities;
        visitPostings(index, first, (document, mark) => {
          const named = mark >> 7;
          offer(document, value * ((mark & 127) / 127) * (1 + WEIGHTS.nameBonus * named), named);
        });
      }
    }
    wanted += (importance === 0 ? 2 : importance) * share;
    for (let document = 0; document < size; document++) {
      const value = best[document] ?? 0;
      if (value === 0) continue;
      scores[document] = (scores[document] ?? 0) + value * share;
      explained[document] = (explained[document] ?? 0) + (bestRarity[document] ?? 0) * share;
      const named = inName[document] ?? 0;
      if (share === 1) namedWords[document] = (namedWords[document] ?? 0) + (named > 0 ? named : WEIGHTS.described);
      const server = index.serverOf[document] ?? 0;
      serverBest[server] = Math.max(serverBest[server] ?? 0, value);
    }
    const most = serverBest.reduce((highest, value) => Math.max(highest, value), 0);
    if (most === 0) continue;
    for (let server = 0; server < serverBest.length; server++) {
      const part = ((serverBest[server] ?? 0) / most) * importance * share;
      serverExplained[server] = (serverExplained[server] ?? 0) + part;
    }
  }
  for (let document = 0; document < size; document++) {
    const named = request.servers.get(index.serverOf[document] ?? 0) ?? 0;
    const own = scores[document] ?? 0;
    if (own === 0 && named < SURE) continue;
    // A server surely named shows its tools even where no word fits: the verb and the name's length then decide.
    const raw = own + (named >= SURE ? WEIGHTS.namedBase : 0);
    const share = wanted === 0 ? 0 : Math.min(1, (explained[document] ?? 0) / wanted);
    const covered = named >= SURE ? Math.max(share, WEIGHTS.namedCoverage) : share;
    explained[document] = covered;
    const unmatched = Math.max(0, (index.nameWords[document] ?? 0) - (namedWords[document] ?? 0));
    const serverCovered = wanted === 0 ? 1 : (serverExplained[index.serverOf[document] ?? 0] ?? 0) / wanted;
    scores[document] =
      raw *
      covered ** WEIGHTS.coverage *
      serverCovered ** WEIGHTS.serverCoverage *
      (1 / (1 + WEIGHTS.unmatchedName * unmatched)) *
      (request.head.has(index.heads[document] ?? "") ? 1 + WEIGHTS.head : 1) *
      verbFactor(request, index.verbs[document] ?? 0) *
      serverFactor(request, index.serverOf[document] ?? 0);
  }
  return { scores, coverage: explained };
}

/** Certainty from which a server counts as named outright. */
const SURE = 0.75;

/** The rarity that its exponent leaves as it is: that of a word in about 50 of 2,800 tools. */
const MIDDLE = 4;

/**
 * Inverse document frequency, damped: what most tools of a large server are about ("repository", "file") is common and still the
 * object of the request. 0 for a term that does not occur.
 */
function rarity(frequency: number, size: number): number {
  if (frequency === 0) return 0;
  const raw = Math.log(1 + (size - frequency + 0.5) / (frequency + 0.5));
  return Math.min(WEIGHTS.rarityCap, MIDDLE * (raw / MIDDLE) ** WEIGHTS.rarity);
}

/** Tools that hold all of several terms, with the sum of what each is worth. */
function collect(
  index: SearchIndex,
  terms: readonly string[],
  rarities: readonly number[],
): Map<number, { value: number; named: number }> {
  let held = new Map<number, { value: number; named: number }>();
  for (const [i, term] of terms.entries()) {
    const next = new Map<number, { value: number; named: number }>();
    visitPostings(index, term, (document, mark) => {
      const before = held.get(document);
      if (i > 0 && !before) return;
      const named = mark >> 7;
      const value = (rarities[i] ?? 0) * ((mark & 127) / 127) * (1 + WEIGHTS.nameBonus * named);
      next.set(document, { value: value + (before?.value ?? 0), named: named + (before?.named ?? 0) });
    });
    held = next;
  }
  return held;
}

function verbFactor(request: Request, offered: number): number {
  const fit = affinity(request.verbs, offered) * request.verbCertainty;
  const agrees = fit >= 0 ? 1 + WEIGHTS.verbAgrees * fit : 1 + WEIGHTS.verbContradicts * fit;
  if ((request.verbs & READS) === 0 || (offered & READS) === 0) return agrees;
  const fitting = request.plural ? bit("list") | bit("search") : bit("get");
  return (offered & fitting) !== 0 ? agrees * (1 + WEIGHTS.number) : agrees;
}

function serverFactor(request: Request, server: number): number {
  if (request.servers.size === 0) return 1;
  const named = request.servers.get(server);
  const surest = Math.max(...request.servers.values());
  return named === undefined ? 1 - (1 - WEIGHTS.otherServer) * surest : 1 + WEIGHTS.serverNamed * named;
}
