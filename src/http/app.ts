/**
 * Routes and the checks in front of them, in this order: the configuration is valid → host and origin → who is calling.
 * Every refusal says what to do, as a page to browsers, as a JSON-RPC error on `/mcp`, as JSON elsewhere.
 */
import { Hono } from "hono";
import { cors } from "hono/cors";
import type { Context } from "hono";
import { authenticate } from "../auth/authenticate.ts";
import type { Principal } from "../auth/authenticate.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import { loadConfig } from "../config/load-config.ts";
import type { Env } from "../env.ts";
import { api } from "./api.ts";
import { refusalOf } from "./guards.ts";
import { serveMcp } from "./mcp-route.ts";
import { homePage, invalidConfigPage, notConfiguredPage } from "./pages.ts";

interface AppEnv {
  Bindings: Env;
  Variables: { config: GatewayConfig; principal: Principal };
}

export const app = new Hono<AppEnv>();

app.use(async (c, next) => {
  const loaded = loadConfig(c.env);
  if (!loaded.ok) {
    console.error("gateway.json is invalid:", loaded.problems.join("; "));
    return refuse(c, 500, `gateway.json is invalid: ${loaded.problems.join("; ")}`, invalidConfigPage(loaded.problems));
  }
  const { hosts = [], origins = [] } = loaded.config;
  const refusal = refusalOf(c.req.raw, { hosts, origins, local: c.env.ISOGATE_OPEN === "local" });
  if (refusal !== undefined) return refuse(c, 403, refusal);
  c.set("config", loaded.config);
  await next();
});

// The guard has let the origin in; this tells the browser so.
app.use(
  cors({
    origin: (origin) => origin,
    allowHeaders: ["Authorization", "Content-Type", "Mcp-Method", "Mcp-Name", "MCP-Protocol-Version", "X-API-Key"],
    allowMethods: ["GET", "POST"],
    maxAge: 86_400,
  }),
);

app.get("/health", (c) => c.json({ ok: true }));

app.use(async (c, next) => {
  const who = await authenticate(c.req.raw, c.env);
  if (who.ok) {
    c.set("principal", who.principal);
    return next();
  }
  switch (who.reason) {
    case "not-configured": {
      const message = "No authentication is configured: npx wrangler secret put ISOGATE_API_KEY, then deploy again.";
      return refuse(c, 503, message, notConfiguredPage());
    }
    case "missing":
      c.header("WWW-Authenticate", 'Bearer realm="isogate"');
      return refuse(c, 401, "Send the gateway's key as Authorization: Bearer … or X-API-Key.");
    case "wrong":
      c.header("WWW-Authenticate", 'Bearer realm="isogate", error="invalid_token"');
      return refuse(c, 401, "That key is not valid for this gateway.");
  }
});

app.get("/", (c) => c.html(homePage(new URL(c.req.url).origin)));

app.route("/api/v1", api);

app.all("/mcp", (c) =>
  serveMcp(c.req.raw, c.env, c.executionCtx as ExecutionContext, c.get("config"), c.get("principal")),
);

app.notFound((c) => refuse(c, 404, `There is nothing at ${c.req.path}; the MCP endpoint is /mcp.`));

app.onError((error, c) => {
  console.error(`${c.req.method} ${c.req.path}:`, error);
  return refuse(c, 500, "The gateway failed; its log says why.");
});

type Status = 401 | 403 | 404 | 500 | 503;

function refuse(c: Context<AppEnv>, status: Status, message: string, page?: Parameters<typeof c.html>[0]) {
  if (c.req.path === "/mcp" && c.req.method === "POST") {
    return c.json({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null }, status);
  }
  const wantsPage = c.req.header("accept")?.includes("text/html") === true;
  if (page !== undefined && wantsPage) return c.html(page, status);
  return c.json({ error: message }, status);
}
