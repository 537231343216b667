/** The end of a sign-in: the client gets a code for what both it asked for and the person may. */
import type { AuthRequest } from "@cloudflare/workers-oauth-provider";
import type { Context } from "hono";
import { principalOfAccount, standingOf } from "../../auth/identity/account.ts";
import type { Account } from "../../auth/identity/account.ts";
import { SignInError, finishSignIn } from "../../auth/identity/oidc.ts";
import type { OidcTransaction } from "../../auth/identity/oidc.ts";
import { CALLBACK_PATH } from "../../auth/oauth/authorization-server.ts";
import type { Giver } from "../../auth/oauth/grant.ts";
import { scopesFor } from "../../auth/oauth/scopes.ts";
import type { Standing } from "../../auth/principal.ts";
import { userIdOf } from "../../auth/oauth/user-id.ts";
import { substituteSecrets } from "../../config/secrets.ts";
import { directoryOf } from "../../directory/directory-stub.ts";
import { gatewayOf } from "../../gateway/gateway-stub.ts";
import type { AppEnv } from "../app-env.ts";
import type { Desk } from "./desk.ts";

export interface SignedIn {
  readonly principal: string;
  readonly giver: Giver;
  readonly standing: Standing;
}

/** @returns where to send the browser: the client's redirect URI, with a code */
export async function complete(
  c: Context<AppEnv>,
  desk: Desk,
  request: AuthRequest,
  { principal, giver, standing }: SignedIn,
): Promise<string> {
  const may = scopesFor(standing);
  const scope = may.filter((one) => request.scope.includes(one));
  const { redirectTo } = await desk.api.completeAuthorization({
    request,
    userId: await userIdOf(principal, desk.tagKey),
    // Read by schedules, which have no token that would open what is sealed.
    metadata: { giver },
    // Reading is in every scope.
    scope: scope.length > 0 ? [...scope] : ["read"],
    props: giver,
  });
  await directoryOf(c.env).keepClient(request.clientId);
  return redirectTo;
}

export const NOT_LET_IN = "This account may not use this gateway. An admin can let it in, in gateway.json.";

/** @param answer query of the callback, whose `state` was found to be ours @throws SignInError */
export function finishOidc(
  c: Context<AppEnv>,
  desk: Desk,
  begun: OidcTransaction,
  answer: URLSearchParams,
): Promise<Account> {
  const { oidc } = c.get("config").auth;
  if (oidc === undefined) throw new SignInError("Sign-in through an identity provider is not configured.");
  const secret = substituteSecrets(oidc.client_secret, { ...c.env });
  if (!secret.ok) throw new SignInError(`The Worker secret ${secret.missing} is not set.`);
  return finishSignIn(oidc, secret.text, begun, answer, `${desk.origin}${CALLBACK_PATH}`, desk.fetch);
}

/** @returns undefined when gateway.json does not let this account in */
export async function signInAccount(c: Context<AppEnv>, account: Account): Promise<SignedIn | undefined> {
  const standing = standingOf(account, c.get("config").auth);
  if (standing === undefined) return undefined;
  const principal = await principalOfAccount(account);
  const { via: kind, issuer, subject, email } = account;
  await directoryOf(c.env).notePrincipal({ id: principal, kind, label: email ?? subject, issuer, subject });
  await gatewayOf(c.env, principal).keepAccount(account);
  return { principal, giver: account, standing };
}
