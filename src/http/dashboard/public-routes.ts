/** The routes of the dashboard that need no authentication: signing in and out. */
import { Hono } from "hono/tiny";
import type { Context } from "hono";
import { authenticate, type Authenticated } from "../../auth/authenticate.ts";
import { isBehindAccess } from "../../auth/identity/access-jwt.ts";
import { oidcNameOf } from "../../auth/identity/oidc.ts";
import { readForm } from "../../auth/authorization-server/read-form.ts";
import { hasSession, isFromOwnPage, sealSession, sessionCookie } from "../../auth/session.ts";
import { gatewayOf } from "../../rpc/gateway-stub.ts";
import type { AppEnv } from "../app-env.ts";
import { authorityOf } from "../../worker/authority.ts";
import { originOf } from "../origin.ts";
import { refuse } from "../refuse.ts";
import { readStrangerBody } from "../request-body.ts";
import { pageHeaders } from "./page-headers.ts";
import { firstKeyCommand, signInPage } from "./sign-in-page.ts";
import { safeNext } from "./sign-in-path.ts";

const SIGN_IN = "/sign-in";

export const publicRoutes = new Hono<AppEnv>();

publicRoutes.use(pageHeaders);

publicRoutes.get(SIGN_IN, async (c) => {
  const next = safeNext(c.req.query("next"));
  const who = await authenticate(c.req.raw, c.env, c.get("config").auth, authorityOf(c.env));
  // `again`: a signed-in person wants to sign in with another identity.
  if (who.kind === "principal" && c.req.query("again") === undefined) return c.redirect(next);
  // The session of a revoked key is removed; otherwise it would be authenticated, and refused, in place of the form's key.
  if (who.kind !== "principal" && hasSession(c.req.raw)) c.header("Set-Cookie", sessionCookie(c.req.raw));
  return c.html(await signInPageFor(c, next));
});

publicRoutes.post(SIGN_IN, async (c) => {
  if (!isFromOwnPage(c.req.raw)) return notOwnPage(c);
  const body = await readStrangerBody(c);
  if (!body.ok) return refuse(c, body.error);
  const form = readForm(body.value);
  const next = safeNext(form.get("next"));
  const key = form.get("key");
  const credential = key?.trim() ?? "";
  const authority = authorityOf(c.env);
  const who = await authenticate(presenting(credential, c.req.raw), c.env, c.get("config").auth, authority);
  if (who.kind !== "principal") return c.html(await signInPageFor(c, next, problemOf(who, originOf(c))), 401);
  const sealed = await sealSession({ credential }, await authority.tagKey(), Date.now());
  if (sealed === undefined) return c.html(await signInPageFor(c, next, "The text is too long to be a key."), 401);
  c.header("Set-Cookie", sessionCookie(c.req.raw, sealed));
  return c.redirect(next, 303);
});

publicRoutes.post("/sign-out", async (c) => {
  if (!isFromOwnPage(c.req.raw)) return notOwnPage(c);
  const who = await authenticate(c.req.raw, c.env, c.get("config").auth, authorityOf(c.env));
  if (who.kind === "principal") {
    const { id, session, until } = who.principal;
    if (session !== undefined && until !== undefined) await gatewayOf(c.env, id).endSession(session, until);
  }
  c.header("Set-Cookie", sessionCookie(c.req.raw));
  return c.redirect(`/dashboard${SIGN_IN}`, 303);
});

/** The page with the available ways to sign in. */
async function signInPageFor(c: Context<AppEnv>, next: string, problem?: string) {
  const { oidc, access } = c.get("config").auth;
  const { ISOGATE_API_KEY: ownKey, ISOGATE_SETUP_TOKEN: setupToken } = c.env;
  return signInPage({
    next,
    origin: originOf(c),
    oidcName: oidc && oidcNameOf(oidc),
    hasAccess: access !== undefined && isBehindAccess(c.req.raw),
    needsFirstKey: !ownKey && Boolean(setupToken) && !(await authorityOf(c.env).hasKeys()),
    problem,
  });
}

function notOwnPage(c: Context<AppEnv>) {
  const detail = "This form must be sent from the gateway's own page.";
  return refuse(c, { code: "FORBIDDEN", detail });
}

/** The request as a program would have sent it, so that only the typed key is authenticated. */
function presenting(credential: string, { url, headers: sent }: Request): Request {
  // A key that a header cannot carry is replaced by an empty one, so that it counts as a wrong key.
  const headers = new Headers({ Authorization: `Bearer ${/^[\x21-\x7e]+$/.test(credential) ? credential : ""}` });
  const address = sent.get("cf-connecting-ip");
  if (address !== null) headers.set("cf-connecting-ip", address);
  return new Request(url, { headers });
}

function problemOf(who: Exclude<Authenticated, { kind: "principal" }>, origin: string): string {
  switch (who.kind) {
    case "setup":
      return `This is the setup token. It only creates the first admin key and cannot sign in: ${firstKeyCommand(origin)}`;
    case "blocked":
      return `Too many wrong keys came from your address. Try again in ${who.seconds} seconds.`;
    case "refused":
      break;
  }
  switch (who.reason) {
    case "missing":
    case "not-configured":
      return "No authentication is configured: npx wrangler secret put ISOGATE_API_KEY, then deploy again.";
    case "expired":
      return "That key has expired. An admin can create another key.";
    case "wrong":
    case "revoked":
      return "That key is not valid for this gateway, or was revoked.";
  }
}
