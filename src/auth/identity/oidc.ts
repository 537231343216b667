/**
 * Sign-in through an OpenID Connect provider: authorization code with PKCE, nonce, and the checks against mix-up (the issuer of
 * metadata, answer and token is the configured one).
 */
import * as z from "zod";
import type { OidcConfig } from "../../config/auth-config.ts";
import { random } from "../key-format.ts";
import type { Account } from "./account.ts";
import { verifyToken } from "./provider-keys.ts";
import type { Fetch } from "./provider-keys.ts";

const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});

const tokensSchema = z.object({ id_token: z.string(), access_token: z.string() });

type Metadata = z.output<typeof metadataSchema>;

const KEEP_METADATA_MS = 3_600_000;
const known = new Map<string, { readonly metadata: Metadata; readonly until: number }>();

/** What went wrong, for the person signing in; never a secret. */
export class SignInError extends Error {
  override readonly name = "SignInError";
}

/** Kept server-side between the two halves. */
export interface OidcTransaction {
  readonly verifier: string;
  readonly nonce: string;
}

/** What people know the provider by. */
export function oidcNameOf({ name, issuer }: OidcConfig): string {
  return name ?? new URL(issuer).host;
}

export function newTransaction(): OidcTransaction {
  return { verifier: random(32), nonce: random(16) };
}

export async function authorizeUrl(
  config: OidcConfig,
  { verifier, nonce }: OidcTransaction,
  state: string,
  redirectUri: string,
  fetch: Fetch,
): Promise<string> {
  const { authorization_endpoint: endpoint } = await discover(config.issuer, fetch);
  const url = new URL(endpoint);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const parameters = {
    response_type: "code",
    client_id: config.client_id,
    redirect_uri: redirectUri,
    scope: "openid email profile",
    state,
    nonce,
    code_challenge: new Uint8Array(digest).toBase64({ alphabet: "base64url", omitPadding: true }),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * @param answer query of the callback, whose `state` was found to be ours
 * @throws SignInError
 */
export async function finishSignIn(
  config: OidcConfig,
  clientSecret: string,
  { verifier, nonce }: OidcTransaction,
  answer: URLSearchParams,
  redirectUri: string,
  fetch: Fetch,
): Promise<Account> {
  const metadata = await discover(config.issuer, fetch);
  const issuer = answer.get("iss");
  const mustSayIssuer = metadata.authorization_response_iss_parameter_supported === true;
  if (issuer === null ? mustSayIssuer : issuer !== metadata.issuer) {
    throw new SignInError("The answer did not come from the configured identity provider.");
  }
  const code = answer.get("code");
  if (code === null) throw new SignInError("The identity provider sent no code.");
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
  if (claims["nonce"] !== nonce) throw new SignInError("The identity provider's token belongs to another sign-in.");
  const azp = claims["azp"];
  if (azp !== undefined && azp !== config.client_id) throw new SignInError("The token was issued to another client.");
  const { sub } = claims;
  if (sub === undefined || sub === "") throw new SignInError("The identity provider's token names nobody.");
  // A provider that keeps to the letter puts the address only there (OpenID Connect Core, 5.4).
  const said = "email" in claims ? claims : await userInfo(metadata, tokens.access_token, sub, fetch);
  const { email, email_verified: isVerified } = said;
  return {
    via: "oidc",
    issuer: config.issuer,
    subject: sub,
    ...(typeof email === "string" && isVerified === true && { email }),
  };
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
  const response = await asked(metadata.token_endpoint, { method: "POST", headers, body: form.toString() }, fetch);
  const answer = tokensSchema.safeParse(await response.json().catch(() => undefined));
  if (!response.ok || !answer.success) {
    throw new SignInError(`The identity provider answered ${response.status} instead of a token.`);
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
  const response = await asked(endpoint, { headers: { authorization: `Bearer ${token}` } }, fetch);
  const answer = z.looseObject({ sub: z.string() }).safeParse(await response.json().catch(() => undefined));
  // Of somebody else: a swapped token (OpenID Connect Core, 5.3.4).
  if (!response.ok || !answer.success || answer.data.sub !== subject) {
    throw new SignInError("The identity provider did not say who this is.");
  }
  return answer.data;
}

async function discover(issuer: string, fetch: Fetch): Promise<Metadata> {
  const found = known.get(issuer);
  if (found !== undefined && found.until > Date.now()) return found.metadata;
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const response = await asked(url, { headers: { accept: "application/json" } }, fetch);
  const parsed = metadataSchema.safeParse(await response.json().catch(() => undefined));
  if (!response.ok || !parsed.success) throw new SignInError(`The identity provider's metadata at ${url} is unusable.`);
  if (parsed.data.issuer !== issuer) throw new SignInError("The identity provider calls itself by another name.");
  known.set(issuer, { metadata: parsed.data, until: Date.now() + KEEP_METADATA_MS });
  return parsed.data;
}

async function asked(url: string, init: RequestInit, fetch: Fetch): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    console.error("oidc:", error instanceof Error ? error.message : error);
    throw new SignInError("The identity provider could not be reached.");
  }
}
