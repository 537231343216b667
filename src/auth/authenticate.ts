/**
 * Authenticates requests. A request without credentials is accepted only if the deployment is configured so explicitly
 * (`ISOGATE_OPEN=local`, which the local build writes to .dev.vars and no deployment has) and ISOGATE_API_KEY is not set; its
 * origin never matters. Credentials that are present are always checked.
 */
import type { AuthConfig } from "../config/auth-config.ts";
import type { Env } from "../config/env.ts";
import { sha256 } from "../lib/hash.ts";
import { FAILURES, addressOf } from "./attempts.ts";
import { ACCOUNT_CREDENTIAL } from "./identity/stored-account.ts";
import { isMadeHere, readKeyText, sameBytes, type KeyText } from "./key-format.ts";
import type { TokenCheck } from "./authorization-server/grants.ts";
import { principalOf, readTokenText } from "./authorization-server/user-id.ts";
import { ownCredential } from "./own-credential.ts";
import { FULL_ACCESS, type Principal } from "./principal.ts";
import { requestOrigin } from "./request-origin.ts";
import { sessionOf } from "./session.ts";
import type { Authority, KeyCheck } from "./authority.ts";

export type { Principal } from "./principal.ts";

type Refused = {
  readonly kind: "refused";
  readonly reason: "not-configured" | "missing" | "wrong" | "expired" | "revoked";
};

type CredentialCheck =
  | { readonly kind: "principal"; readonly principal: Principal }
  | Refused
  | { readonly kind: "blocked"; readonly seconds: number };

export type Authenticated =
  | CredentialCheck
  /** The setup token, which only permits the creation of the first admin key. */
  | { readonly kind: "setup"; readonly tokenHash: string };

/** The principal of ISOGATE_API_KEY or of an open local gateway, which needs neither a key nor a grant. */
function own(id: "owner" | "local", env: Env): CredentialCheck {
  const credential = ownCredential(env);
  const allowed = { role: "admin", access: FULL_ACCESS } as const;
  return { kind: "principal", principal: { id, ...allowed, ...(credential !== undefined && { credential }) } };
}

/** The minimum length of a setup token, in characters. A shorter one could be guessed. */
export const MIN_SETUP_TOKEN_LENGTH = 16;

/** @param auth the `auth` section of gateway.json */
export async function authenticate(
  request: Request,
  env: Env,
  auth: AuthConfig,
  authority: Authority,
): Promise<Authenticated> {
  const sent = presentedCredential(request);
  if (sent !== undefined) return checkCredential(sent, request, env, auth, authority);
  const session = await sessionOf(request, authority);
  if (session === undefined) return withoutCredential(env, auth, authority);
  const result =
    "account" in session
      ? await checkedAccount(session.account, authority)
      : await checkCredential(session.credential, request, env, auth, authority);
  if (result.kind !== "principal") return result;
  const { id } = session;
  if (await authority.isSessionEnded(result.principal.id, id)) return { kind: "refused", reason: "revoked" };
  // A session that was begun with an OAuth token ends with it.
  const until = Math.min(session.until, result.principal.until ?? session.until);
  return { kind: "principal", principal: { ...result.principal, session: id, until } };
}

async function checkCredential(
  presented: string,
  request: Request,
  env: Env,
  auth: AuthConfig,
  authority: Authority,
): Promise<Authenticated> {
  const token = readTokenText(presented);
  if (token !== undefined) {
    const principal = await principalOf(token.userId, await authority.tagKey());
    if (principal !== undefined) {
      return checkedToken(principal, await authority.checkToken(principal, requestOrigin(request), presented));
    }
  }
  const result = await checkKeyText(presented, request, env, authority);
  if (result.kind !== "refused" || result.reason !== "wrong") return result;
  const hash = await sha256(presented);
  if (await hasHash(env.ISOGATE_SETUP_TOKEN, MIN_SETUP_TOKEN_LENGTH, hash)) return { kind: "setup", tokenHash: hash };
  FAILURES.note(addressOf(request), Date.now());
  return { kind: "refused", reason: (await isConfigured(env, auth, authority)) ? "wrong" : "not-configured" };
}

/** Checks an API key or ISOGATE_API_KEY. The caller counts the failure, because the value may still be a setup token. */
export async function checkKeyText(
  presented: string,
  request: Request,
  env: Env,
  authority: Authority,
): Promise<CredentialCheck> {
  const key = readKeyText(presented);
  if (key !== undefined && (await isMadeHere(key, await authority.tagKey()))) {
    return checked(key, await authority.checkKey(key.principal, key.id, await sha256(presented)));
  }
  const seconds = FAILURES.blockedFor(addressOf(request), Date.now());
  if (seconds !== undefined) return { kind: "blocked", seconds };
  if (await hasHash(env.ISOGATE_API_KEY, 1, await sha256(presented))) return own("owner", env);
  return { kind: "refused", reason: "wrong" };
}

/** @returns true if any credential could be accepted */
export async function isConfigured(env: Env, auth: AuthConfig, authority: Authority): Promise<boolean> {
  if (env.ISOGATE_OPEN === "local" || env.ISOGATE_API_KEY || env.ISOGATE_SETUP_TOKEN) return true;
  if (auth.oidc !== undefined || auth.access !== undefined || auth.enterprise !== undefined) return true;
  return authority.hasKeys();
}

async function withoutCredential(env: Env, auth: AuthConfig, authority: Authority): Promise<CredentialCheck> {
  if (env.ISOGATE_OPEN === "local" && !env.ISOGATE_API_KEY) return own("local", env);
  return { kind: "refused", reason: (await isConfigured(env, auth, authority)) ? "missing" : "not-configured" };
}

function checked({ principal: id, id: credential }: KeyText, check: KeyCheck): CredentialCheck {
  if (!check.ok) return { kind: "refused", reason: check.reason === "expired" ? "expired" : "revoked" };
  const { role, access } = check;
  return { kind: "principal", principal: { id, role, access, credential } };
}

async function checkedAccount(id: string, authority: Authority): Promise<CredentialCheck> {
  const standing = await authority.checkAccount(id);
  if (standing === undefined) return { kind: "refused", reason: "revoked" };
  return { kind: "principal", principal: { id, ...standing, credential: ACCOUNT_CREDENTIAL } };
}

function checkedToken(id: string, check: TokenCheck): CredentialCheck {
  if (!check.ok) return { kind: "refused", reason: "revoked" };
  const { role, access, grant: credential, unscoped, until } = check;
  return {
    kind: "principal",
    principal: { id, role, access, credential, unscoped, ...(until !== undefined && { until }) },
  };
}

/** Compares hashes in constant time, so that timing reveals neither length nor content. */
async function hasHash(secret: string | undefined, minLength: number, hash: string): Promise<boolean> {
  return secret !== undefined && secret.length >= minLength && sameBytes(await sha256(secret), hash);
}

function presentedCredential({ headers }: Request): string | undefined {
  const authorization = headers.get("authorization");
  // Another scheme than Bearer is a wrong credential, not a missing one.
  if (authorization !== null) return /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? "";
  return headers.get("x-api-key") ?? undefined;
}
