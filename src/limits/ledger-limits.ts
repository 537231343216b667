/** Limits on the ledger's records of one run. `ledger` in gateway.json limits those of all runs. */

/** Characters of arguments, results and log of one run; of later ones, length and hash are recorded. A loop wrote 19 MB a second. */
export const MAX_RUN_CHARS = 20_000_000;
/** Records of calls that were refused before they were sent; further ones are counted. A loop makes thousands a second, without an upstream. */
export const MAX_REFUSED_CALLS = 2_000;
/** Length of the message of a call's failure. */
export const MAX_CALL_MESSAGE_CHARS = 2_000;
/** Length of the message of a run's failure, and of its stack. A refused request can have option names of megabytes. */
export const MAX_RUN_MESSAGE_CHARS = 8_000;
export const MAX_RUN_STACK_CHARS = 16_384;
/** Length of a server's or tool's name as a script wrote it. */
export const MAX_RECORDED_NAME_CHARS = 300;
/** Length of what a run's client says of itself. */
export const MAX_RECORDED_CLIENT_CHARS = 200;
/** Characters of arguments and results that are compared to find where the arguments of one run came from. */
export const MAX_COMPARED_CHARS = 4_000_000;
/** Places that such a comparison returns. */
export const MAX_ORIGINS = 500;
/** The ledger is pruned each time this number of characters was written, also during a run. */
export const PRUNE_EVERY_CHARS = 10_000_000;
/** The share of the retained runs that is reserved for the newest; see gateway/store/retention.ts. */
export const NEWEST_SHARE = 0.5;
