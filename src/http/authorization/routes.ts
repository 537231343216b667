/** OAuth 2.1: the routes that clients and browsers use before they have a token. They precede authentication. */
import { Hono } from "hono/tiny";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { isConfigured } from "../../auth/authenticate.ts";
import { FAILURES, REGISTRATIONS, SIGN_INS, TOKEN_FAILURES, addressOf } from "../../auth/attempts.ts";
import {
  AUTHORIZE_PATH,
  CALLBACK_PATH,
  REGISTER_PATH,
  TOKEN_PATH,
  resourceOf,
} from "../../auth/authorization-server/authorization-server.ts";
import { clientNames } from "../../auth/authorization-server/client-names.ts";
import { DEFAULT_SCOPES } from "../../auth/authorization-server/scopes.ts";
import { readTokenRequest } from "../../auth/authorization-server/token-request.ts";
import { principalOf, readTokenText } from "../../auth/authorization-server/user-id.ts";
import { gatewayOf } from "../../rpc/gateway-stub.ts";
import type { AppEnv } from "../app-env.ts";
import { authorityOf } from "../../worker/authority.ts";
import { wantsHtml } from "../wants-html.ts";
import { answerPage, goTo } from "./answer-page.ts";
import { signInProblemPage } from "./sign-in-page.ts";
import { answerFailure, authorize } from "./authorize.ts";
import { SIGN_IN_PATH, isBrowserState, startBrowserSignIn, finishBrowserSignIn } from "./browser-sign-in.ts";
import { originOf } from "../origin.ts";
import { refuseNotConfigured } from "../require-principal.ts";
import { authorizationContextOf, refusalOfClient } from "./authorization-context.ts";
import { readOAuthBody, readOAuthForm } from "./read-oauth-body.ts";
import { isRecord } from "../../lib/is-record.ts";
import { authorizationErrorRedirect } from "@cloudflare/workers-oauth-provider";
import type { OidcTransaction } from "../../auth/identity/oidc.ts";
import { complete } from "./complete.ts";
import { finishOidc, signInFinished } from "./sign-in-account.ts";

const PROTECTED_RESOURCE = "/.well-known/oauth-protected-resource";
const AUTHORIZATION_SERVER = "/.well-known/oauth-authorization-server";
const UNREADABLE_CLIENT = "The client's credentials cannot be read: neither HTTP Basic nor a JWT.";

/** In place of a code or refresh token that this gateway has not issued. */
const UNKNOWN_TOKEN = "unknown";

export const oauth = new Hono<AppEnv>();

/** A gateway without any configured authentication has no sign-in. */
for (const path of ["/oauth/*", `${PROTECTED_RESOURCE}/*`, AUTHORIZATION_SERVER]) {
  oauth.use(path, async (c, next) => {
    const isOpen = await isConfigured(c.env, c.get("config").auth, authorityOf(c.env));
    return isOpen ? next() : refuseNotConfigured(c);
  });
}

for (const path of [PROTECTED_RESOURCE, `${PROTECTED_RESOURCE}/mcp`]) {
  oauth.get(path, (c) => {
    const origin = originOf(c);
    return c.json({
      resource: resourceOf(origin),
      authorization_servers: [origin],
      scopes_supported: DEFAULT_SCOPES,
      bearer_methods_supported: ["header"],
      resource_name: "Isogate",
    });
  });
}

oauth.get(AUTHORIZATION_SERVER, async (c) => (await authorizationContextOf(c)).answer(c.req.raw));

/**
 * Limits sign-ins per address: every page stores a record in the Directory for ten minutes, and the next step sends a request to the
 * identity provider.
 */
const notTooOften = createMiddleware<AppEnv>(async (c, next) => {
  const address = addressOf(c.req.raw);
  const seconds = SIGN_INS.blockedFor(address, Date.now());
  if (seconds !== undefined) return tooMany(c, seconds);
  SIGN_INS.note(address, Date.now());
  return next();
});

oauth.get(AUTHORIZE_PATH, notTooOften);
oauth.post(SIGN_IN_PATH, notTooOften, startBrowserSignIn);
/**
 * Limited, because the same state in a browser's cookie can be sent with any number of wrong codes, each of which causes a request to the
 * identity provider.
 */
oauth.get(CALLBACK_PATH, (c, next) => (isBrowserState(c.req.query("state")) ? notTooOften(c, next) : next()));

oauth.route(AUTHORIZE_PATH, authorize);

