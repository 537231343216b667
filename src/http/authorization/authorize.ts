/**
 * `/oauth/authorize`: the sign-in page and its form. The approved request is the stored request of the library, which a cookie binds to
 * this browser; the form contains only a decision, the scopes and a key.
 */
import { REST_STATUS } from "../../contract/error-codes.ts";
import { AuthorizationError, CimdFetchError, type AuthRequest } from "@cloudflare/workers-oauth-provider";
import { Hono } from "hono/tiny";
import type { Context } from "hono";
import { checkKeyText } from "../../auth/authenticate.ts";
import { FAILURES, addressOf } from "../../auth/attempts.ts";
import { isFromOwnPage } from "../../auth/session.ts";
import { accessAccount } from "../../auth/identity/access-jwt.ts";
import { SignInError, newTransaction, oidcNameOf } from "../../auth/identity/oidc.ts";
import { redirectDestination } from "../../auth/authorization-server/redirect-destination.ts";
import { DEFAULT_SCOPES, SCOPES } from "../../auth/authorization-server/scopes.ts";
import type { AppEnv } from "../app-env.ts";
import { authorityOf } from "../../worker/authority.ts";
import { wantsHtml } from "../wants-html.ts";
import { answerPage, goTo } from "./answer-page.ts";
import { complete } from "./complete.ts";
import { NOT_LET_IN, providerUrl, signInAccount, type SignedIn } from "./sign-in-account.ts";
import { authorizationContextOf, refusalOfClient, type AuthorizationContext } from "./authorization-context.ts";
import { UnreadableBody, readOAuthForm } from "./read-oauth-body.ts";
import { clientProblemPage, onwardPage, signInPage, signInProblemPage } from "./sign-in-page.ts";
import { mayHaveUnsentSession, sessionSignIn, signedInByKey } from "./sign-in-with-session.ts";

export const authorize = new Hono<AppEnv>();

const NOT_OWN_PAGE = "This form has to be sent from the gateway's own page. Go back to the client and sign in again.";
const INVALID_REDIRECT = "Invalid redirect URI";
const SESSION_OVER = "You are not signed in to the dashboard any more. Sign in here with a key or an account.";

authorize.get("/", async (c) => {
  const refusal = refusalOfClient(c.req.query("client_id") ?? null);
  if (refusal !== undefined) throw new AuthorizationError("invalid_request", { description: refusal });
  if (mayHaveUnsentSession(c.req.raw)) {
    const { pathname, search } = new URL(c.req.url);
    return answerPage(c, onwardPage(pathname + search, "Isogate"));
  }
  const invalidRedirect = new AuthorizationError("invalid_request", { description: INVALID_REDIRECT });
  if (redirectDestination(c.req.query("redirect_uri") ?? "") === undefined) throw invalidRedirect;
  const context = await authorizationContextOf(c);
  const request = await context.api.parseAuthRequest(c.req.raw);
  // The code goes to the URI that the library has read.
  const destination = redirectDestination(request.redirectUri);
  if (destination === undefined) throw invalidRedirect;
  // The library takes any port of `localhost` for the registered one, with every scheme.
  if (destination.kind === "program") {
    const client = await context.api.lookupClient(request.clientId);
    const isRegistered = client?.redirectUris.includes(request.redirectUri) === true;
    if (!isRegistered) throw invalidRedirect;
  }
  if (request.codeChallenge === undefined || request.codeChallengeMethod !== "S256") {
    const { redirectUri, state, issuer } = request;
    const description = "PKCE with S256 is required";
    throw new AuthorizationError("invalid_request", { description, redirectUri, state, ...(issuer && { issuer }) });
  }
  return ask(c, context, request);
});

authorize.post("/", async (c) => {
  if (!isFromOwnPage(c.req.raw)) return answerPage(c, signInProblemPage(NOT_OWN_PAGE), { status: 403 });
  const form = await readOAuthForm(c);
  const context = await authorizationContextOf(c);
  const handle = form.get("handle") ?? "";
  const decision = form.get("decision");
  if (decision === "deny") {
    const { redirectTo, headers } = await context.api.denyConsent(c.req.raw, handle);
    return goTo(redirectTo, headers);
  }
  const { request, headers } = await context.api.approveConsent(c.req.raw, handle, { scope: form.getAll("scope") });
  if (request.scope.length === 0)
    return ask(c, context, request, { headers, problem: "Choose what the client may do." });
  switch (decision) {
    case "session": {
      const signedIn = await sessionSignIn(c);
      if (signedIn === undefined) return ask(c, context, request, { headers, problem: SESSION_OVER });
      return goTo(await complete(c, context, request, signedIn), headers);
    }
    case "key": {
      const signedIn = await signInWithKey(c, form.get("key")?.trim() ?? "");
      if ("problem" in signedIn) return ask(c, context, request, { headers, ...signedIn });
      return goTo(await complete(c, context, request, signedIn), headers);
    }
    case "access": {
      const signedIn = await signInWithAccess(c, context);
      if (signedIn === undefined) return ask(c, context, request, { headers, problem: NOT_LET_IN });
      return goTo(await complete(c, context, request, signedIn), headers);
    }
    case "oidc":
      return startOidc(c, context, request, headers);
    default:
      return ask(c, context, request, { headers, problem: "Choose one of the ways to sign in." });
  }
});

