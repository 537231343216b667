/** Signs in the account of an Identity Assertion Authorization Grant, which was checked. */
import type { Context } from "hono";
import type { EnterpriseSignedIn } from "../../auth/authorization-server/enterprise.ts";
import { scopesFor } from "../../auth/authorization-server/scopes.ts";
import { userIdOf } from "../../auth/authorization-server/user-id.ts";
import type { Account } from "../../auth/identity/account.ts";
import { directoryOf } from "../../rpc/directory-stub.ts";
import { gatewayOf } from "../../rpc/gateway-stub.ts";
import type { AppEnv } from "../app-env.ts";
import { signInAccount } from "./sign-in-account.ts";

/** @returns undefined if gateway.json does not permit this account, or there is no room for another sign-in of its principal */
export async function signInAsserted(
  c: Context<AppEnv>,
  tagKey: string,
  account: Account,
  clientId: string,
): Promise<EnterpriseSignedIn | undefined> {
  const signedIn = await signInAccount(c, account);
  if (signedIn === undefined) return undefined;
  const { principal, approver, standing } = signedIn;
  if (!(await gatewayOf(c.env, principal).makeRoomForGrant(approver))) {
    console.warn("ID-JAG refused: no room for another sign-in of the principal", principal);
    return undefined;
  }
  const userId = await userIdOf(principal, tagKey);
  await directoryOf(c.env).keepClient(clientId, userId);
  return { userId, approver, scopes: scopesFor(standing) };
}
