/**
 * Signs in through an OpenID Connect provider: authorization code with PKCE, nonce, and the checks against mix-up (the issuer of
 * metadata, response and token has to be the configured one).
 */
import * as z from "zod";
import type { OidcConfig } from "../../config/auth-config.ts";
import { random } from "../key-format.ts";
import type { Account } from "./account.ts";
import { verifyToken, type Fetch } from "./provider-keys.ts";

/** OpenID Connect Core, 2. The library that checks the token takes a `sub` of any type. */
const MAX_SUBJECT_CHARS = 255;
/** Items of one list of the provider's metadata. */
const MAX_METADATA_ITEMS = 1_000;

const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  scopes_supported: z.array(z.string()).max(MAX_METADATA_ITEMS).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).max(MAX_METADATA_ITEMS).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});

const tokensSchema = z.object({
  id_token: z.string(),
  access_token: z.string(),
  refresh_token: z.string().optional(),
});

type Metadata = z.output<typeof metadataSchema>;

const KEEP_METADATA_MS = 3_600_000;
const known = new Map<string, { readonly metadata: Metadata; readonly until: number }>();

/** A failed sign-in. The message is for the person signing in and has no secret in it. */
export class SignInError extends Error {
  override readonly name = "SignInError";
}

/** The state kept between the redirect to the provider and its callback. */
export interface OidcTransaction {
  readonly verifier: string;
  readonly nonce: string;
}

export interface FinishedSignIn {
  readonly account: Account;
  readonly idToken: string;
  readonly refreshToken: string | undefined;
}

/** @returns the provider's name for people */
export function oidcNameOf({ name, issuer }: OidcConfig): string {
  return name ?? new URL(issuer).host;
}

export function newTransaction(): OidcTransaction {
  return { verifier: random(32), nonce: random(16) };
}