/**
 * Sends errors of the library to a client on the person's machine, and shows others to the person with a link to the client. Anybody can
 * register a client, so a link to this gateway alone must not lead to a website of their choice (RFC 9700, 4.11.2).
 */
export async function answerFailure(error: unknown, c: Context<AppEnv>): Promise<Response> {
  if (error instanceof UnreadableBody) {
    if (wantsHtml(c.req.raw)) {
      return answerPage(c, signInProblemPage(error.message), { status: REST_STATUS[error.refusal.code] });
    }
    return c.json({ error: "invalid_request", error_description: error.message }, REST_STATUS[error.refusal.code]);
  }
  if (error instanceof AuthorizationError) {
    const { redirectTo, description } = error;
    if (redirectTo === undefined) return answerPage(c, signInProblemPage(description), { status: 400 });
    const destination = redirectDestination(redirectTo);
    if (destination?.kind === "this-device") return goTo(redirectTo, new Headers());
    return answerPage(c, clientProblemPage(description, redirectTo, destination), { status: 400 });
  }
  if (error instanceof CimdFetchError) {
    const problem = "The client's metadata document could not be read, so the client is unknown.";
    return answerPage(c, signInProblemPage(problem), { status: 400 });
  }
  if (error instanceof SignInError) {
    return answerPage(c, signInProblemPage(error.message), { status: 502 });
  }
  throw error;
}

interface Again {
  readonly headers: Headers;
  readonly problem: string;
  readonly status?: 403 | 429;
}

async function ask(
  c: Context<AppEnv>,
  context: AuthorizationContext,
  request: AuthRequest,
  again?: Again,
): Promise<Response> {
  const { oidc, access } = c.get("config").auth;
  const client = await context.api.describeConsent(request);
  const account = access && (await accessAccount(c.req.raw, access, context.fetch));
  const { handle, headers } = await context.api.beginConsent(request);
  for (const cookie of again?.headers.getSetCookie() ?? []) headers.append("Set-Cookie", cookie);
  const known = SCOPES.filter((scope) => request.scope.includes(scope));
  const requested = known.length > 0 ? known : DEFAULT_SCOPES;
  const session = await sessionSignIn(c);
  const page = signInPage({
    client,
    origin: context.origin,
    handle,
    scopes: SCOPES.map((scope) => ({ scope, isRequested: requested.includes(scope) })),
    sessionLabel: session?.label,
    oidcName: oidc && oidcNameOf(oidc),
    accessLabel: account && (account.email ?? account.subject),
    problem: again?.problem,
  });
  const status = again === undefined ? 200 : (again.status ?? 400);
  return answerPage(c, page, { status, headers, formTargets: "anywhere" });
}

async function signInWithKey(c: Context<AppEnv>, key: string): Promise<SignedIn | Omit<Again, "headers">> {
  const judged = await checkKeyText(key, c.req.raw, c.env, authorityOf(c.env));
  switch (judged.kind) {
    case "blocked":
      return { problem: `Too many wrong keys. Try again in ${judged.seconds} seconds.`, status: 429 };
    case "refused":
      if (judged.reason === "wrong") FAILURES.note(addressOf(c.req.raw), Date.now());
      return { problem: "That key is not valid for this gateway.", status: 403 };
    case "principal":
      return signedInByKey(c, judged.principal);
  }
}

async function signInWithAccess(c: Context<AppEnv>, context: AuthorizationContext): Promise<SignedIn | undefined> {
  const { access } = c.get("config").auth;
  const account = access && (await accessAccount(c.req.raw, access, context.fetch));
  return account && signInAccount(c, account);
}

async function startOidc(
  c: Context<AppEnv>,
  context: AuthorizationContext,
  request: AuthRequest,
  given: Headers,
): Promise<Response> {
  const { oidc } = c.get("config").auth;
  if (oidc === undefined)
    return ask(c, context, request, { headers: given, problem: "There is no such way to sign in." });
  const transaction = newTransaction();
  const { state, headers } = await context.api.beginUpstream(request, { data: transaction, headers: given });
  const url = await providerUrl(c, context, oidc, transaction, state);
  return answerPage(c, onwardPage(url, oidcNameOf(oidc)), { headers });
}
