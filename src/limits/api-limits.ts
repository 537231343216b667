/** What a description of an API may cost. It may come from an address, so it is an enemy's like every answer. */

/** A description, decompressed. Parsed it takes about four times as much of the Gateway's 128 MB. GitHub's has 12,900,000. */
export const MAX_API_DOCUMENT_BYTES = 16 * 1024 * 1024;
/** In YAML: its parser takes ten times as long as that of JSON, and keeps a node for each token. */
export const MAX_YAML_DOCUMENT_BYTES = 3 * 1024 * 1024;
/** Uses of one YAML anchor, multiplied by those inside it: nine lines of nine aliases each are a billion values. */
export const MAX_YAML_ALIASES = 1_000;
/** Levels of a description. */
export const MAX_API_DOCUMENT_DEPTH = 500;
/** Levels of one schema of it, references not counted; what is deeper is `unknown`. */
export const MAX_API_SCHEMA_DEPTH = 40;
/** Parts of one schema of it, references not counted; what comes after is `unknown`. */
export const MAX_API_SCHEMA_NODES = 20_000;
/** JSON of one operation's request plan. */
export const MAX_REQUEST_PLAN_CHARS = 50_000;
/** Of one request: the whole address, and all headers. Servers refuse longer ones, some by closing the connection. */
export const MAX_REQUEST_TARGET_CHARS = 64_000;
/** JSON of one result that `cache_seconds` keeps, and of all that are kept of one upstream. */
export const MAX_CACHED_RESULT_CHARS = 500_000;
export const MAX_CACHED_RESULTS_CHARS = 4_000_000;
/** Of a GraphQL document that a script writes, and of a schema: parsing takes a token at a time. GitHub's schema has 600,000. */
export const MAX_GRAPHQL_TEXT_CHARS = 100_000;
export const MAX_GRAPHQL_TOKENS = 20_000;
export const MAX_SCHEMA_TOKENS = 1_000_000;
