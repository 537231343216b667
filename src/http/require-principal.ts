/** The checks that decide who is calling, and whether that is enough. */
import { createMiddleware } from "hono/factory";
import { LEAST_SETUP_TOKEN, authenticate } from "../auth/authenticate.ts";
import type { AppEnv } from "./app-env.ts";
import { authorityOf } from "./authority.ts";
import { createFirstKey } from "./first-key.ts";
import { notConfiguredPage } from "./pages.ts";
import { refuse } from "./refuse.ts";

export const requirePrincipal = createMiddleware<AppEnv>(async (c, next) => {
  const who = await authenticate(c.req.raw, c.env, authorityOf(c.env));
  switch (who.kind) {
    case "principal":
      c.set("principal", who.principal);
      return next();
    case "setup":
      if (c.req.method === "POST" && c.req.path === "/api/v1/keys") return createFirstKey(c, who.tokenHash);
      return refuse(c, {
        status: 403,
        code: "FORBIDDEN",
        detail: "The setup token creates the first admin key and nothing else: POST /api/v1/keys.",
      });
    case "blocked":
      c.header("Retry-After", String(who.seconds));
      return refuse(c, {
        status: 429,
        code: "TOO_MANY_ATTEMPTS",
        detail: `Too many wrong credentials came from your address. Try again in ${who.seconds} seconds.`,
      });
    case "refused":
      break;
  }
  switch (who.reason) {
    case "not-configured": {
      const detail = `No authentication is configured: npx wrangler secret put ISOGATE_API_KEY (or ISOGATE_SETUP_TOKEN, of at least ${LEAST_SETUP_TOKEN} characters), then deploy again.`;
      return refuse(c, { status: 503, code: "NOT_CONFIGURED", detail, page: notConfiguredPage() });
    }
    case "missing":
      c.header("WWW-Authenticate", 'Bearer realm="isogate"');
      return refuse(c, {
        status: 401,
        code: "UNAUTHENTICATED",
        detail: "Send a key of this gateway as Authorization: Bearer … or X-API-Key.",
      });
    case "wrong":
    case "expired": {
      c.header("WWW-Authenticate", 'Bearer realm="isogate", error="invalid_token"');
      const what = who.reason === "expired" ? "has expired" : "is not valid for this gateway, or was revoked";
      return refuse(c, {
        status: 401,
        code: "UNAUTHENTICATED",
        detail: `That key ${what}. An admin can create another one.`,
      });
    }
  }
});

export const requireAdmin = createMiddleware<AppEnv>(async (c, next) => {
  if (c.get("principal").role === "admin") return next();
  return refuse(c, { status: 403, code: "FORBIDDEN", detail: "Only an admin may do this; this key's role is member." });
});
