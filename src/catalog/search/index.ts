/**
 * Tool search: finds tools for requests in plain language. Pure: documents in, ranked paths out. `buildPart` once per
 * catalog hash, `joinParts` once per set of installed catalogs, `search` per request.
 */

export { PART_VERSION } from "./document.ts";
export type { IndexPart, SearchDocument } from "./document.ts";
export { buildPart } from "./index-part.ts";
export { joinParts } from "./join.ts";
export type { SearchIndex } from "./join.ts";
export { search } from "./search.ts";
export type { Hit, SearchResult } from "./search.ts";
export { openVocabulary } from "./vocabulary.ts";
export type { Vocabulary } from "./vocabulary.ts";
