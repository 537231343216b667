/** Signs in the accounts of identity providers, if gateway.json permits them. */
import type { Context } from "hono";
import { principalOfAccount, standingOf, type Account } from "../../auth/identity/account.ts";
import {
  SignInError,
  authorizeUrl,
  finishSignIn,
  type FinishedSignIn,
  type OidcTransaction,
} from "../../auth/identity/oidc.ts";
import type { OidcConfig } from "../../config/auth-config.ts";
import type { Fetch } from "../../auth/identity/provider-keys.ts";
import { CALLBACK_PATH } from "../../auth/authorization-server/authorization-server.ts";
import { substituteSecrets } from "../../config/secrets.ts";
import { directoryOf } from "../../rpc/directory-stub.ts";
import { gatewayOf } from "../../rpc/gateway-stub.ts";
import type { AppEnv } from "../app-env.ts";
import type { GrantApprover } from "../../auth/authorization-server/grant.ts";
import type { Standing } from "../../auth/principal.ts";

export interface SignedIn {
  readonly principal: string;
  readonly approver: GrantApprover;
  readonly standing: Standing;
}

export const NOT_LET_IN = "This account may not use this gateway. An admin can let it in, in gateway.json.";

/** @returns the address at the identity provider where a person signs in @throws SignInError */
export function providerUrl(
  c: Context<AppEnv>,
  { origin, fetch }: { readonly origin: string; readonly fetch: Fetch },
  oidc: OidcConfig,
  transaction: OidcTransaction,
  state: string,
): Promise<string> {
  return authorizeUrl(oidc, transaction, state, `${origin}${CALLBACK_PATH}`, fetch, keepsIdentity(c));
}

/** @param answer the query of the callback, whose `state` was checked @throws SignInError */
export function finishOidc(
  c: Context<AppEnv>,
  context: { readonly origin: string; readonly fetch: Fetch },
  begun: OidcTransaction,
  answer: URLSearchParams,
): Promise<FinishedSignIn> {
  const { oidc } = c.get("config").auth;
  if (oidc === undefined) throw new SignInError("Sign-in through an identity provider is not configured.");
  const secret = substituteSecrets(oidc.client_secret, { ...c.env });
  if (!secret.ok) throw new SignInError(`The Worker secret ${secret.missing} is not set.`);
  return finishSignIn(oidc, secret.text, begun, answer, `${context.origin}${CALLBACK_PATH}`, context.fetch);
}

/** @returns undefined if gateway.json does not permit this account */
export async function signInAccount(c: Context<AppEnv>, account: Account): Promise<SignedIn | undefined> {
  const standing = standingOf(account, c.get("config").auth);
  if (standing === undefined) return undefined;
  const principal = await principalOfAccount(account);
  const { via: kind, issuer, subject, email } = account;
  await directoryOf(c.env).notePrincipal({ id: principal, kind, label: email ?? subject, issuer, subject });
  await gatewayOf(c.env, principal).keepAccount(account);
  return { principal, approver: account, standing };
}

/** Signs in the account of a finished sign-in; where an upstream is reached with it, the Gateway keeps what that takes. */
export async function signInFinished(c: Context<AppEnv>, finished: FinishedSignIn): Promise<SignedIn | undefined> {
  const { account, idToken, refreshToken } = finished;
  const signedIn = await signInAccount(c, account);
  if (signedIn !== undefined && keepsIdentity(c)) {
    const { issuer, subject } = account;
    await gatewayOf(c.env, signedIn.principal).keepIdentity({
      issuer,
      subject,
      idToken,
      ...(refreshToken !== undefined && { refreshToken }),
    });
  }
  return signedIn;
}

/** @returns true if an upstream is reached with people's sign-in at the identity provider */
function keepsIdentity(c: Context<AppEnv>): boolean {
  return Object.values(c.get("config").mcpServers).some((server) => {
    const auth: unknown = "auth" in server ? server.auth : undefined;
    return typeof auth === "object" && auth !== null && "type" in auth && auth.type === "enterprise";
  });
}
