/** `/oauth/callback`: back from the identity provider, in the browser that went there and once. */
import { authorizationErrorRedirect } from "@cloudflare/workers-oauth-provider";
import { Hono } from "hono/tiny";
import { SignInError, finishSignIn } from "../../auth/identity/oidc.ts";
import type { OidcTransaction } from "../../auth/identity/oidc.ts";
import { CALLBACK_PATH } from "../../auth/oauth/authorization-server.ts";
import { substituteSecrets } from "../../config/secrets.ts";
import type { AppEnv } from "../app-env.ts";
import { goTo } from "./answer-page.ts";
import { complete, signInAccount } from "./complete.ts";
import { deskOf } from "./desk.ts";

export const callback = new Hono<AppEnv>();

callback.get("/", async (c) => {
  const desk = await deskOf(c);
  const { oidc } = c.get("config").auth;
  const { request, data, headers } = await desk.api.finishUpstream<OidcTransaction>(c.req.raw);
  if (oidc === undefined) throw new SignInError("Sign-in through an identity provider is not configured.");
  const answer = new URL(c.req.url).searchParams;
  if (answer.has("error")) return goTo(c, authorizationErrorRedirect(request, "access_denied"), headers);
  const secret = substituteSecrets(oidc.client_secret, { ...c.env });
  if (!secret.ok) throw new SignInError(`The Worker secret ${secret.missing} is not set.`);
  const redirectUri = `${desk.origin}${CALLBACK_PATH}`;
  const account = await finishSignIn(oidc, secret.text, data, answer, redirectUri, desk.fetch);
  const signedIn = await signInAccount(c, account);
  if (signedIn === undefined) {
    const description = "This account may not use this gateway";
    return goTo(c, authorizationErrorRedirect(request, "access_denied", description), headers);
  }
  return goTo(c, await complete(c, desk, request, signedIn), headers);
});
