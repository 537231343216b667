/** What a tunnel may send, and how long it may be away. The other end is a machine of the principal, with servers that may be anybody's. */

/** One message; longer ones close the tunnel. */
export const MAX_TUNNEL_MESSAGE_CHARS = 8 * 1024 * 1024;
/** Open at once, of one principal. */
export const MAX_TUNNELS = 20;
/** Requests of one session without an answer: they are kept, to be sent again. */
export const MAX_TUNNEL_PENDING = 1_000;
/** A tunnel that was lost has so long to come back before its calls fail. */
export const TUNNEL_GRACE_MS = 20_000;
