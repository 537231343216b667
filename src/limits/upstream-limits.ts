/** What an upstream may send, before anything looks at it. */

/** Levels of a value that goes to or comes from an upstream; the platform's RPC and JSON fail at some thousands. A guest's own values have at most 200. */
export const MAX_VALUE_DEPTH = 200;
