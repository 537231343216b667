// Parts of many servers to one searchable index. Terms are merged by name; postings stay where they were unpacked, so a
// join costs about one map entry per distinct term of each part.

import type { IndexPart } from "./document.ts";
import { unpack } from "./postings.ts";
import type { Unpacked } from "./postings.ts";
import { serverWords } from "./server-mentions.ts";
import type { Vocabulary } from "./vocabulary.ts";

interface Joined {
  readonly unpacked: Unpacked;
  /** Number of this part's first document in the joined index. */
  readonly offset: number;
}

export interface SearchIndex {
  /** Requests are read with the vocabulary the parts were built with. */
  readonly vocabulary: Vocabulary;
  /** What `documentFrequency` found, by term. */
  readonly frequencies: Map<string, number>;
  readonly parts: readonly Joined[];
  /** Term to its places: part number, term number, part number, term number … */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** Terms by their first four letters, to find cousins of a word (deploy, deployment). */
  readonly byStart: ReadonlyMap<string, readonly string[]>;
  readonly servers: readonly string[];
  /** Word of a server name to the servers that bear it. */
  readonly serversByWord: ReadonlyMap<string, readonly number[]>;
  readonly serverOf: Uint16Array;
  readonly tools: readonly string[];
  readonly names: readonly string[];
  readonly flags: Uint8Array;
  readonly verbs: Uint16Array;
  readonly nameWords: Uint8Array;
  readonly heads: readonly string[];
}

export const START_LENGTH = 4;
/** Impact from which a tool is about a term; what only mentions it hardly makes the term less telling. */
const ABOUT = 20;
const MENTION = 0.1;

export function joinParts(parts: readonly IndexPart[], vocabulary: Vocabulary): SearchIndex {
  const size = parts.reduce((sum, part) => sum + part.tools.length, 0);
  const servers: string[] = [];
  const numberOf = new Map<string, number>();
  const serverOf = new Uint16Array(size);
  const flags = new Uint8Array(size);
  const verbs = new Uint16Array(size);
  const nameWords = new Uint8Array(size);
  const tools: string[] = [];
  const names: string[] = [];
  const heads: string[] = [];
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
      heads.push(part.heads[i] ?? "");
      names.push(original === undefined || original === "" ? tool : original);
      serverOf[offset + i] = numberOf.get(part.servers[part.serverOf[i] ?? 0] ?? "") ?? 0;
      flags[offset + i] = part.flags[i] ?? 0;
      verbs[offset + i] = part.verbs[i] ?? 0;
      nameWords[offset + i] = Math.min(255, part.nameWords[i] ?? 0);
    }
    const terms = part.terms === "" ? [] : part.terms.split(" ");
    for (const [termNumber, term] of terms.entries()) {
      const known = places.get(term);
      if (known) {
        known.push(partNumber, termNumber);
        continue;
      }
      places.set(term, [partNumber, termNumber]);
      if (term.length < START_LENGTH) continue;
      const start = term.slice(0, START_LENGTH);
      const siblings = byStart.get(start);
      if (siblings) siblings.push(term);
      else byStart.set(start, [term]);
    }
    joined.push({ unpacked: unpack(part.postings, terms.length, part.tools.length), offset });
  }
  const serversByWord = serverWords(servers);
  return {
    frequencies: new Map(),
    vocabulary,
    parts: joined,
    places,
    byStart,
    servers,
    serversByWord,
    serverOf,
    tools,
    names,
    flags,
    verbs,
    nameWords,
    heads,
  };
}

/** Number of tools a term occurs in; those that only mention it count for a tenth. At least 1 where it occurs at all. */
export function documentFrequency(index: SearchIndex, term: string): number {
  const known = index.frequencies.get(term);
  if (known !== undefined) return known;
  let count = 0;
  visitPostings(index, term, (_document, mark) => {
    count += (mark & 127) >= ABOUT ? 1 : MENTION;
  });
  if (count > 0) count = Math.max(1, count);
  index.frequencies.set(term, count);
  return count;
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

/** Whether any tool has the term in its name. */
export function appearsInNames(index: SearchIndex, term: string): boolean {
  let found = false;
  visitPostings(index, term, (_document, mark) => {
    found ||= mark >= 128;
  });
  return found;
}
