/**
 * The context of the OAuth routes: the authorization server of this origin, its records, and how it signs in accounts with identity
 * assertions.
 */
import type { Context } from "hono";
import type { Account } from "../../auth/identity/account.ts";
import { authorizationServerOf } from "../../auth/authorization-server/authorization-server.ts";
import { asKv, type Records } from "../../auth/authorization-server/records.ts";
import { createGuardedFetch } from "../../upstream/guarded-fetch/guarded-fetch.ts";
import { refuseAddress } from "../../upstream/guarded-fetch/refuse-address.ts";
import type { AppEnv } from "../app-env.ts";
import { authorityOf } from "../../worker/authority.ts";
import { originOf } from "../origin.ts";
import { trustKeySets } from "./library-fetch.ts";
import { principalOf, userIdOf } from "../../auth/authorization-server/user-id.ts";
import { directoryOf } from "../../rpc/directory-stub.ts";
import type { Env } from "../../config/env.ts";
import { gatewayOf } from "../../rpc/gateway-stub.ts";
import type { EnterpriseSignedIn } from "../../auth/authorization-server/enterprise.ts";
import { scopesFor } from "../../auth/authorization-server/scopes.ts";
import { signInAccount } from "./sign-in-account.ts";

export async function authorizationContextOf(c: Context<AppEnv>) {
  const tagKey = await authorityOf(c.env).tagKey();
  const origin = originOf(c);
  const { enterprise } = c.get("config").auth;
  trustKeySets(enterprise?.map(({ jwks_uri: address }) => address) ?? []);
  const server = authorizationServerOf(origin, enterprise);
  const signInEnterprise = (account: Account, clientId: string) => signInAsserted(c, tagKey, account, clientId);
  const oauthEnv = { OAUTH_KV: asKv(routedRecords(c.env, tagKey)), signInEnterprise };
  return {
    origin,
    tagKey,
    api: server.getOAuthApi(oauthEnv),
    /** Requests that the library answers by itself: metadata, registration, errors of token requests. */
    answer: (request: Request) => server.fetch(request, oauthEnv, c.executionCtx as ExecutionContext),
    /** Requests to identity providers; they are guarded, because the provider chooses the addresses and the answers. */
    fetch: createGuardedFetch({ allowLoopback: c.env.ISOGATE_OPEN === "local", maxRedirects: 0 }),
  };
}

/**
 * The library fetches a client id that is a URL. On the platform, private addresses cannot be reached; a local gateway could reach them,
 * so they are refused here.
 * @returns the error for the client; undefined if the id is acceptable
 */
export function refusalOfClient(clientId: string | null): string | undefined {
  // Parsed as the library does: a URL may begin with spaces and contain tabs and line feeds anywhere.
  const protocol = clientId === null ? undefined : URL.parse(clientId)?.protocol;
  if (clientId === null || (protocol !== "https:" && protocol !== "http:")) return undefined;
  const refusal = refuseAddress(clientId, false);
  return refusal && `The client's metadata document cannot be read: its address ${refusal}.`;
}

export type AuthorizationContext = Awaited<ReturnType<typeof authorizationContextOf>>;

/**
 * The OAuth library's records as the stateless Worker accesses them: grants and tokens in the Gateway of the principal they name, all others
 * in the Directory. A name that was not issued by this gateway is not looked up.
 */
function routedRecords(env: Env, tagKey: string): Records {
  async function holder(key: string): Promise<Records | undefined> {
    const [kind, userId = ""] = key.split(":");
    if (kind !== "grant" && kind !== "token") return directoryOf(env);
    const principal = await principalOf(userId, tagKey);
    return principal === undefined ? undefined : gatewayOf(env, principal);
  }
  return {
    getRecord: async (key) => (await holder(key))?.getRecord(key),
    async putRecord(key, value, expiresAt, metadata) {
      const records = await holder(key);
      if (records === undefined) throw new Error("A grant names a principal that is not of this deployment.");
      await records.putRecord(key, value, expiresAt, metadata);
    },
    deleteRecord: async (key) => (await holder(key))?.deleteRecord(key),
    listRecords: async (prefix, limit, after) =>
      (await (await holder(prefix))?.listRecords(prefix, limit, after)) ?? { keys: [], next: undefined },
  };
}

/**
 * Signs in the account of an Identity Assertion Authorization Grant, which was checked.
 *
 * @returns undefined if gateway.json does not permit this account, or there is no room for another sign-in of its principal
 */
async function signInAsserted(
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
