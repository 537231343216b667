/** Authorizes a client for a person who is signed in to the dashboard in this browser, without pasting a key again. */
import type { Context } from "hono";
import { checkKeyText } from "../../auth/authenticate.ts";
import type { Principal } from "../../auth/principal.ts";
import { ownCredential } from "../../auth/own-credential.ts";
import { hasSession, sessionOf } from "../../auth/session.ts";
import { directoryOf } from "../../rpc/directory-stub.ts";
import { gatewayOf } from "../../rpc/gateway-stub.ts";
import type { AppEnv } from "../app-env.ts";
import { authorityOf } from "../../worker/authority.ts";
import { labelOf } from "../principal-label.ts";
import { signInAccount, type SignedIn } from "./sign-in-account.ts";

interface SessionSignIn extends SignedIn {
  /** The label of the person, shown on the page. */
  readonly label: string;
}

/** @returns undefined if there is no session, or if its access has ended */
export async function sessionSignIn(c: Context<AppEnv>): Promise<SessionSignIn | undefined> {
  const authority = authorityOf(c.env);
  const session = await sessionOf(c.req.raw, authority);
  if (session === undefined) return undefined;
  const found = "account" in session ? await byAccount(c, session.account) : await bySessionKey(c, session.credential);
  if (found === undefined || (await authority.isSessionEnded(found.principal, session.id))) return undefined;
  return found;
}

/**
 * The session's cookie is not sent when another site links here (SameSite=Strict), so the page reloads itself to get it. If a client
 * opens the browser itself, no site precedes the request, and the first request has the cookie.
 */
export function mayHaveUnsentSession(request: Request): boolean {
  return request.headers.get("sec-fetch-site") === "cross-site" && !hasSession(request);
}

/** @returns the sign-in that a person with this key can give to a client */
export async function signedInByKey(c: Context<AppEnv>, principal: Principal): Promise<SignedIn> {
  const { id, role, access, credential } = principal;
  const standing = { role, access };
  const hash = ownCredential(c.env) ?? "";
  if (credential !== undefined && credential !== hash) {
    return { principal: id, approver: { via: "key", key: credential }, standing };
  }
  await directoryOf(c.env).notePrincipal({ id, kind: "owner", label: "ISOGATE_API_KEY" });
  return { principal: id, approver: { via: "owner", hash }, standing };
}

/** A session that began with an OAuth token cannot authorize other clients. */
async function bySessionKey(c: Context<AppEnv>, key: string): Promise<SessionSignIn | undefined> {
  const judged = await checkKeyText(key, c.req.raw, c.env, authorityOf(c.env));
  if (judged.kind !== "principal") return undefined;
  return { ...(await signedInByKey(c, judged.principal)), label: await labelOf(c.env, judged.principal) };
}

async function byAccount(c: Context<AppEnv>, id: string): Promise<SessionSignIn | undefined> {
  const account = await gatewayOf(c.env, id).keptAccount();
  const signedIn = account && (await signInAccount(c, account));
  return signedIn && { ...signedIn, label: await labelOf(c.env, { id }) };
}
