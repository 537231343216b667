/**
 * `GET /tunnel`: a WebSocket from a machine that carries servers to its principal's Gateway. It answers calls in their name, so it takes credentials that
 * may do everything with those servers: a key that is held to them, and to nothing else, is enough.
 *
 * Only programs open tunnels. Browsers send a page's origin with every WebSocket, and the session cookie with those of pages on other ports,
 * which must not answer for anybody's servers.
 */
import type { Context } from "hono";
import { allowsServer, proofOf } from "../auth/principal.ts";
import { tunnelQuery } from "../contract/tunnel.ts";
import type { AppEnv } from "./app-env.ts";
import { refuse } from "./refuse.ts";

export async function openTunnel(c: Context<AppEnv>): Promise<Response> {
  const query = tunnelQuery.safeParse(c.req.query());
  if (c.req.header("upgrade")?.toLowerCase() !== "websocket" || !query.success) {
    return refuse(c, {
      code: "INVALID_REQUEST",
      detail: "A tunnel is a WebSocket. Open one with: isogate tunnel FILE.",
    });
  }
  const { id, servers } = query.data;
  const { mcpServers } = c.get("config");
  const principal = c.get("principal");
  if (c.req.header("origin") !== undefined || principal.session !== undefined) {
    const detail = "Web pages and browser sessions cannot open tunnels. Open one with a key: isogate tunnel FILE.";
    return refuse(c, { code: "FORBIDDEN", detail });
  }
  const { access } = principal;
  const beyond = servers.find((server) => !allowsServer(access, server));
  if (access.level !== "destructive" || beyond !== undefined) {
    const detail = `These credentials may not carry ${beyond ?? servers.join(", ")}: a tunnel requires a key with full access to its servers.`;
    return refuse(c, { code: "FORBIDDEN", detail });
  }
  const other = servers.find((server) => !Object.hasOwn(mcpServers, server) || mcpServers[server]?.type !== "tunnel");
  if (other !== undefined) {
    const detail = `gateway.json has no server ${other} of type "tunnel". Add it: "${other}": { "type": "tunnel" }.`;
    return refuse(c, { code: "INVALID_REQUEST", detail });
  }
  const opening = JSON.stringify({ tunnel: { id, servers }, proof: proofOf(principal) });
  const address = `https://gateway/tunnel?opening=${encodeURIComponent(opening)}`;
  return c.env.GATEWAY.getByName(principal.id).fetch(address, { headers: { upgrade: "websocket" } });
}
