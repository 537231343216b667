/** Limits on the part of a run that its answer shows. */

/** Length of the preview of a value that is over the budget, unless the budget is smaller. */
export const MAX_PREVIEW_CHARS = 6_000;
/** Characters of a run's log in its answer; the whole has a handle. */
export const MAX_SHOWN_LOG_CHARS = 16_000;
