// Parts of many servers to one searchable index. Terms are merged by name; postings stay where they were unpacked, so a
// join costs about one map entry per distinct term of each part.

import type { IndexPart } from "./document.ts";
import { IMPACT, unpack } from "./postings.ts";
import type { Unpacked } from "./postings.ts";
import type { Vocabulary } from "./vocabulary.ts";

interface Joined {
  readonly unpacked: Unpacked;
  /** Number of this part's first document in the joined index. */
  readonly offset: number;
}

export interface SearchIndex {
  /** Requests are read with the vocabulary the parts were built with. */
  readonly vocabulary: Vocabulary;
  readonly parts: readonly Joined[];
  /** Term to its places: part number, term number, part number, term number … */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** Terms by their first letters, to find the family of a word (deploy, deployment). */
  readonly byStart: ReadonlyMap<string, readonly string[]>;
  readonly servers: readonly string[];
  readonly serverOf: Uint16Array;
  readonly tools: readonly string[];
  readonly names: readonly string[];
  readonly flags: Uint8Array;
  readonly verbs: Uint16Array;
  /** Terms of each tool's name. */
  readonly nameTerms: readonly (readonly string[])[];
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

export function joinParts(parts: readonly IndexPart[], vocabulary: Vocabulary): SearchIndex {
  const size = parts.reduce((sum, part) => sum + part.tools.length, 0);
  const servers: string[] = [];
  const numberOf = new Map<string, number>();
  const serverOf = new Uint16Array(size);
  const flags = new Uint8Array(size);
  const verbs = new Uint16Array(size);
  const tools: string[] = [];
  const names: string[] = [];
  const nameTerms: string[][] = [];
  const places = new Map<string, number[]>();
  const byStart = new Map<string, string[]>();
  const joined: Joined[] = [];

  for (const [partNumber, part] of parts.entries()) {
    const offset = tools.length;
    for (const server of part.servers) {
      if (numberOf.has(server)) continue;
      numberOf.set(server, servers.length);
      servers.push(server);
    }
    for (const [i, tool] of part.tools.entries()) {
      const original = part.names[i];
      tools.push(tool);
      names.push(original === undefined || original === "" ? tool : original);
      nameTerms.push((part.nameTerms[i] ?? "").split(" ").filter(Boolean));
      serverOf[offset + i] = numberOf.get(part.servers[part.serverOf[i] ?? 0] ?? "") ?? 0;
      flags[offset + i] = part.flags[i] ?? 0;
      verbs[offset + i] = part.verbs[i] ?? 0;
    }
    const terms = part.terms === "" ? [] : part.terms.split(" ");
    for (const [termNumber, term] of terms.entries()) {
      const known = places.get(term);
      if (known) {
        known.push(partNumber, termNumber);
        continue;
      }
      places.set(term, [partNumber, termNumber]);
      if (term.length < START_LENGTH || term.includes("+")) continue;
      const start = term.slice(0, START_LENGTH);
      const siblings = byStart.get(start);
      if (siblings) siblings.push(term);
      else byStart.set(start, [term]);
    }
    joined.push({ unpacked: unpack(part.postings, terms.length, part.tools.length), offset });
  }
  return {
    vocabulary,
    parts: joined,
    places,
    byStart,
    servers,
    serverOf,
    tools,
    names,
    flags,
    verbs,
    nameTerms,
    frequencies: new Map(),
  };
}

/** Number of tools a term occurs in. */
export function frequencyOf(index: SearchIndex, term: string): Frequency {
  const known = index.frequencies.get(term);
  if (known) return known;
  let own = 0;
  let all = 0;
  visitPostings(index, term, (_document, mark) => {
    all += 1;
    if ((mark & IMPACT) > 0) own += 1;
  });
  const found = { own, all };
  if (all > 0) index.frequencies.set(term, found);
  return found;
}

/** Calls `visit` for every tool a term occurs in. `mark` is the posting's byte, see postings.ts. */
export function visitPostings(index: SearchIndex, term: string, visit: (document: number, mark: number) => void): void {
  const places = index.places.get(term) ?? [];
  for (let i = 0; i < places.length; i += 2) {
    const part = index.parts[places[i] ?? 0];
    if (!part) continue;
    const { starts, documents, marks } = part.unpacked;
    const at = places[i + 1] ?? 0;
    const end = starts[at + 1] ?? 0;
    for (let p = starts[at] ?? 0; p < end; p++) visit(part.offset + (documents[p] ?? 0), marks[p] ?? 0);
  }
}
