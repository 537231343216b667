/** The checks that decide who is calling, and whether that is enough. */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { MIN_SETUP_TOKEN_LENGTH, authenticate } from "../auth/authenticate.ts";
import { challenge } from "../auth/authorization-server/challenge.ts";
import { DEFAULT_SCOPES, SCOPES } from "../auth/authorization-server/scopes.ts";
import { OPEN_CREDENTIAL } from "../auth/own-credential.ts";
import { NARROWED, suffices, type Needs, type Principal, type Role, isNarrowed } from "../auth/principal.ts";
import { STEERED_HEADER } from "../upstream/guarded-fetch/guarded-fetch.ts";
import { directoryOf } from "../rpc/directory-stub.ts";
import type { AppEnv } from "./app-env.ts";
import { authorityOf } from "../worker/authority.ts";
import { signInPath } from "./dashboard/sign-in-path.ts";
import { originOf } from "./origin.ts";
import { notConfiguredPage } from "./pages.ts";
import { BUILT_IN } from "./principal-label.ts";
import { refuse } from "./refuse.ts";
import { newKeySchema } from "../contract/keys.ts";
import { parseBody } from "./api/read-body.ts";
import { answerCreated, keyRequest } from "./new-key.ts";
import { readStrangerBody } from "./request-body.ts";

const WHAT = {
  wrong: "is not valid for this gateway",
  expired: "has expired",
  revoked: "is not valid any more: it was revoked, or has expired",
} as const;

export const requirePrincipal = createMiddleware<AppEnv>(async (c, next) => {
  const who = await authenticate(c.req.raw, c.env, c.get("config").auth, authorityOf(c.env));
  switch (who.kind) {
    case "principal":
      if (isOpen(who.principal) && c.req.header(STEERED_HEADER) !== undefined) {
        const detail =
          "Requests made by a script's fetch or by following an upstream's document cannot act with your access.";
        return refuse(c, { code: "FORBIDDEN", detail });
      }
      c.set("principal", asFrom(c, who.principal));
      noteBuiltIn(c, who.principal.id);
      return next();
    case "setup":
      if (c.req.method === "POST" && c.req.path === "/api/v1/keys") return createFirstKey(c, who.tokenHash);
      return refuse(c, {
        code: "FORBIDDEN",
        detail: "The setup token can only create the first admin key: POST /api/v1/keys.",
      });
    case "blocked":
      c.header("Retry-After", String(who.seconds));
      return refuse(c, {
        code: "TOO_MANY_ATTEMPTS",
        detail: `Too many wrong credentials came from your address. Try again in ${who.seconds} seconds.`,
      });
    case "refused":
      break;
  }
  const signIn = who.reason === "not-configured" ? undefined : signInPath(c.req.raw);
  if (signIn !== undefined) return c.redirect(signIn);
  switch (who.reason) {
    case "not-configured":
      return refuseNotConfigured(c);
    case "missing":
      c.header("WWW-Authenticate", challenge(originOf(c), { scope: DEFAULT_SCOPES }));
      return refuse(c, {
        code: "UNAUTHENTICATED",
        detail: "Sign in with OAuth, or send a key of this gateway as Authorization: Bearer … or X-API-Key.",
      });
    case "wrong":
    case "expired":
    case "revoked": {
      c.header("WWW-Authenticate", challenge(originOf(c), { error: "invalid_token", scope: DEFAULT_SCOPES }));
      const what = WHAT[who.reason];
      return refuse(c, {
        code: "UNAUTHENTICATED",
        detail: `This key or token ${what}. Sign in again, or ask an admin for another key.`,
      });
    }
  }
});

/** @returns true if the credentials of a request that was let in are still valid; its principal is then what they permit now */
export async function isStillLetIn(c: Context<AppEnv>): Promise<boolean> {
  const who = await authenticate(c.req.raw, c.env, c.get("config").auth, authorityOf(c.env));
  if (who.kind !== "principal" || who.principal.id !== c.get("principal").id) return false;
  c.set("principal", asFrom(c, who.principal));
  return true;
}

function asFrom(c: Context<AppEnv>, principal: Principal): Principal {
  const foreign = foreignOrigin(c);
  return foreign !== undefined && isOpen(principal) ? lessened(principal, foreign) : principal;
}

