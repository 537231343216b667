/** What a principal's durable runs may take of its storage, and how long they are kept. A script in a loop could fill the storage otherwise. */

/** UTF-16 length of one run's journal. */
export const MAX_JOURNAL_LENGTH = 16_000_000;
/** UTF-16 length of all journals together. */
export const MAX_ALL_JOURNALS_LENGTH = 64_000_000;
/** Runs that have not ended. */
export const MAX_UNFINISHED_RUNS = 200;
/** Approvals of one run that wait for a decision. */
export const MAX_WAITING_OF_RUN = 500;
/** Approvals of all runs that wait for a decision. */
export const MAX_WAITING_APPROVALS = 2_000;
/** How long the outcome of a run can be asked for after it has ended, in milliseconds. */
export const OUTCOME_KEPT_MS = 86_400_000;
/** How long a run is kept that was cut off and that nobody resumed, in milliseconds. */
export const CUT_RUN_KEPT_MS = 86_400_000;
