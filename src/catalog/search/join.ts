/**
 * Joins the parts of many servers to one index. Terms are merged by name; their postings stay as they were stored, so a join costs
 * about one map entry per distinct term of each part.
 */
import type { IndexPart, IndexedTool } from "./document.ts";
import { IMPACT, OFFSET } from "./postings.ts";
import type { Vocabulary } from "./vocabulary.ts";

export interface SearchIndex {
  /** The vocabulary that the parts were built with; requests are read with it. */
  readonly vocabulary: Vocabulary;
  readonly tools: readonly IndexedTool[];
  readonly servers: readonly string[];
  /** Per tool: a position in `servers`. */
  readonly serverOf: Uint16Array;
  /** Per term, alternating: the postings of a part, and the number of the part's first tool in the index. */
  readonly places: ReadonlyMap<string, readonly (string | number)[]>;
  /** Terms by their first letters, to find the family of a word (deploy, deployment). */
  readonly byStart: ReadonlyMap<string, readonly string[]>;
  readonly frequencies: Map<string, Frequency>;
}

/** Numbers of tools with a term: among their own words (`own`), and including terms added by the concept lists (`all`). */
interface Frequency {
  readonly own: number;
  readonly all: number;
}

export const START_LENGTH = 4;
/** Separates the two terms of a pair; occurs in no word. */
export const PAIRED = "+";

export function joinParts(parts: readonly IndexPart[], vocabulary: Vocabulary): SearchIndex {
  const tools = parts.flatMap((part) => part.tools);
  const servers = [...new Set(tools.map(({ server }) => server))];
  const numberOf = new Map(servers.map((server, number) => [server, number]));
  const places = new Map<string, (string | number)[]>();
  const byStart = new Map<string, string[]>();
  let offset = 0;
  for (const part of parts) {
    const postings = part.postings.split(" ");
    for (const [i, term] of part.terms.split(" ").entries()) {
      const known = places.get(term);
      if (known) known.push(postings[i] ?? "", offset);
      else {
        places.set(term, [postings[i] ?? "", offset]);
        const start = term.length < START_LENGTH || term.includes(PAIRED) ? undefined : term.slice(0, START_LENGTH);
        const siblings = start === undefined ? undefined : byStart.get(start);
        if (siblings) siblings.push(term);
        else if (start !== undefined) byStart.set(start, [term]);
      }
    }
    offset += part.tools.length;
  }
  const serverOf = Uint16Array.from(tools, ({ server }) => numberOf.get(server) ?? 0);
  return { vocabulary, tools, servers, serverOf, places, byStart, frequencies: new Map() };
}

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

/** Calls `visit` for every tool a term occurs in. `mark` is explained in postings.ts. */
export function visitPostings(index: SearchIndex, term: string, visit: (tool: number, mark: number) => void): void {
  const places = index.places.get(term) ?? [];
  const size = index.tools.length;
  for (let i = 0; i < places.length; i += 2) {
    const text = String(places[i]);
    const offset = Number(places[i + 1]) - OFFSET;
    for (let at = 0; at + 1 < text.length; at += 2) {
      const tool = offset + text.charCodeAt(at);
      // A damaged text may name tools that do not exist.
      if (tool < size) visit(tool, text.charCodeAt(at + 1) - OFFSET);
    }
  }
}
