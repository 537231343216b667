/** Limits on upstreams that admins add while the gateway runs. Every Gateway holds all of them. */

export const MAX_ADDED_UPSTREAMS = 100;
/** JSON of one entry. A description of an API is longer; it is given by its address. */
export const MAX_ADDED_ENTRY_CHARS = 16_000;
/** Names that are switched off: those of gateway.json and of added upstreams, also after gateway.json has lost them. */
export const MAX_DISABLED_UPSTREAMS = 1_000;
