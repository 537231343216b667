/** Limits on descriptions of APIs. A description may be fetched from a URL, so it is as hostile as any response. */

/** Size of a decompressed description. Parsed, it takes about four times as much of the Gateway's 128 MB. GitHub's has 12,900,000. */
export const MAX_API_DOCUMENT_BYTES = 16 * 1024 * 1024;
/** Size of a description in YAML: its parser takes ten times as long as that of JSON, and keeps a node for each token. */
export const MAX_YAML_DOCUMENT_BYTES = 3 * 1024 * 1024;
/** Lines, commas, brackets and dashes of a description in YAML: its parser keeps some 300 bytes for each value. 350,000 took the Gateway's 128 MB. */
export const MAX_YAML_SIGNS = 150_000;
/** Values of a description in YAML, counting what an alias stands for at each use: nine lines of nine aliases each are a billion values. */
export const MAX_YAML_VALUES = 2_000_000;
/** Depth of a description. */
export const MAX_API_DOCUMENT_DEPTH = 500;
/** Depth of one schema in it, without references; deeper parts become `unknown`. */
export const MAX_API_SCHEMA_DEPTH = 40;
/** Parts of one schema in it, without references; further parts become `unknown`. */
export const MAX_API_SCHEMA_NODES = 20_000;
/** Parts of schemas that are looked at for all tools of a description. A shared part counts for each tool that has it. */
export const MAX_API_PARTS = 5_000_000;
/** JSON of all tools of a description, those included that are too long to be listed. A shared part is counted in each of them. */
export const MAX_API_TOOLS_CHARS = 40_000_000;
/** JSON of one operation's request plan. */
export const MAX_REQUEST_PLAN_CHARS = 50_000;
/** Length of one request's URL, and of all its headers. Servers refuse longer ones, some by closing the connection. */
export const MAX_REQUEST_TARGET_CHARS = 64_000;
/** A request's body, and its parts, fields or query parameters. A property deep inside of a form is written with the names of all that it is in. */
export const MAX_REQUEST_BODY_BYTES = 16 * 1024 * 1024;
export const MAX_REQUEST_PARTS = 50_000;
/** Length of one header of an answer that a result has: a longer one is left out, because a part of an address is another address. */
export const MAX_SHOWN_HEADER_CHARS = 8_000;
/** JSON of one result that `cache_seconds` stores, and of all stored results of one upstream. */
export const MAX_CACHED_RESULT_CHARS = 500_000;
export const MAX_CACHED_RESULTS_CHARS = 4_000_000;
/** Length of a script's GraphQL document, and of a schema, both of which are parsed token by token. GitHub's schema has 600,000. */
export const MAX_GRAPHQL_TEXT_CHARS = 100_000;
export const MAX_GRAPHQL_TOKENS = 20_000;
export const MAX_SCHEMA_TOKENS = 1_000_000;
