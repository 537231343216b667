/** What the OAuth routes work with: the authorization server of this origin and its records. */
import type { Context } from "hono";
import { authorizationServerOf } from "../../auth/authorization-server/authorization-server.ts";
import { asKv } from "../../auth/authorization-server/records.ts";
import { createGuardedFetch } from "../../upstream/guarded-fetch/guarded-fetch.ts";
import { refuseAddress } from "../../upstream/guarded-fetch/refuse-address.ts";
import type { AppEnv } from "../app-env.ts";
import { authorityOf } from "../../worker/authority.ts";
import { originOf } from "../origin.ts";
import { routedRecords } from "./routed-records.ts";

export async function authorizationContextOf(c: Context<AppEnv>) {
  const tagKey = await authorityOf(c.env).tagKey();
  const origin = originOf(c);
  const server = authorizationServerOf(origin);
  const oauthEnv = { OAUTH_KV: asKv(routedRecords(c.env, tagKey)) };
  return {
    origin,
    tagKey,
    api: server.getOAuthApi(oauthEnv),
    /** What the library answers by itself: metadata, registration, errors of token requests. */
    answer: (request: Request) => server.fetch(request, oauthEnv, c.executionCtx as ExecutionContext),
    /** Of identity providers; what they answer with is theirs to choose, so it is guarded. */
    fetch: createGuardedFetch({ allowLoopback: c.env.ISOGATE_OPEN === "local", maxRedirects: 0 }),
  };
}

/**
 * A client id that is an address is fetched by the library. On the platform no private address can be reached; a local gateway is in a
 * network where it could.
 * @returns what is wrong with it, for its sender
 */
export function refusalOfClient(clientId: string | null): string | undefined {
  // As the library reads it: a URL may begin with spaces and have tabs and line feeds anywhere.
  const protocol = clientId === null ? undefined : URL.parse(clientId)?.protocol;
  if (clientId === null || (protocol !== "https:" && protocol !== "http:")) return undefined;
  const refusal = refuseAddress(clientId, false);
  return refusal && `The client's metadata document cannot be read: its address ${refusal}.`;
}

export type AuthorizationContext = Awaited<ReturnType<typeof authorizationContextOf>>;
