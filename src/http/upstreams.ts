/** `/api/v1/upstreams`: how upstreams and their credentials are doing; sign in to one, sign out of it. */
import { Hono } from "hono";
import type { Context } from "hono";
import { allowsServer } from "../auth/principal.ts";
import { gatewayOf } from "../gateway/gateway-stub.ts";
import type { AppEnv } from "./app-env.ts";
import { refuse } from "./refuse.ts";
import { toUpstream } from "./upstreams-contract.ts";

export const upstreams = new Hono<AppEnv>();

upstreams.get("/", async (c) => {
  const { id, access } = c.get("principal");
  const { mcpServers } = c.get("config");
  const reports = await gatewayOf(c.env, id).upstreams(originOf(c));
  const visible = reports.filter(({ name }) => allowsServer(access, name));
  return c.json({ upstreams: visible.map((report) => toUpstream(report, mcpServers[report.name]?.type ?? "stdio")) });
});

upstreams.post("/:name/connect", async (c) => {
  const name = visibleName(c);
  if (name === undefined) return notFound(c);
  const url = await gatewayOf(c.env, c.get("principal").id).connectUpstream(name, originOf(c));
  return url === undefined ? nobodySignsIn(c, name) : c.json({ url });
});

upstreams.post("/:name/disconnect", async (c) => {
  const name = visibleName(c);
  if (name === undefined) return notFound(c);
  const revoked = await gatewayOf(c.env, c.get("principal").id).disconnectUpstream(name);
  return revoked === undefined ? nobodySignsIn(c, name) : c.json({ revoked });
});

function originOf(c: Context<AppEnv>): string {
  return new URL(c.req.url).origin;
}

/** What credentials may not use does not exist for them. */
function visibleName(c: Context<AppEnv>): string | undefined {
  const name = c.req.param("name") ?? "";
  const exists = Object.hasOwn(c.get("config").mcpServers, name) && allowsServer(c.get("principal").access, name);
  return exists ? name : undefined;
}

function notFound(c: Context<AppEnv>) {
  const detail = "There is no upstream of this name; GET /api/v1/upstreams lists them.";
  return refuse(c, { status: 404, code: "NOT_FOUND", detail });
}

function nobodySignsIn(c: Context<AppEnv>, name: string) {
  const detail = `Nobody can sign in to ${name}; GET /api/v1/upstreams says how it is used. Signing in takes "auth": "oauth" in gateway.json.`;
  return refuse(c, { status: 409, code: "CONFLICT", detail });
}
