/** Names in the script's scope that only rewritten code uses. */

/** The object with the functions that rewritten code waits with; see guest/sync.js. */
export const SYNC = "$mcpproxy";

/** The name that loads guest/wire.js, for scripts that read results in wire form. */
export const WIRE = "$mcpproxy_wire";

/** The name that loads guest/wire-blocks.js instead, for scripts that read `content` as a list of blocks. */
export const BLOCKS = "$mcpproxy_blocks";

/** The name that loads guest/last.js, for scripts whose value is read last. */
export const LAST = "$mcpproxy_last";
