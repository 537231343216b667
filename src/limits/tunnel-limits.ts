/** Limits on the messages and absence of a tunnel. The other end is a machine of the principal, whose servers may be third-party software. */

/** Length of one message; a longer one closes the tunnel. */
export const MAX_TUNNEL_MESSAGE_CHARS = 8 * 1024 * 1024;
/** Length of one line that a local server prints; a longer one is dropped while it is read. */
export const MAX_LOCAL_LINE_CHARS = 8_000_000;
/** Levels of one message of a local server: JSON.stringify of Node fails at some thousands. */
export const MAX_LOCAL_MESSAGE_DEPTH = 2_000;
/**
 * Characters of unrequested messages that a local server may send into its tunnel, at once and per second after that; each
 * message costs EVENT_COST_BYTES in addition. Half of what the gateway takes from a session (STREAM_BURST_BYTES), which takes no more of
 * them at all once that is exceeded.
 */
export const LOCAL_BURST_CHARS = 1024 * 1024;
export const LOCAL_CHARS_PER_SECOND = 8 * 1024;
/** Characters that wait in a tunnel's connection before the local servers that send more are read on. */
export const MAX_TUNNEL_UNSENT_CHARS = 8 * 1024 * 1024;
/** Characters that the tunnels of one credential may send unasked, at once; and per second after that. */
export const TUNNEL_BURST_CHARS = 8 * 1024 * 1024;
export const TUNNEL_CHARS_PER_SECOND = 65_536;
/** Each message to a tunnel allows for an answer of MAX_TUNNEL_MESSAGE_CHARS, and all of them together for this much. */
export const MAX_TUNNEL_ALLOWED_CHARS = 64 * 1024 * 1024;
/** Open tunnels of one principal. */
export const MAX_TUNNELS = 20;
/** Open tunnels of one credential of a principal: one key must not take those of all others. */
export const MAX_CREDENTIAL_TUNNELS = 10;
/** Unanswered requests of one session, which are stored to be sent again. */
export const MAX_TUNNEL_PENDING = 1_000;
/**
 * Time that a server of a tunnel has to answer `server/discover` before it is asked to `initialize`, in milliseconds; half of its
 * `connect_ms` where that is less. A server that ignores requests which it does not know would hold up each connection.
 */
export const TUNNEL_PROBE_MS = 5_000;
/** Time for which a server that has not answered it is not asked `server/discover` again, in milliseconds. */
export const IGNORED_PROBE_REST_MS = 86_400_000;
/** Time that a lost tunnel has to reconnect before its calls fail, in milliseconds. */
export const TUNNEL_GRACE_MS = 20_000;
