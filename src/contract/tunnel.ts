/**
 * The frames of a tunnel: `isogate tunnel` opens a WebSocket to its gateway, and JSON-RPC messages of MCP are sent in both directions,
 * each with its server and session. A request that the gateway repeats after a reconnection keeps its id, so that it is not executed
 * twice.
 */
import * as z from "zod";

export const TUNNEL_PATH = "/tunnel";
/** Sent by the command every TUNNEL_PING_MS, and answered by the platform without waking the gateway. */
export const TUNNEL_PING = "ping";
export const TUNNEL_PONG = "pong";
export const TUNNEL_PING_MS = 20_000;

/** The `data` of an error in place of an answer that is lost: the server may have carried out the request. */
export const ANSWER_LOST = "isogate:answer-lost";

const at = { server: z.string().min(1).max(64), session: z.string().min(1).max(64) };

export const tunnelFrame = z.strictObject({ ...at, message: z.record(z.string(), z.unknown()) });

export type TunnelFrame = z.output<typeof tunnelFrame>;

/** The query parameters of the tunnel's URL. */
export const tunnelQuery = z.strictObject({
  /** The id of the process, which stays the same after a reconnection. */
  id: z.uuid(),
  /** Server names in gateway.json, separated by commas. */
  servers: z
    .string()
    .max(1_200)
    .transform((text) => text.split(",").filter((name) => name !== ""))
    .pipe(z.array(z.string().max(64)).min(1).max(50)),
});
