/** Limits on streams by which clients hear of changed tools. */

/** Time between two comparisons of the list, in milliseconds: a client hears of a change after this time at the latest, and no more often. */
export const LISTEN_CHECK_MS = 10_000;
/** How long one such stream lasts, in milliseconds. A request may ask a Gateway only so often; clients open the next by themselves. */
export const MAX_LISTEN_MS = 1_800_000;
/** Streams of one principal at a time: each asks its Gateway for the list again and again, and holds a request open. */
export const MAX_LISTENERS = 100;
/** Streams of one credential, so that one key of a principal cannot take the places of all others. */
export const MAX_LISTENERS_OF_CREDENTIAL = 50;
