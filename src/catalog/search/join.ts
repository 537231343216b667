// Parts of many servers to one searchable index. Terms are merged by name; postings stay where they were unpacked, so a
// join costs about one map entry per distinct term of each part.

import type { IndexPart, IndexedTool } from "./document.ts";
import { IMPACT, unpack } from "./postings.ts";
import type { Unpacked } from "./postings.ts";
import type { Vocabulary } from "./vocabulary.ts";

export interface SearchIndex {
  /** Requests are read with the vocabulary the parts were built with. */
  readonly vocabulary: Vocabulary;
  readonly tools: readonly IndexedTool[];
  readonly servers: readonly string[];
  /** By tool, a position in `servers`. */
  readonly serverOf: Uint16Array;
  /** Postings of each part, and the number of its first tool in the joined index. */
  readonly parts: readonly { readonly postings: Unpacked; readonly offset: number }[];
  /** Term to its places: part number, term number, part number, term number … */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** Terms by their first letters, to find the family of a word (deploy, deployment). */
  readonly byStart: ReadonlyMap<string, readonly string[]>;
  /** What `frequencyOf` found, by term. */
  readonly frequencies: Map<string, Frequency>;
}

export interface Frequency {
  /** Tools whose own words the term is among. */
  readonly own: number;
  /** Those, and the ones that the concept lists add it to. */
  readonly all: number;
}

export const START_LENGTH = 4;
/** Joins the two terms of a pair; in no word. */
export const PAIRED = "+";

export function joinParts(parts: readonly IndexPart[], vocabulary: Vocabulary): SearchIndex {
  const tools = parts.flatMap((part) => part.tools);
  const servers = [...new Set(tools.map(({ server }) => server))];
  const numberOf = new Map(servers.map((server, number) => [server, number]));
  const places = new Map<string, number[]>();
  const byStart = new Map<string, string[]>();
  let offset = 0;
  const joined = parts.map((part, partNumber) => {
    const terms = part.terms === "" ? [] : part.terms.split(" ");
    for (const [termNumber, term] of terms.entries()) {
      const known = places.get(term);
      if (known) known.push(partNumber, termNumber);
      else {
        places.set(term, [partNumber, termNumber]);
        if (term.length >= START_LENGTH && !term.includes(PAIRED)) {
          const siblings = byStart.get(term.slice(0, START_LENGTH));
          if (siblings) siblings.push(term);
          else byStart.set(term.slice(0, START_LENGTH), [term]);
        }
      }
    }
    const one = { postings: unpack(part.postings, terms.length, part.tools.length), offset };
    offset += part.tools.length;
    return one;
  });
  const serverOf = Uint16Array.from(tools, ({ server }) => numberOf.get(server) ?? 0);
  return { vocabulary, tools, servers, serverOf, parts: joined, places, byStart, frequencies: new Map() };
}

/** Number of tools a term occurs in. */
export function frequencyOf(index: SearchIndex, term: string): Frequency {
  const known = index.frequencies.get(term);
  if (known) return known;
  let [own, all] = [0, 0];
  visitPostings(index, term, (_tool, mark) => {
    all += 1;
    if ((mark & IMPACT) !== 0) own += 1;
  });
  if (all > 0) index.frequencies.set(term, { own, all });
  return { own, all };
}

/** Calls `visit` for every tool a term occurs in. `mark` is the posting's byte, see postings.ts. */
export function visitPostings(index: SearchIndex, term: string, visit: (tool: number, mark: number) => void): void {
  const places = index.places.get(term) ?? [];
  for (let i = 0; i < places.length; i += 2) {
    const part = index.parts[places[i] ?? 0];
    if (!part) continue;
    const { starts, tools, marks } = part.postings;
    const at = places[i + 1] ?? 0;
    const end = starts[at + 1] ?? 0;
    for (let p = starts[at] ?? 0; p < end; p++) visit(part.offset + (tools[p] ?? 0), marks[p] ?? 0);
  }
}