/** The callback from the identity provider is accepted once and only in the browser that was sent there. */
oauth.get(CALLBACK_PATH, async (c) => {
  if (isBrowserState(c.req.query("state"))) return finishBrowserSignIn(c);
  const context = await authorizationContextOf(c);
  const { request, data, headers } = await context.api.finishUpstream<OidcTransaction>(c.req.raw);
  const answer = new URL(c.req.url).searchParams;
  if (answer.has("error")) return goTo(authorizationErrorRedirect(request, "access_denied"), headers);
  const signedIn = await signInFinished(c, await finishOidc(c, context, data, answer));
  if (signedIn === undefined) {
    const description = "This account may not use this gateway";
    return goTo(authorizationErrorRedirect(request, "access_denied", description), headers);
  }
  return goTo(await complete(c, context, request, signedIn), headers);
});

/** Registration is open to everyone; its rate is limited here, and the number of clients in the Directory. */
oauth.post(REGISTER_PATH, async (c) => {
  const address = addressOf(c.req.raw);
  const seconds = REGISTRATIONS.blockedFor(address, Date.now());
  if (seconds !== undefined) return tooMany(c, seconds);
  REGISTRATIONS.note(address, Date.now());
  const body = registrable(await readOAuthBody(c), c.get("config").auth.enterprise !== undefined);
  const headers = new Headers(c.req.raw.headers);
  headers.delete("content-length");
  return (await authorizationContextOf(c)).answer(new Request(c.req.url, { method: "POST", headers, body }));
});

/** Answered by the Gateway of the principal that the code or token names, where it can be consumed; see auth/authorization-server/grants.ts. */
oauth.post(TOKEN_PATH, async (c) => {
  const form = await readOAuthForm(c);
  const names = clientNames(c.req.raw, form);
  const refusal = names ? names.map(refusalOfClient).find((one) => one !== undefined) : UNREADABLE_CLIENT;
  if (refusal !== undefined) return c.json({ error: "invalid_client", error_description: refusal }, 401);
  const context = await authorizationContextOf(c);
  // The form is serialized again from what was read here, so that the next reader cannot find other fields in it.
  const headers = new Headers(c.req.raw.headers);
  headers.delete("content-length");
  const request = (): Request => new Request(c.req.url, { method: "POST", headers, body: form.toString() });
  const { kind, text } = readTokenRequest(form);
  const named = readTokenText(text);
  const principal = named && (await principalOf(named.userId, context.tagKey));
  const address = addressOf(c.req.raw);
  if (principal !== undefined) {
    const blocked = TOKEN_FAILURES.blockedFor(address, Date.now());
    const answer = await gatewayOf(c.env, principal).answerTokenRequest(context.origin, request(), blocked);
    if (answer.status === 400 || answer.status === 401) TOKEN_FAILURES.note(address, Date.now());
    return answer;
  }
  const seconds = FAILURES.blockedFor(address, Date.now());
  if (seconds !== undefined) return tooMany(c, seconds);
  // Only a Gateway exchanges codes and refresh tokens: it knows which were used. The library says what is wrong with the client.
  if ((kind === "code" || kind === "refresh_token") && text !== "") form.set(kind, UNKNOWN_TOKEN);
  const response = await context.answer(request());
  // Revoking what is not known here succeeds.
  if (!response.ok || kind === "revocation") FAILURES.note(address, Date.now());
  return response;
});

oauth.onError(answerFailure);

function tooMany(c: Context<AppEnv>, seconds: number) {
  c.header("Retry-After", String(seconds));
  const description = `Too many requests came from your address. Try again in ${seconds} seconds.`;
  if (wantsHtml(c.req.raw)) return answerPage(c, signInProblemPage(description), { status: 429 });
  return c.json({ error: "invalid_request", error_description: description }, 429);
}

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/**
 * A registration (RFC 7591) with what of it the gateway can give: the server may leave out what it does not support (section 2), and says in
 * its answer what it has registered. The OAuth library does so for metadata documents, and refuses registrations.
 *
 * @param hasEnterprise true if identity assertions are accepted
 * @returns the same bytes where they are no JSON object, for the library to refuse
 */
function registrable(body: Uint8Array<ArrayBuffer>, hasEnterprise: boolean): Uint8Array<ArrayBuffer> | string {
  let asked: unknown;
  try {
    asked = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return body;
  }
  if (!isRecord(asked)) return body;
  const supported = new Map<string, readonly unknown[]>([
    ["grant_types", ["authorization_code", "refresh_token", ...(hasEnterprise ? [JWT_BEARER] : [])]],
    ["response_types", ["code"]],
  ]);
  // Some libraries write what a client does not have as null or as an empty text.
  const given = Object.entries(asked).filter(([, value]) => value !== null && value !== "");
  const metadata = given.map(([name, value]) => [name, within(value, supported.get(name))] as const);
  return JSON.stringify(Object.fromEntries(metadata));
}

/** @returns those that are supported; all of them where none is */
function within(asked: unknown, supported: readonly unknown[] | undefined): unknown {
  if (!Array.isArray(asked) || supported === undefined) return asked;
  const common = asked.filter((value) => supported.includes(value));
  return common.length > 0 ? common : asked;
}
