/** `/oauth/callback`: the callback from the identity provider, accepted once and only in the browser that was sent there. */
import { authorizationErrorRedirect } from "@cloudflare/workers-oauth-provider";
import { Hono } from "hono/tiny";
import type { OidcTransaction } from "../../auth/identity/oidc.ts";
import type { AppEnv } from "../app-env.ts";
import { goTo } from "./answer-page.ts";
import { finishBrowserSignIn, isBrowserState } from "./browser-sign-in.ts";
import { complete } from "./complete.ts";
import { authorizationContextOf } from "./authorization-context.ts";
import { finishOidc, signInFinished } from "./sign-in-account.ts";

export const callback = new Hono<AppEnv>();

callback.get("/", async (c) => {
  if (isBrowserState(c.req.query("state"))) return finishBrowserSignIn(c);
  const context = await authorizationContextOf(c);
  const { request, data, headers } = await context.api.finishUpstream<OidcTransaction>(c.req.raw);
  const answer = new URL(c.req.url).searchParams;
  if (answer.has("error")) return goTo(c, authorizationErrorRedirect(request, "access_denied"), headers);
  const signedIn = await signInFinished(c, await finishOidc(c, context, data, answer));
  if (signedIn === undefined) {
    const description = "This account may not use this gateway";
    return goTo(c, authorizationErrorRedirect(request, "access_denied", description), headers);
  }
  return goTo(c, await complete(c, context, request, signedIn), headers);
});
