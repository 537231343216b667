/** Serves the files of the pages: style, scripts, icon. */
import { Hono } from "hono/tiny";
import type { AppEnv } from "../app-env.ts";
import { pageHeaders } from "./page-headers.ts";

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
