/**
 * `/oauth/upstream/:server/…`: where a person's browser goes to sign in to an upstream. Opening the link shows what is about to
 * happen and does nothing, so that no preview uses it up. Pressing the button counts only from that page, and only for somebody who is
 * signed in to the gateway as the principal that the link was made for: otherwise a link that somebody else sent would put the
 * reader's account at the sender's disposal. From there on the sign-in is bound to this browser by a cookie.
 */
import { REST_STATUS } from "../contract/error-codes.ts";
import { Hono } from "hono/tiny";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { authenticate } from "../auth/authenticate.ts";
import { cookie, cookieName, readCookie } from "../auth/cookie.ts";
import { random } from "../auth/key-format.ts";
import { readForm } from "../auth/authorization-server/read-form.ts";
import { allowsServer, isNarrowed, type Principal } from "../auth/principal.ts";
import { isFromOwnPage } from "../auth/session.ts";
import { gatewayAt, type GatewayStub } from "../rpc/gateway-stub.ts";
import { clientDocument } from "../upstream/credentials/oauth-client.ts";
import type { AppEnv } from "./app-env.ts";
import { authorityOf } from "../worker/authority.ts";
import { originOf } from "./origin.ts";
import { pageHeaders } from "./page-headers.ts";
import { readStrangerBody } from "./request-body.ts";
import { html } from "hono/html";
import { page } from "./pages.ts";

/** A little longer than a sign-in may take. */
const COOKIE_SECONDS = 900;
const BROWSER_SECRET = /^[0-9a-f]{64}$/;

export const upstreamSignIn = new Hono<AppEnv>();

