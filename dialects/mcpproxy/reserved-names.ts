/** Names in scope that only the rewriting mentions. */

/** What waiting is written with; see guest/sync.js. */
export const SYNC = "$mcpproxy";

/** Loaded for scripts that look at results in wire form; see guest/wire.js. */
export const WIRE = "$mcpproxy_wire";
