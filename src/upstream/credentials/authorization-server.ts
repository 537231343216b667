/**
 * Finds the authorization server that issues an upstream's tokens: protected-resource metadata (RFC 9728), then the server's own metadata
 * (RFC 8414, OpenID Connect Discovery). All of it comes from outside: it is fetched through the guard, the issuer has to equal the one
 * that was requested, and each endpoint has to be an address that the gateway may request.
 */
import { issuesLine, printedIssues } from "../../lib/printed-issues.ts";
import {
  OAuthError,
  OAuthErrorCode,
  discoverOAuthServerInfo,
  selectResourceURL,
  validateAuthorizationResponseIssuer,
} from "@modelcontextprotocol/client";
import type { AuthorizationServerMetadata, OAuthClientProvider } from "@modelcontextprotocol/client";
import { GuardedFetchError, type GuardedFetch } from "../guarded-fetch/guarded-fetch.ts";
import { refuseAddress } from "../guarded-fetch/refuse-address.ts";
import type { Redaction } from "./redaction.ts";
import type { Challenge } from "./token-source.ts";
import { quote } from "../../lib/shorten.ts";
import { messageOf } from "../../lib/message-of.ts";

export interface AuthorizationServer {
  readonly metadata: AuthorizationServerMetadata;
  /** The resource that tokens have to be issued for (RFC 8707), as the upstream spells it; undefined if it publishes no metadata. */
  readonly resource: string | undefined;
  /** The scopes that the upstream publishes. */
  readonly scope: string | undefined;
}

/** An expected failure of the other side of OAuth; the message is for people. */
export class OAuthFailure extends Error {
  override readonly name = "OAuthFailure";
}

export interface FindOptions {
  readonly fetch: GuardedFetch;
  readonly allowLoopback: boolean;
  /** The only issuer that is accepted; undefined if any issuer is. */
  readonly issuer: string | undefined;
}

/** @param address the upstream's address, without its query */
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

/** @returns undefined if the server has no such endpoint */
export function endpointOf(
  metadata: AuthorizationServerMetadata,
  name: (typeof ENDPOINTS)[number],
): string | undefined {
  const endpoint = (metadata as Readonly<Record<string, unknown>>)[name];
  return typeof endpoint === "string" ? endpoint : undefined;
}

export function checkEndpoints(metadata: AuthorizationServerMetadata, allowLoopback: boolean): void {
  for (const name of ENDPOINTS) {
    const endpoint = endpointOf(metadata, name);
    if (endpoint === undefined) continue;
    const refusal = refuseAddress(endpoint, allowLoopback);
    if (refusal !== undefined) {
      throw new OAuthFailure(`The ${name} of ${metadata.issuer} ${refusal}: ${quote(endpoint, 200)}.`);
    }
  }
}

/** Requires PKCE, which protects authorization codes: a server that does not announce S256 is not used (MCP, Authorization). */
export function checkCodeFlow({
  issuer,
  code_challenge_methods_supported: methods,
}: AuthorizationServerMetadata): void {
  if (methods?.includes("S256") !== true) throw new OAuthFailure(`${issuer} does not announce PKCE with S256.`);
}

/** RFC 9207: the answer has to come from the server to which the person was sent. @param iss the `iss` parameter of the answer */
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

/** @returns true if the server does not know the client, or not any more, so that it has to be registered again */
export function isClientUnknown(error: unknown): error is OAuthError {
  return error instanceof OAuthError && CLIENT_GONE.has(error.code);
}

/** @returns true if the grant is invalid for good; any other failure may be temporary */
export function isGrantVoid(error: unknown): error is OAuthError {
  return error instanceof OAuthError && GRANT_VOID.has(error.code);
}

const GRANT_VOID: ReadonlySet<string> = new Set([OAuthErrorCode.InvalidGrant]);

/** Describes a failure of the other side in one sentence. The other side's own message is shortened, and credentials in it are redacted. */
export function explainOAuth(error: unknown, redaction: Redaction): string {
  if (error instanceof OAuthFailure || error instanceof GuardedFetchError) return redaction.text(error.message);
  if (error instanceof OAuthError) {
    const said = error.message === error.code ? error.code : `${error.code}: ${error.message}`;
    return `The authorization server answered ${redaction.text(said).replaceAll(/\s+/g, " ").slice(0, 300)}.`;
  }
  const message = messageOf(error);
  const printed = printedIssues(message);
  const said = printed === undefined ? message : issuesLine(printed.issues);
  return `The authorization server's answer cannot be used: ${redaction.text(said).replaceAll(/\s+/g, " ").slice(0, 300)}.`;
}
