/** Limits on the storage of a principal's durable runs, and on the time they are stored. A script in a loop could otherwise fill the storage. */

/** UTF-16 length of one run's journal with its request, which reach a Worker as one message of at most 32 MiB. */
export const MAX_JOURNAL_LENGTH = 16_000_000;
/** UTF-16 length of the entries of a journal that a run's Worker holds back until the next call. Longer ones are sent at once. */
export const MAX_UNWRITTEN_LENGTH = 2_000_000;
/** UTF-16 length of all journals together. */
export const MAX_ALL_JOURNALS_LENGTH = 64_000_000;
/** Number of runs that have not ended. */
export const MAX_UNFINISHED_RUNS = 200;
/** Number of them that one credential has, with the tokens that it has approved, so that one key of a principal cannot take the places of all others. */
export const MAX_UNFINISHED_RUNS_OF_CREDENTIAL = 100;
/** Approvals of one run that are waiting for a decision. */
export const MAX_WAITING_OF_RUN = 500;
/** Approvals of all runs that are waiting for a decision. */
export const MAX_WAITING_APPROVALS = 2_000;
/** Time for which the outcome of an ended run is stored, in milliseconds. */
export const OUTCOME_KEPT_MS = 86_400_000;
/** UTF-16 length of all stored outcomes of a principal's ended runs; the oldest are deleted first. */
export const MAX_ALL_OUTCOMES_LENGTH = 64_000_000;
/** Number of stored outcomes; the oldest are deleted first. */
export const MAX_OUTCOMES = 10_000;
/** Time for which a run is stored that was cut off and not resumed, in milliseconds. */
export const CUT_RUN_KEPT_MS = 86_400_000;
