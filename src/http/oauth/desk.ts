/** What the OAuth routes work with: the authorization server of this origin and its records. */
import type { Context } from "hono";
import { createAuthorizationServer } from "../../auth/oauth/authorization-server.ts";
import { asKv } from "../../auth/oauth/records.ts";
import { createGuardedFetch } from "../../upstream/guarded-fetch/guarded-fetch.ts";
import type { AppEnv } from "../app-env.ts";
import { authorityOf } from "../authority.ts";
import { routedRecords } from "./routed-records.ts";

export async function deskOf(c: Context<AppEnv>) {
  const { tagKey } = await authorityOf(c.env).deployment();
  const { origin } = new URL(c.req.url);
  const server = createAuthorizationServer(origin);
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

export type Desk = Awaited<ReturnType<typeof deskOf>>;
