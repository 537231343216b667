/**
 * Builds an index part from the documents of one server. Fields are weighted as in BM25F: a term's counts are weighted per field,
 * damped by field length, added up, and saturated into one impact.
 */
import { PART_VERSION, type IndexPart, type IndexedTool, type SearchDocument } from "./document.ts";
import { PAIRED } from "./join.ts";
import { postingOf } from "./postings.ts";
import { firstSentence } from "./tokenise.ts";
import { verbsOfTool } from "./verbs.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { FIELDS, LENGTH_DAMPING, PAIR, SATURATION, SERVER_NAME, SHARED, type Field } from "./weights.ts";

const MAX_PARAMETERS = 200;
/** Fewer tools may have a word in common because they do similar things. */
const MIN_SHARING = 5;
const MAX_SHARED = 4;

export function buildPart(documents: readonly SearchDocument[], vocabulary: Vocabulary): IndexPart {
  const postings = new Map<string, string>();
  const shared = sharedTerms(documents, vocabulary);
  const tools = documents.map((document, number) => {
    const { name, description } = document;
    const verbs = verbsOfTool(vocabulary.allTerms(name), description, vocabulary);
    const concepts = conceptsOf(document, verbs, vocabulary);
    const weights = weigh(document, shared, vocabulary);
    for (const term of new Set([...weights.keys(), ...concepts])) {
      const weight = weights.get(term) ?? 0;
      const posting = postingOf(number, weight / (weight + SATURATION), concepts.has(term));
      postings.set(term, (postings.get(term) ?? "") + posting);
    }
    const about = vocabulary.terms(name).filter((term) => vocabulary.verbClasses(term) === 0 && !shared.has(term));
    return indexed(document, verbs, [...new Set(about)]);
  });
  return {
    version: PART_VERSION,
    tools,
    terms: [...postings.keys()].join(" "),
    postings: [...postings.values()].join(" "),
  };
}

function indexed(document: SearchDocument, verbs: number, about: readonly string[]): IndexedTool {
  const { server, tool, name, readOnly, destructive } = document;
  return { server, tool, name, verbs, about, ...(readOnly && { readOnly }), ...(destructive && { destructive }) };
}

/**
 * @returns the terms that nearly all names of the server's tools have, as a prefix does: they are words of the server, and tell no tools apart.
 *   A few at most, so that a server gains nothing by words that it writes into all names.
 */
function sharedTerms(documents: readonly SearchDocument[], { terms }: Vocabulary): ReadonlySet<string> {
  if (documents.length < MIN_SHARING) return new Set();
  const counts = new Map<string, number>();
  for (const { name } of documents) {
    for (const term of new Set(terms(name))) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const enough = SHARED * documents.length;
  const shared = [...counts].filter(([, count]) => count >= enough).map(([term]) => term);
  return new Set(shared.slice(0, MAX_SHARED));
}

function weigh(document: SearchDocument, shared: ReadonlySet<string>, { terms }: Vocabulary): Map<string, number> {
  const { name, title = name, description, server } = document;
  const parameters = document.parameters.slice(0, MAX_PARAMETERS);
  const first = firstSentence(description);
  const names = (title === name ? [name] : [name, title]).map(terms);
  const fields: readonly (readonly [Field, readonly string[]])[] = [
    [FIELDS.name, names.flat().filter((term) => !shared.has(term))],
    [FIELDS.firstSentence, terms(first)],
    [FIELDS.description, terms(description.slice(first.length))],
    [FIELDS.parameterNames, parameters.flatMap((one) => terms(one.name))],
    [FIELDS.parameterDescriptions, parameters.flatMap((one) => terms(one.description))],
    [FIELDS.parameterValues, parameters.flatMap(({ values }) => values.flatMap(terms))],
  ];
  const weights = new Map<string, number>();
  const add = (term: string, weight: number): void => void weights.set(term, (weights.get(term) ?? 0) + weight);
  for (const [{ weight, typicalLength }, found] of fields) {
    const scale = weight / (1 - LENGTH_DAMPING + (LENGTH_DAMPING * found.length) / typicalLength);
    for (const term of found) add(term, scale);
  }
  const ofServer = new Set(terms(server));
  for (const term of ofServer) add(term, SERVER_NAME);
  for (const term of shared) if (!ofServer.has(term)) add(term, SERVER_NAME / shared.size);
  for (const field of [...names, terms(first)]) {
    for (const [i, term] of field.entries()) if (i > 0) weights.set(`${field[i - 1]}${PAIRED}${term}`, PAIR);
  }
  return weights;
}

/** @returns terms that people use for the tool's subject: a tool named `create_refund` is also found by "money back" */
export function conceptsOf(
  { name, title = "", server }: Pick<SearchDocument, "name" | "title" | "server">,
  verbs: number,
  vocabulary: Vocabulary,
): Set<string> {
  const own = new Set([name, title, server].flatMap(vocabulary.allTerms));
  const found = new Set<string>();
  for (const key of own) {
    for (const { requirements, said } of vocabulary.conceptsOf(key)) {
      const fits = requirements.every(({ term, classes }) => own.has(term) || (classes & verbs) !== 0);
      if (fits) for (const one of said) if (!own.has(one)) found.add(one);
    }
  }
  return found;
}