/** The link is a secret while it lasts: kept in no cache, sent to no other site, shown in no frame. */
upstreamSignIn.use(
  createMiddleware(async (c, next) => {
    await next();
    // The form's answer leads to the upstream's authorization server, which is known only when it is sent.
    for (const [name, value] of Object.entries(pageHeaders({ formTargets: "anywhere" }))) c.header(name, value);
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
  const origin = originOf(c);
  const isOpen = await gatewayAt(c.env, ticket)?.gateway.isTicketOpen(server, ticket, origin);
  if (isOpen !== true) return refused(c, USED_UP, 400);
  return c.html(connectPage({ server, origin, ticket }));
});

upstreamSignIn.post("/:server/start", async (c) => {
  if (!isFromOwnPage(c.req.raw)) return refused(c, NOT_OWN_PAGE, 403);
  const server = c.req.param("server");
  const body = await readStrangerBody(c);
  if (!body.ok) return refused(c, body.error.detail, REST_STATUS[body.error.code]);
  const ticket = readForm(body.value).get("ticket") ?? "";
  const named = gatewayAt(c.env, ticket);
  if (named === undefined) return refused(c, USED_UP, 400);
  const who = await authenticate(c.req.raw, c.env, c.get("config").auth, authorityOf(c.env));
  if (who.kind !== "principal" || !isOwnGateway(c, who.principal, named.id)) {
    const again = repeatSignInPath(server, ticket);
    const isSomebody = who.kind === "principal" && who.principal.id !== "local";
    return refused(c, isSomebody ? OTHER_ACCOUNT : NOT_SIGNED_IN, isSomebody ? 403 : 401, again);
  }
  const origin = originOf(c);
  const { gateway } = named;
  if (!(await mayConnect(gateway, server, origin, who.principal))) {
    return refused(c, "You are signed in with narrowed credentials, which may not sign in to upstreams.", 403);
  }
  // A new one each time: on loopback a page of another port can plant a cookie, and then it would know the secret.
  const browser = random(32);
  const begun = await gateway.beginSignIn(server, ticket, origin, browser);
  if (!begun.ok) return refused(c, begun.message, 400);
  const name = browserCookie(c, server);
  c.header("Set-Cookie", cookie(c.req.raw, { name, value: browser, sameSite: "Lax", age: COOKIE_SECONDS }));
  return c.redirect(begun.url, 303);
});

upstreamSignIn.get("/:server/callback", async (c) => {
  const server = c.req.param("server");
  const gateway = gatewayAt(c.env, c.req.query("state") ?? "")?.gateway;
  if (gateway === undefined) return refused(c, USED_UP, 400);
  const sent = readCookie(c.req.raw, browserCookie(c, server)) ?? "";
  const browser = BROWSER_SECRET.test(sent) ? sent : "";
  const finished = await gateway.finishSignIn(server, new URL(c.req.url).search, originOf(c), browser);
  return finished.ok ? c.html(connectedPage(server, originOf(c))) : refused(c, finished.message, 400);
});

function refused(c: Context<AppEnv>, message: string, status: ContentfulStatusCode, signIn?: string) {
  return c.html(notConnectedPage({ message, origin: originOf(c), ...(signIn !== undefined && { signIn }) }), status);
}

const USED_UP = "This link was used already, has expired, or is incomplete. Request a new link where you got this one.";
const NOT_OWN_PAGE = "This form must be sent from the gateway's own page. Open the link again.";
const NOT_SIGNED_IN =
  "You are not signed in to this gateway. Sign in with the key or account that asked for this link, then continue.";
const OTHER_ACCOUNT =
  "This link was made for another account of this gateway than the one you are signed in with. If somebody sent it to you, close this page: they would be using your account. If it is yours, sign in with the key or account that asked for it.";

function isOwnGateway(c: Context<AppEnv>, { id }: Principal, gateway: string): boolean {
  return c.env.GATEWAY.idFromName(id).toString() === gateway;
}

/** Narrowed credentials sign in where no person has, and replace no sign-in. */
async function mayConnect(gateway: GatewayStub, server: string, origin: string, { access }: Principal) {
  if (!allowsServer(access, server)) return false;
  return !isNarrowed(access) || (await gateway.connectUpstream(server, origin, access)) !== undefined;
}

function repeatSignInPath(server: string, ticket: string): string {
  const next = `/oauth/upstream/${encodeURIComponent(server)}/start?ticket=${encodeURIComponent(ticket)}`;
  return `/dashboard/sign-in?${new URLSearchParams({ next, again: "1" }).toString()}`;
}

function isOAuth(auth: unknown): boolean {
  return typeof auth === "object" && auth !== null && "type" in auth && auth.type === "oauth";
}

/** One for each upstream: a person may sign in to two at the same time. */
function browserCookie(c: Context<AppEnv>, server: string): string {
  const name = /^[\w.-]{1,64}$/.test(server) ? server : "none";
  return cookieName(c.req.raw, `isogate-upstream-${name}`);
}

const UPSTREAMS = { path: "/dashboard/upstreams", label: "Go to the upstreams" } as const;

interface ConnectPage {
  readonly server: string;
  /** The gateway's origin. */
  readonly origin: string;
  readonly ticket: string;
}

/** The page that the link opens. As on the other pages, what comes from outside is escaped by `html`. */
function connectPage({ server, origin, ticket }: ConnectPage) {
  return page(
    `Connect ${server}`,
    html`<p>
        You are about to sign in to <strong>${server}</strong>. The gateway at <code>${origin}</code> will then use your
        account there, for the key or account that asked for this link.
      </p>
      <p>
        Continue only if you asked for this link yourself. You must be signed in to the gateway with that key or
        account.
      </p>
      <form method="post" action="/oauth/upstream/${encodeURIComponent(server)}/start" class="stack">
        <input type="hidden" name="ticket" value="${ticket}" />
        <button class="primary">Sign in to ${server}</button>
      </form>`,
    { origin, back: { path: UPSTREAMS.path, label: "Cancel, and go to the upstreams" } },
  );
}

function connectedPage(server: string, origin: string) {
  return page(
    `${server} is connected`,
    html`<p>You can close this page and continue your work: the next call uses the sign-in.</p>`,
    { origin, back: UPSTREAMS },
  );
}

interface NotConnectedPage {
  readonly message: string;
  /** The gateway's origin. */
  readonly origin: string;
  /** The page where a person signs in to the gateway; set if that sign-in is missing. */
  readonly signIn?: string;
}

function notConnectedPage({ message, origin, signIn }: NotConnectedPage) {
  const link =
    signIn === undefined ? "" : html`<p><a class="button primary" href="${signIn}">Sign in to the gateway</a></p>`;
  return page(
    "Not connected",
    html`<p class="message">${message}</p>
      ${link}`,
    { origin, back: UPSTREAMS },
  );
}
