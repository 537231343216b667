/**
 * The OAuth 2.1 authorization server for the gateway's `/mcp`, one instance per origin, because a token is bound to the address
 * it was issued for (RFC 8707). Public and confidential clients need PKCE with S256.
 */
import { OAuthAuthorizationServer } from "@cloudflare/workers-oauth-provider";
import type { EnterpriseConfig } from "../../config/auth-config.ts";
import { quote } from "../../lib/shorten.ts";
import { asList } from "../../lib/is-record.ts";
import { answerToOutage } from "./client-document.ts";
import { enterpriseOptions, type EnterpriseEnv } from "./enterprise.ts";
import { redirectDestination } from "./redirect-destination.ts";
import { SCOPES } from "./scopes.ts";

interface OAuthEnv extends EnterpriseEnv {
  readonly OAUTH_KV: KVNamespace;
}

export const AUTHORIZE_PATH = "/oauth/authorize";
export const TOKEN_PATH = "/oauth/token";
export const REGISTER_PATH = "/oauth/register";
export const CALLBACK_PATH = "/oauth/callback";

const ACCESS_TOKEN_SECONDS = 3_600;
/** A grant that is not used for this long expires. */
const IDLE_SECONDS = 30 * 86_400;

export function resourceOf(origin: string): string {
  return `${origin}/mcp`;
}

/** @returns the URL of the RFC 9728 metadata of `/mcp`, to which a 401 refers */
export function resourceMetadataUrl(origin: string): string {
  return `${origin}/.well-known/oauth-protected-resource/mcp`;
}

/**
 * @param onFailure called with the reason of a refusal: a fixed word, never a secret
 * @param enterprise the identity providers whose assertions are accepted
 */
export function createAuthorizationServer(
  origin: string,
  onFailure: (reason: string) => void = () => undefined,
  enterprise?: readonly EnterpriseConfig[],
): OAuthAuthorizationServer<OAuthEnv> {
  return new OAuthAuthorizationServer<OAuthEnv>({
    issuer: origin,
    resources: [resourceOf(origin)],
    authorizeEndpoint: AUTHORIZE_PATH,
    tokenEndpoint: TOKEN_PATH,
    clientRegistrationEndpoint: REGISTER_PATH,
    scopesSupported: [...SCOPES],
    accessTokenTTL: ACCESS_TOKEN_SECONDS,
    refreshTokenTTL: IDLE_SECONDS,
    refreshTokenIdleTTL: IDLE_SECONDS,
    clientIdMetadataDocumentEnabled: true,
    allowPrivateUseRedirectUris: true,
    clientRegistrationCallback: ({ clientMetadata }) => refusalOfRedirects(clientMetadata["redirect_uris"]),
    ...(enterprise !== undefined && { enterpriseManagedAuthorization: enterpriseOptions(enterprise) }),
    onError: ({ internal }) => {
      // The client is told only that its assertion is invalid; the operator has to find out why.
      if (internal.category === "enterprise-managed-authorization") console.warn("ID-JAG refused:", internal.reason);
      onFailure(internal.reason);
      return internal.category === "client-id-metadata-document" ? answerToOutage(internal.detail) : undefined;
    },
  });
}

/**
 * Refuses a registration of which no redirect URI can be used. A client that has a usable one may list others, which are refused when they are used.
 * @param uris as the library has accepted them
 */
function refusalOfRedirects(uris: unknown) {
  const listed = asList(uris);
  if (listed.some((uri) => redirectDestination(String(uri)) !== undefined)) return undefined;
  const description = `No redirect URI has a scheme of a program's own, https, or http on this machine: ${quote(String(listed[0]))}`;
  return { code: "invalid_redirect_uri", description };
}

const MAX_ORIGINS = 20;
const byOrigin = new Map<string, OAuthAuthorizationServer<OAuthEnv>>();

/** @returns a cached server, for callers that do not need the reason of a refusal; it caches the keys of identity providers */
export function authorizationServerOf(
  origin: string,
  enterprise?: readonly EnterpriseConfig[],
): OAuthAuthorizationServer<OAuthEnv> {
  const name = JSON.stringify([origin, enterprise]);
  let server = byOrigin.get(name);
  if (server === undefined) {
    server = createAuthorizationServer(origin, undefined, enterprise);
    if (byOrigin.size >= MAX_ORIGINS) byOrigin.clear();
    byOrigin.set(name, server);
  }
  return server;
}
