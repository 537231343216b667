/**
 * `/oauth/sign-in`: a person signs in to the gateway's own pages with an account of the identity provider or of Cloudflare Access. The
 * state between the two requests is sealed into a cookie of this browser. It can be used once, because the provider's code can.
 */
import type { Context } from "hono";
import { accessAccount } from "../../auth/identity/access-jwt.ts";
import { SignInError, newTransaction, oidcNameOf } from "../../auth/identity/oidc.ts";
import type { OidcTransaction } from "../../auth/identity/oidc.ts";
import { cookie, cookieName, readCookie } from "../../auth/cookie.ts";
import { random, sameBytes } from "../../auth/key-format.ts";
import { seal, unseal } from "../../auth/sealed.ts";
import { isFromOwnPage, sealSession, sessionCookie } from "../../auth/session.ts";
import type { AppEnv } from "../app-env.ts";
import { safeNext } from "../dashboard/sign-in-path.ts";
import { answerPage } from "./answer-page.ts";
import { NOT_LET_IN, finishOidc, providerUrl, signInAccount, signInFinished } from "./sign-in-account.ts";
import { authorizationContextOf, type AuthorizationContext } from "./authorization-context.ts";
import { readOAuthForm } from "./read-oauth-body.ts";
import { onwardPage, signInProblemPage } from "./sign-in-page.ts";
import type { SignedIn } from "./sign-in-account.ts";

export const SIGN_IN_PATH = "/oauth/sign-in";

/** Distinguishes callbacks of these sign-ins from those of a client's authorization. */
const STATE_PREFIX = "browser.";
const COOKIE = "isogate-sign-in";
const MAX_SECONDS = 600;

interface SignIn extends OidcTransaction {
  readonly state: string;
  readonly next: string;
}

export async function startBrowserSignIn(c: Context<AppEnv>): Promise<Response> {
  if (!isFromOwnPage(c.req.raw)) return problemPage(c, "This form has to be sent from the gateway's own page.", 403);
  const form = await readOAuthForm(c);
  const next = safeNext(form.get("next"));
  const { oidc, access } = c.get("config").auth;
  const context = await authorizationContextOf(c);
  const via = form.get("via");
  if (via === "access" && access !== undefined) {
    const account = await accessAccount(c.req.raw, access, context.fetch);
    return account ? signedIn(c, context, await signInAccount(c, account), next) : problemPage(c, NOT_LET_IN, 403);
  }
  if (via !== "oidc" || oidc === undefined) return problemPage(c, "There is no such way to sign in.", 400);
  const begun: SignIn = { ...newTransaction(), state: STATE_PREFIX + random(32), next };
  const url = await providerUrl(c, context, oidc, begun, begun.state);
  const value = await seal(begun, "browser sign-in", context.tagKey, Date.now() + MAX_SECONDS * 1_000);
  const headers = new Headers({ "Set-Cookie": signInCookie(c.req.raw, value) });
  return answerPage(c, onwardPage(url, oidcNameOf(oidc)), { headers });
}

/** @returns true if a callback belongs to such a sign-in */
export function isBrowserState(state: string | undefined): boolean {
  return state?.startsWith(STATE_PREFIX) === true;
}

/** Handles the callback from the identity provider. */
export async function finishBrowserSignIn(c: Context<AppEnv>): Promise<Response> {
  const context = await authorizationContextOf(c);
  const answer = new URL(c.req.url).searchParams;
  const sealed = readCookie(c.req.raw, cookieName(c.req.raw, COOKIE)) ?? "";
  const begun = await unseal<SignIn>(sealed, "browser sign-in", context.tagKey, Date.now());
  if (begun === undefined || !sameBytes(begun.state, answer.get("state") ?? "")) {
    return problemPage(c, "This sign-in was not begun in this browser, or more than ten minutes ago.", 400);
  }
  try {
    if (answer.has("error")) return problemPage(c, "The identity provider did not sign you in.", 403);
    const found = await signInFinished(c, await finishOidc(c, context, begun, answer));
    return await signedIn(c, context, found, begun.next);
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    return problemPage(c, error.message, 502);
  }
}

/** Answers with a page that leads on, because the session's cookie is not sent after a redirect from another site. */
async function signedIn(
  c: Context<AppEnv>,
  context: AuthorizationContext,
  found: SignedIn | undefined,
  next: string,
): Promise<Response> {
  if (found === undefined) return problemPage(c, NOT_LET_IN, 403);
  const session = await sealSession({ account: found.principal }, context.tagKey, Date.now());
  const headers = new Headers();
  headers.append("Set-Cookie", sessionCookie(c.req.raw, session));
  headers.append("Set-Cookie", signInCookie(c.req.raw));
  return answerPage(c, onwardPage(next, "Isogate"), { headers });
}

function problemPage(c: Context<AppEnv>, problem: string, status: 400 | 403 | 502): Promise<Response> {
  const headers = new Headers({ "Set-Cookie": signInCookie(c.req.raw) });
  return answerPage(c, signInProblemPage(problem, "/dashboard/sign-in"), { status, headers });
}

function signInCookie(request: Request, value?: string): string {
  const age = value === undefined ? 0 : MAX_SECONDS;
  return cookie(request, { name: cookieName(request, COOKIE), value: value ?? "", sameSite: "Lax", age });
}
