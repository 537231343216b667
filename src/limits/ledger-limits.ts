/** What the ledger keeps of one run, however much the run does; how much it keeps of all is for gateway.json to say (`ledger`). */

/** Characters of arguments, results and log of one run; what comes after is known by length and hash. A loop wrote 19 MB a second. */
export const MAX_RUN_CHARS = 20_000_000;
/** Calls that were refused before they were sent; the others are counted. They need no upstream, so a loop makes thousands a second. */
export const MAX_REFUSED_CALLS = 2_000;
/** Of a call's failure. */
export const MAX_CALL_MESSAGE_CHARS = 2_000;
/** Of a run's failure; a stack may be as long again. A refused request can name options of megabytes. */
export const MAX_RUN_MESSAGE_CHARS = 8_000;
export const MAX_RUN_STACK_CHARS = 16_384;
/** Names of a server or a tool as a script wrote them. */
export const MAX_RECORDED_NAME_CHARS = 300;
/** What is kept is counted again after so much was written, also while a run goes on. */
export const PRUNE_EVERY_CHARS = 10_000_000;
/** The share of the retained runs that is reserved for the newest; see gateway/store/retention.ts. */
export const NEWEST_SHARE = 0.5;
