/**
 * What travels through a tunnel: `isogate tunnel` opens a WebSocket to its gateway, and JSON-RPC messages of MCP go both ways, each with the server and the
 * session that it belongs to. A request that the gateway sends again after a reconnection has the id that it had: it is not carried out twice.
 */
import * as z from "zod";

export const TUNNEL_PATH = "/tunnel";
/** Sent by the command so often, and answered by the platform without waking the gateway. */
export const TUNNEL_PING = "ping";
export const TUNNEL_PONG = "pong";
export const TUNNEL_PING_MS = 20_000;

const at = { server: z.string().min(1).max(64), session: z.string().min(1).max(64) };

export const tunnelFrame = z.strictObject({ ...at, message: z.record(z.string(), z.unknown()) });

export type TunnelFrame = z.output<typeof tunnelFrame>;

/** The query of the address. */
export const tunnelQuery = z.strictObject({
  /** Of the process: the same after a reconnection. */
  id: z.uuid(),
  /** Names in gateway.json, separated by commas. */
  servers: z
    .string()
    .max(1_200)
    .transform((text) => text.split(",").filter((name) => name !== ""))
    .pipe(z.array(z.string().max(64)).min(1).max(50)),
});