/** @param isKept whether the sign-in serves upstreams, too, and has to be renewed without the person */
export async function authorizeUrl(
  config: OidcConfig,
  { verifier, nonce }: OidcTransaction,
  state: string,
  redirectUri: string,
  fetch: Fetch,
  isKept = false,
): Promise<string> {
  const { authorization_endpoint: endpoint, scopes_supported: offered } = await discover(config.issuer, fetch);
  const isOffline = isKept && offered?.includes("offline_access") === true;
  const url = new URL(endpoint);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const parameters = {
    response_type: "code",
    client_id: config.client_id,
    redirect_uri: redirectUri,
    scope: isOffline ? "openid email profile offline_access" : "openid email profile",
    state,
    nonce,
    code_challenge: new Uint8Array(digest).toBase64({ alphabet: "base64url", omitPadding: true }),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * @param answer query of the callback; the caller has checked its `state`
 * @throws SignInError if the provider cannot be reached, or its response or token is not valid
 */
export async function finishSignIn(
  config: OidcConfig,
  clientSecret: string,
  { verifier, nonce }: OidcTransaction,
  answer: URLSearchParams,
  redirectUri: string,
  fetch: Fetch,
): Promise<FinishedSignIn> {
  // RFC 6749, section 3.1. Of two values, another reader may take the other one.
  if (["iss", "code"].some((name) => answer.getAll(name).length > 1))
    throw new SignInError("The identity provider's response has a parameter twice. Sign in again.");
  const metadata = await discover(config.issuer, fetch);
  const issuer = answer.get("iss");
  const mustSayIssuer = metadata.authorization_response_iss_parameter_supported === true;
  if (issuer === null ? mustSayIssuer : issuer !== metadata.issuer) {
    throw new SignInError(
      `The response names another issuer than the configured identity provider (${config.issuer}).`,
    );
  }
  const code = answer.get("code");
  if (code === null)
    throw new SignInError("The identity provider's response has no authorization code. Sign in again.");
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  const tokens = await exchange(metadata, config.client_id, clientSecret, form, fetch);
  const expected = { issuer: metadata.issuer, audience: config.client_id, keysUrl: metadata.jwks_uri };
  const claims = await verifyToken(tokens.id_token, expected, fetch).catch((error: unknown) => {
    console.error("oidc:", error instanceof Error ? error.message : error);
    throw new SignInError("The identity provider's token is not valid.");
  });
  if (claims["nonce"] !== nonce)
    throw new SignInError("The identity provider's token belongs to another sign-in. Sign in again.");
  const azp = claims["azp"];
  if (azp !== undefined && azp !== config.client_id) throw new SignInError("The token was issued to another client.");
  const sub: unknown = claims.sub;
  if (typeof sub !== "string" || sub === "" || sub.length > MAX_SUBJECT_CHARS)
    throw new SignInError(
      "The identity provider's token has no subject (`sub`) that is a text of at most 255 characters.",
    );
  // Providers that follow OpenID Connect Core, 5.4, return the address only from the userinfo endpoint.
  const profile = "email" in claims ? claims : await userInfo(metadata, tokens.access_token, sub, fetch);
  const { email, email_verified: isVerified } = profile;
  const account: Account = {
    via: "oidc",
    issuer: config.issuer,
    subject: sub,
    ...(typeof email === "string" && isVerified === true && { email }),
  };
  return { account, idToken: tokens.id_token, refreshToken: tokens.refresh_token };
}

async function exchange(
  metadata: Metadata,
  clientId: string,
  secret: string,
  form: URLSearchParams,
  fetch: Fetch,
): Promise<z.output<typeof tokensSchema>> {
  const methods = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const headers: Record<string, string> = {
    accept: "application/json",
    "content-type": "application/x-www-form-urlencoded",
  };
  if (methods.includes("client_secret_basic")) {
    headers["authorization"] = `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`)}`;
  } else {
    form.set("client_id", clientId);
    form.set("client_secret", secret);
  }
  const response = await send(metadata.token_endpoint, { method: "POST", headers, body: form.toString() }, fetch);
  const answer = tokensSchema.safeParse(await response.json().catch(() => undefined));
  if (!response.ok || !answer.success) {
    throw new SignInError(
      `The identity provider answered the token request with status ${response.status} and no valid token.`,
    );
  }
  return answer.data;
}

async function userInfo(
  { userinfo_endpoint: endpoint }: Metadata,
  token: string,
  subject: string,
  fetch: Fetch,
): Promise<Readonly<Record<string, unknown>>> {
  if (endpoint === undefined) return {};
  const response = await send(endpoint, { headers: { authorization: `Bearer ${token}` } }, fetch);
  const answer = z.looseObject({ sub: z.string() }).safeParse(await response.json().catch(() => undefined));
  // Another subject means a swapped token (OpenID Connect Core, 5.3.4).
  if (!response.ok || !answer.success || answer.data.sub !== subject) {
    throw new SignInError("The identity provider's userinfo endpoint did not return this account.");
  }
  return answer.data;
}

async function discover(issuer: string, fetch: Fetch): Promise<Metadata> {
  const found = known.get(issuer);
  if (found !== undefined && found.until > Date.now()) return found.metadata;
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const response = await send(url, { headers: { accept: "application/json" } }, fetch);
  const parsed = metadataSchema.safeParse(await response.json().catch(() => undefined));
  if (!response.ok || !parsed.success)
    throw new SignInError(`The identity provider's metadata at ${url} could not be read (status ${response.status}).`);
  if (parsed.data.issuer !== issuer)
    throw new SignInError(`The identity provider's metadata names another issuer than the configured ${issuer}.`);
  known.set(issuer, { metadata: parsed.data, until: Date.now() + KEEP_METADATA_MS });
  return parsed.data;
}

async function send(url: string, init: RequestInit, fetch: Fetch): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    console.error("oidc:", error instanceof Error ? error.message : error);
    throw new SignInError("The identity provider could not be reached.");
  }
}