/** Let in because the gateway is an open, local one. */
function isOpen({ credential }: Principal): boolean {
  return credential === OPEN_CREDENTIAL;
}

/** @returns the origin of a page that is neither the gateway's nor named in gateway.json; on an open gateway the guards let in those of every local port */
function foreignOrigin(c: Context<AppEnv>): string | undefined {
  const origin = c.req.header("origin");
  return origin === originOf(c) || (c.get("config").origins ?? []).includes(origin ?? "") ? undefined : origin;
}

/** Such a page may search and run scripts, as development tools in a browser do. It decides on no approval, and keeps and changes nothing by REST. */
function lessened(principal: Principal, foreignPage: string): Principal {
  return { ...principal, role: "member", foreignPage };
}

/** Principals that no admin created. An admin may remove one in another isolate, and it is listed again after this time. */
const NOTE_AGAIN_AFTER_MS = 60_000;
const notedAt = new Map<string, number>();

/** Tells the Directory of a principal that no admin created: when it first comes to this isolate, and again from time to time. */
function noteBuiltIn(c: Context<AppEnv>, id: string): void {
  if (id !== "owner" && id !== "local") return;
  const now = Date.now();
  if (now - (notedAt.get(id) ?? 0) < NOTE_AGAIN_AFTER_MS) return;
  notedAt.set(id, now);
  c.executionCtx.waitUntil(directoryOf(c.env).notePrincipal({ id, kind: id, label: BUILT_IN[id] }));
}

/** Has the Directory told of a removed principal that comes again. */
export function forgetNoted(id: string): void {
  notedAt.delete(id);
}

export function refuseNotConfigured(c: Context<AppEnv>) {
  const detail = `No authentication is configured: npx wrangler secret put ISOGATE_API_KEY (or ISOGATE_SETUP_TOKEN, of at least ${MIN_SETUP_TOKEN_LENGTH} characters), then deploy again.`;
  return refuse(c, { code: "NOT_CONFIGURED", detail, page: notConfiguredPage() });
}

/** @returns undefined when its credentials are enough */
export function refuseLesser(c: Context<AppEnv>, needs: Needs | undefined) {
  const principal = c.get("principal");
  if (needs === undefined || suffices(principal, needs)) return undefined;
  const { role, unscoped } = principal;
  if (unscoped && suffices(unscoped, needs)) {
    const scope = needs === "admin" ? SCOPES : DEFAULT_SCOPES;
    c.header("WWW-Authenticate", challenge(originOf(c), { error: "insufficient_scope", scope }));
    const detail = `This token was not given the scope ${scope.at(-1)}. Sign in again and ask for it.`;
    return refuse(c, { code: "FORBIDDEN", detail });
  }
  return refuse(c, { code: "FORBIDDEN", detail: detailOf(c, needs, role) });
}

function detailOf(c: Context<AppEnv>, needs: Needs, role: Role): string {
  if (needs !== "admin" || role === "admin") return NARROWED;
  const { foreignPage } = c.get("principal");
  return foreignPage !== undefined
    ? refusalOfPage(foreignPage)
    : `Only an admin may do this; this key's role is ${role}.`;
}

/** @returns undefined for every other sender than a page of another origin that only the openness of the gateway lets in */
export function refuseForeignPage(c: Context<AppEnv>) {
  const { foreignPage } = c.get("principal");
  return foreignPage === undefined ? undefined : refuse(c, { code: "FORBIDDEN", detail: refusalOfPage(foreignPage) });
}

/** @param origin of a foreign page */
export function refusalOfPage(origin: string): string {
  return `Pages of the origin ${JSON.stringify(origin)} may not do this without a key. Use the gateway's own pages, or add the origin to "origins" in gateway.json.`;
}

/** Creates the first admin key of a deployment, for the holder of its setup token. */
async function createFirstKey(c: Context<AppEnv>, tokenHash: string) {
  const body = parseBody(await readStrangerBody(c), newKeySchema);
  const request = body instanceof Response ? body : keyRequest(c, body.value, "setup");
  if (request instanceof Response) return request;
  if (request.role !== "admin" || isNarrowed(request.access) || request.principal !== undefined) {
    const detail = 'The first key has the role "admin" and full access; with it, create narrower ones.';
    return refuse(c, { code: "INVALID_REQUEST", detail });
  }
  return answerCreated(await directoryOf(c.env).createFirstKey(request, tokenHash));
}
