/**
 * From an upstream to the authorization server that issues its tokens: protected-resource metadata (RFC 9728), then the server's own
 * (RFC 8414, OpenID Connect Discovery). Everything here comes from outside: it is fetched through the guard, the issuer has to
 * name itself as it was asked for, and each endpoint has to be an address that the gateway may ask.
 */
import {
  OAuthError,
  OAuthErrorCode,
  discoverOAuthServerInfo,
  selectResourceURL,
  validateAuthorizationResponseIssuer,
} from "@modelcontextprotocol/client";
import type { AuthorizationServerMetadata, OAuthClientProvider } from "@modelcontextprotocol/client";
import { GuardedFetchError } from "../guarded-fetch/guarded-fetch.ts";
import type { GuardedFetch } from "../guarded-fetch/guarded-fetch.ts";
import { refuseAddress } from "../guarded-fetch/refuse-address.ts";
import type { Redaction } from "./redaction.ts";
import type { Challenge } from "./token-source.ts";

export interface AuthorizationServer {
  readonly metadata: AuthorizationServerMetadata;
  /** What tokens have to be for (RFC 8707), as the upstream spells itself; undefined when it publishes no metadata. */
  readonly resource: string | undefined;
  /** What the upstream says there is to ask for. */
  readonly scope: string | undefined;
}

/** What can go wrong with the other side of OAuth by design; the message is for people. */
export class OAuthFailure extends Error {
  override readonly name = "OAuthFailure";
}

export interface FindOptions {
  readonly fetch: GuardedFetch;
  readonly allowLoopback: boolean;
  /** Any other issuer is refused. */
  readonly issuer: string | undefined;
}

/** @param address the upstream's, without its query */
export async function findAuthorizationServer(
  address: URL,
  { resourceMetadataUrl }: Challenge,
  { fetch, allowLoopback, issuer }: FindOptions,
): Promise<AuthorizationServer> {
  const found = await discoverOAuthServerInfo(address, {
    fetchFn: fetch,
    ...(resourceMetadataUrl && { resourceMetadataUrl }),
  });
  const { authorizationServerMetadata: metadata, authorizationServerUrl, resourceMetadata } = found;
  if (metadata === undefined) {
    throw new OAuthFailure(`${authorizationServerUrl} publishes no authorization server metadata.`);
  }
  if (issuer !== undefined && metadata.issuer !== issuer) {
    throw new OAuthFailure(`Its authorization server is ${metadata.issuer}; only ${issuer} may be used.`);
  }
  checkEndpoints(metadata, allowLoopback);
  await selectResourceURL(address, {} as OAuthClientProvider, resourceMetadata);
  return {
    metadata,
    resource: resourceMetadata?.resource,
    scope: resourceMetadata?.scopes_supported?.join(" "),
  };
}

const ENDPOINTS = ["authorization_endpoint", "token_endpoint", "registration_endpoint", "revocation_endpoint"] as const;

/** @returns undefined when the server has none */
export function endpointOf(
  metadata: AuthorizationServerMetadata,
  name: (typeof ENDPOINTS)[number],
): string | undefined {
  const endpoint = (metadata as Readonly<Record<string, unknown>>)[name];
  return typeof endpoint === "string" ? endpoint : undefined;
}

function checkEndpoints(metadata: AuthorizationServerMetadata, allowLoopback: boolean): void {
  for (const name of ENDPOINTS) {
    const endpoint = endpointOf(metadata, name);
    if (endpoint === undefined) continue;
    const refusal = refuseAddress(endpoint, allowLoopback);
    if (refusal !== undefined) {
      throw new OAuthFailure(
        `The ${name} of ${metadata.issuer} ${refusal}: ${JSON.stringify(endpoint.slice(0, 200))}.`,
      );
    }
  }
}

/** Authorization codes are only worth what PKCE makes of them; a server that does not announce S256 is not used (MCP, Authorization). */
export function checkCodeFlow({
  issuer,
  code_challenge_methods_supported: methods,
}: AuthorizationServerMetadata): void {
  if (methods?.includes("S256") !== true) throw new OAuthFailure(`${issuer} does not announce PKCE with S256.`);
}

/**
 * RFC 9207: the answer has to come from the server that the person was sent to.
 * @param iss of the answer
 */
export function isFromIssuer(iss: string | undefined, metadata: AuthorizationServerMetadata): boolean {
  try {
    const issParameterSupported = metadata["authorization_response_iss_parameter_supported"] === true;
    validateAuthorizationResponseIssuer({ iss, expectedIssuer: metadata.issuer, issParameterSupported });
    return true;
  } catch {
    return false;
  }
}

const CLIENT_GONE: ReadonlySet<string> = new Set([OAuthErrorCode.InvalidClient, OAuthErrorCode.UnauthorizedClient]);

/** The server does not know the client, or not any more: it has to be introduced anew. */
export function isClientUnknown(error: unknown): error is OAuthError {
  return error instanceof OAuthError && CLIENT_GONE.has(error.code);
}

/** The grant is void; any other failure may pass. */
export function isGrantVoid(error: unknown): error is OAuthError {
  return error instanceof OAuthError && GRANT_VOID.has(error.code);
}

const GRANT_VOID: ReadonlySet<string> = new Set([OAuthErrorCode.InvalidGrant]);

/** One sentence about a failure of the other side. What it says itself is shortened and without credentials. */
export function explainOAuth(error: unknown, redaction: Redaction): string {
  if (error instanceof OAuthFailure || error instanceof GuardedFetchError) return redaction.text(error.message);
  if (error instanceof OAuthError) {
    const said = error.message === error.code ? error.code : `${error.code}: ${error.message}`;
    return `The authorization server answered ${redaction.text(said).replaceAll(/\s+/g, " ").slice(0, 300)}.`;
  }
  const said = error instanceof Error ? error.message : String(error);
  return `The authorization server's answer cannot be used: ${redaction.text(said).replaceAll(/\s+/g, " ").slice(0, 300)}.`;
}
