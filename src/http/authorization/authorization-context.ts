/** The context of the OAuth routes: the authorization server of this origin and its records. */
import type { Context } from "hono";
import type { Account } from "../../auth/identity/account.ts";
import { authorizationServerOf } from "../../auth/authorization-server/authorization-server.ts";
import { asKv } from "../../auth/authorization-server/records.ts";
import { createGuardedFetch } from "../../upstream/guarded-fetch/guarded-fetch.ts";
import { refuseAddress } from "../../upstream/guarded-fetch/refuse-address.ts";
import type { AppEnv } from "../app-env.ts";
import { authorityOf } from "../../worker/authority.ts";
import { originOf } from "../origin.ts";
import { trustKeySets } from "./library-fetch.ts";
import { routedRecords } from "./routed-records.ts";
import { signInAsserted } from "./sign-in-asserted.ts";

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
