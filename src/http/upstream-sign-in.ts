/**
 * `/oauth/upstream/:server/…`: where a person's browser goes to sign in to an upstream. It need not be signed in to the gateway: the
 * ticket in the link says for whom. Opening the link shows what is about to happen and does nothing, so that no preview uses it up;
 * pressing the button binds the sign-in to this browser by a cookie and leaves for the authorization server.
 */
import { originOf } from "./origin.ts";
import { Hono } from "hono/tiny";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import { authenticate } from "../auth/authenticate.ts";
import { gatewayAt } from "../gateway/gateway-stub.ts";
import type { GatewayStub } from "../gateway/gateway-stub.ts";
import { clientDocument } from "../upstream/credentials/oauth-client.ts";
import { readForm } from "../auth/oauth/read-form.ts";
import type { AppEnv } from "./app-env.ts";
import { authorityOf } from "./authority.ts";
import { readStrangerBody } from "./request-body.ts";
import { connectPage, connectedPage, notConnectedPage } from "./upstream-sign-in-pages.ts";

/** A little longer than a sign-in may take. */
const COOKIE_SECONDS = 900;
const BROWSER_SECRET = /^[0-9a-f]{64}$/;

export const upstreamSignIn = new Hono<AppEnv>();

/** The link is a secret while it lasts: kept in no cache, sent to no other site, shown in no frame. */
upstreamSignIn.use(
  createMiddleware(async (c, next) => {
    await next();
    c.header("Cache-Control", "no-store");
    // Not no-referrer: with it, browsers call the origin of the form "null".
    c.header("Referrer-Policy", "same-origin");
    c.header(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    );
    c.header("X-Content-Type-Options", "nosniff");
  }),
);

/** Whoever is known to be somebody else may not go on: they would put their own account at another's disposal. */
upstreamSignIn.use(
  createMiddleware<AppEnv>(async (c, next) => {
    if (!c.req.header("authorization") && !c.req.header("x-api-key")) return next();
    const { origin } = new URL(c.req.url);
    const who = await authenticate(c.req.raw, c.env, c.get("config").auth, authorityOf(c.env));
    if (who.kind !== "principal")
      return c.html(notConnectedPage("Those credentials are not valid for this gateway."), 401);
    const named = await tokenOf(c);
    const id = c.env.GATEWAY.idFromName(who.principal.id).toString();
    if (named === undefined || named.startsWith(`isogate_${id}_`)) return next();
    return c.html(notConnectedPage(`This link is for another account of ${origin} than yours.`), 403);
  }),
);

upstreamSignIn.get("/:server/client.json", (c) => {
  const server = c.req.param("server");
  const { mcpServers } = c.get("config");
  const config = Object.hasOwn(mcpServers, server) ? mcpServers[server] : undefined;
  if (config === undefined || !("auth" in config) || !isOAuth(config.auth)) return c.notFound();
  return c.json(clientDocument(originOf(c), server));
});

upstreamSignIn.get("/:server/start", async (c) => {
  const server = c.req.param("server");
  const ticket = c.req.query("ticket") ?? "";
  const { origin } = new URL(c.req.url);
  const isOpen = await gatewayAt(c.env, ticket)?.gateway.isTicketOpen(server, ticket, origin);
  if (isOpen !== true) return c.html(notConnectedPage(USED_UP), 400);
  return c.html(connectPage({ server, origin, ticket }));
});

upstreamSignIn.post("/:server/start", async (c) => {
  const { origin, protocol } = new URL(c.req.url);
  const ticket = (await tokenOf(c)) ?? "";
  const gateway = gatewayAt(c.env, ticket)?.gateway;
  if (gateway === undefined) return c.html(notConnectedPage(USED_UP), 400);
  const browser = browserSecret(c) ?? crypto.getRandomValues(new Uint8Array(32)).toHex();
  const begun = await gateway.beginSignIn(c.req.param("server"), ticket, origin, browser);
  if (!begun.ok) return c.html(notConnectedPage(begun.message), 400);
  const isSecure = protocol === "https:";
  setCookie(c, cookieName(c), browser, {
    path: "/",
    httpOnly: true,
    secure: isSecure,
    sameSite: "Lax",
    maxAge: COOKIE_SECONDS,
  });
  return c.redirect(begun.url, 303);
});

upstreamSignIn.get("/:server/callback", async (c) => {
  const server = c.req.param("server");
  const { origin, search } = new URL(c.req.url);
  const gateway: GatewayStub | undefined = gatewayAt(c.env, c.req.query("state") ?? "")?.gateway;
  if (gateway === undefined) return c.html(notConnectedPage(USED_UP), 400);
  const finished = await gateway.finishSignIn(server, search, origin, browserSecret(c) ?? "");
  return finished.ok ? c.html(connectedPage(server)) : c.html(notConnectedPage(finished.message), 400);
});

const USED_UP = "This link was used already, is too old, or is not complete. Ask for a new one where you got it.";

function isOAuth(auth: unknown): boolean {
  return typeof auth === "object" && auth !== null && "type" in auth && auth.type === "oauth";
}

/** The ticket or the `state`: whose sign-in it is. */
async function tokenOf(c: Context<AppEnv>): Promise<string | undefined> {
  if (c.req.method !== "POST") return c.req.query("ticket") ?? c.req.query("state");
  const body = await readStrangerBody(c);
  return body.ok ? (readForm(body.bytes).get("ticket") ?? undefined) : undefined;
}

function browserSecret(c: Context<AppEnv>): string | undefined {
  const secret = getCookie(c, cookieName(c));
  return secret !== undefined && BROWSER_SECRET.test(secret) ? secret : undefined;
}

/** With the prefix no other host, and nothing without TLS, can have set it; browsers refuse it without TLS. */
function cookieName(c: Context<AppEnv>): string {
  return new URL(c.req.url).protocol === "https:" ? "__Host-isogate-sign-in" : "isogate-sign-in";
}
