/** Serves the dashboard to signed-in people: one page, whose scripts do the rest, and the session behind it. */
import { Hono } from "hono/tiny";
import { allowsServer } from "../../auth/principal.ts";
import { hasSession } from "../../auth/session.ts";
import type { AppEnv } from "../app-env.ts";
import { labelOf } from "../principal-label.ts";
import { pageHeaders } from "./page-headers.ts";

export const dashboard = new Hono<AppEnv>();

dashboard.use(pageHeaders);

dashboard.get("/session", async (c) => {
  const { id, role, access, credential } = c.get("principal");
  const label = await labelOf(c.env, { id, ...(credential !== undefined && { credential }) });
  c.header("Cache-Control", "no-store");
  const servers = Object.keys(c.get("config").mcpServers).filter((name) => allowsServer(access, name));
  return c.json({ principal: id, label, role, access, servers, by_cookie: hasSession(c.req.raw) });
});

dashboard.get("*", async (c) => {
  const shell = await c.env.ASSETS.fetch(new Request("https://assets/dashboard/", { headers: c.req.raw.headers }));
  const headers = new Headers(shell.headers);
  headers.set("Cache-Control", "no-cache");
  return new Response(shell.body, { status: shell.status, headers });
});
