/** Limits on streams by which clients hear of changed tools and resources. */

/**
 * Time between two comparisons of the list, in milliseconds: a client hears of a change after this time at the latest. It hears at once
 * while the Gateway has a connection to an upstream.
 */
export const LISTEN_CHECK_MS = 10_000;
/** Minimum time between two messages about changes, in milliseconds: what changes meanwhile is in one of them. */
export const MIN_NEWS_MS = 1_000;
/** How long one such stream lasts, in milliseconds. Clients open the next by themselves. */
export const MAX_LISTEN_MS = 1_800_000;
/** How often its Gateway is asked for news, and at most once more for the list: a request may make 1,000 subrequests. */
export const MAX_LISTEN_LOOKS = 450;
/** Streams of one principal at a time: each asks its Gateway for the list again and again, and holds a request open. */
export const MAX_LISTENERS = 100;
/** Streams of one credential, so that one key of a principal cannot take the places of all others. */
export const MAX_LISTENERS_OF_CREDENTIAL = 50;
/** Resources for which one client listens: each is a subscription at its upstream. */
export const MAX_RESOURCES_OF_LISTENER = 50;
/** Characters of the URI of such a resource. */
export const MAX_SUBSCRIBED_URI_CHARS = 2_000;
/** Stored subscriptions of a principal's sessions in which no client listens now; the oldest are forgotten. */
export const MAX_SUBSCRIPTIONS = 5_000;
/** How long news wait for a client that does not read its stream, in milliseconds; then the stream ends. */
export const MAX_UNREAD_MS = 30_000;
