/**
 * Serves the dashboard to signed-in people: one page, whose scripts do the rest, and the session behind it. Its style, scripts and icon are
 * for everybody.
 */
import { Hono } from "hono/tiny";
import { allowsServer } from "../../auth/principal.ts";
import { hasSession } from "../../auth/session.ts";
import type { AppEnv } from "../app-env.ts";
import { labelOf } from "../principal-label.ts";
import { pageHeaders } from "./page-headers.ts";

/** The files of the pages: style, scripts, icon. */
export const assets = new Hono<AppEnv>();

assets.use(pageHeaders);

assets.get("/:name", async (c) => {
  const name = c.req.param("name");
  const request = new Request(`https://assets/dashboard/${encodeURIComponent(name)}`, { headers: c.req.raw.headers });
  const asset = await c.env.ASSETS.fetch(request);
  const headers = new Headers(asset.headers);
  // Chunks are named by their content and cached permanently; files with fixed names are revalidated by their ETag.
  headers.set("Cache-Control", /-[A-Z0-9]{8}\./.test(name) ? "public, max-age=31536000, immutable" : "no-cache");
  return new Response(asset.body, { status: asset.status, headers });
});

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
