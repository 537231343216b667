/**
 * Routes and the checks in front of them, in this order: the configuration is valid → host and origin → who is calling.
 * Every refusal says what to do (refuse.ts).
 */
import { originOf } from "./origin.ts";
import { Hono } from "hono/tiny";
import { cors } from "hono/cors";
import type { AppEnv } from "./app-env.ts";
import { api } from "./api/api.ts";
import { approvalLink } from "./approval-link.ts";
import { dashboard, assets } from "./dashboard/dashboard.ts";
import { publicRoutes } from "./dashboard/public-routes.ts";
import { wantsPage } from "./dashboard/sign-in-path.ts";
import { refusalOf } from "./guards.ts";
import { serveMcp } from "./mcp-route.ts";
import { pageHeaders } from "./page-headers.ts";
import { homePage, invalidConfigPage } from "./pages.ts";
import { oauth } from "./authorization/routes.ts";
import { refusalAfter, refuse } from "./refuse.ts";
import { discardBody } from "./request-body.ts";
import { requirePrincipal } from "./require-principal.ts";
import { TUNNEL_PATH } from "../contract/tunnel.ts";
import { LONG_ANSWER } from "./api/answer-when-done.ts";
import { serverCard } from "./server-card.ts";
import { openTunnel } from "./tunnel.ts";
import { upstreamSignIn } from "./upstream-sign-in.ts";
import { currentConfig } from "../worker/current-config.ts";

export const app = new Hono<AppEnv>();

app.use(async (c, next) => {
  await next();
  await discardBody(c.req.raw);
});

// Before the configuration and the host are looked at, because pages that say what is wrong with these are styled, too. They are the
// same for everybody and hold no secret.
app.route("/dashboard/assets", assets);

app.use(async (c, next) => {
  const loaded = await currentConfig(c.env);
  if (!loaded.ok) {
    const problems = loaded.problems.map(({ text }) => text);
    const detail = `gateway.json is invalid: ${problems.join("; ")}`;
    return refuse(c, { code: "INVALID_CONFIG", detail, page: invalidConfigPage(problems) });
  }
  const { hosts = [], origins = [] } = loaded.config;
  const refusal = refusalOf(c.req.raw, { hosts, origins, local: c.env.ISOGATE_OPEN === "local" });
  if (refusal !== undefined) return refuse(c, { code: "HOST_NOT_ALLOWED", detail: refusal });
  c.set("config", loaded.config);
  await next();
});

// The guard has let the origin in; this tells the browser so.
app.use(
  cors({
    origin: (origin) => origin,
    allowHeaders: [
      "Authorization",
      "Content-Type",
      "Mcp-Method",
      "Mcp-Name",
      "MCP-Protocol-Version",
      "Mcp-Session-Id",
      "X-API-Key",
    ],
    allowMethods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    exposeHeaders: ["WWW-Authenticate", "Retry-After", "Mcp-Session-Id", "X-Total-Count"],
    maxAge: 86_400,
  }),
);

app.get("/health", (c) => c.json({ ok: true }));

app.route("/", serverCard);

// Shared caches keep answers to `Authorization` to themselves, but know nothing of X-API-Key and cookies (RFC 9111, 3.5).
app.use("/api/*", async (c, next) => {
  await next();
  if (c.res.headers.get("cache-control") !== LONG_ANSWER) c.header("Cache-Control", "no-store");
  c.header("X-Content-Type-Options", "nosniff");
});

app.route("/", oauth);
app.route("/dashboard", publicRoutes);

// Opened in browsers that may not be signed in to the gateway; what lets them in is in the link.
app.route("/oauth/upstream", upstreamSignIn);

app.use(requirePrincipal);

app.get("/", async (c) =>
  wantsPage(c.req.raw) ? c.redirect("/dashboard") : c.html(await homePage(originOf(c)), 200, pageHeaders()),
);

app.route("/dashboard", dashboard);

app.route("/approve", approvalLink);

app.get(TUNNEL_PATH, openTunnel);

app.route("/api/v1", api);

// Clients that open a stream with GET ask for text/event-stream.
app.get("/mcp", (c, next) => (wantsPage(c.req.raw) ? c.html(homePage(originOf(c)), 200, pageHeaders()) : next()));

app.all("/mcp", serveMcp);

app.notFound((c) => {
  const detail = `There is no page or endpoint ${c.req.path}; the MCP endpoint is /mcp.`;
  return refuse(c, { code: "NOT_FOUND", detail });
});

app.onError((error, c) => refuse(c, refusalAfter(error, c)));
