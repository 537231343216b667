/** Documents to an index, with the vocabulary as the assets hold it. */
import { buildPart, joinParts, openVocabulary } from "../../../src/catalog/search/index.ts";
import type { IndexPart, SearchDocument, SearchIndex } from "../../../src/catalog/search/index.ts";
import { compileVocabulary } from "../../../scripts/compile-vocabulary.ts";

// Through JSON, as it is stored: what does not survive that is missing in the Worker too.
export const vocabulary = openVocabulary(JSON.parse(JSON.stringify(compileVocabulary())));

export function partOf(documents: readonly SearchDocument[]): IndexPart {
  return buildPart(documents, vocabulary);
}

export function join(parts: readonly IndexPart[]): SearchIndex {
  return joinParts(parts, vocabulary);
}
