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

/**
 * A notification of the command's own, in the place of a message: the first line of a process that is no message of MCP. A gateway that does
 * not know it drops it.
 */
export const NO_MESSAGE = "notifications/isogate/no-message";
/** The `params` of NO_MESSAGE. */
export const noMessageParams = z.object({ line: z.string().max(2_000) });

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
