/** The client credentials grant (RFC 6749, section 4.4), with which the gateway signs in as itself. */
import { fetchToken, type AuthorizationServerMetadata, type OAuthClientProvider } from "@modelcontextprotocol/client";
import type { GuardedFetch } from "../guarded-fetch/guarded-fetch.ts";
import type { ObtainedToken } from "./requested-token.ts";
import { newBinding, provingKey } from "./dpop.ts";
import { findOrProbe } from "./probe-challenge.ts";
import { proofOf } from "./prove-client.ts";
import type { Challenge } from "./token-source.ts";
import { trustFirstIssuer, type FirstIssuer } from "./trust-first-issuer.ts";

interface ClientCredentialsOptions {
  readonly server: string;
  readonly firstIssuer: FirstIssuer;
  /** The upstream's address, without its query. */
  readonly address: URL;
  /** The client from gateway.json, with secrets substituted. */
  readonly client: {
    readonly tokenUrl?: string | undefined;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly scope?: string | undefined;
    readonly issuer?: string | undefined;
  };
  readonly fetch: GuardedFetch;
  readonly allowLoopback: boolean;
}

export async function askAsClient(options: ClientCredentialsOptions, challenge: Challenge): Promise<ObtainedToken> {
  const { client, fetch } = options;
  const { metadata, resource } = await authorizationServerOf(options, challenge);
  const binding = await newBinding(metadata);
  const tokens = await fetchToken(providerOf(client), metadata.issuer, {
    metadata,
    fetchFn: provingKey(binding, fetch),
    ...(resource !== undefined && { resource }),
  });
  return { tokens: { ...tokens, scope: tokens.scope ?? client.scope }, binding };
}

async function authorizationServerOf(
  { server, firstIssuer, address, client, fetch, allowLoopback }: ClientCredentialsOptions,
  challenge: Challenge,
): Promise<{ metadata: AuthorizationServerMetadata; resource: string | undefined }> {
  const { tokenUrl, clientId, issuer } = client;
  if (tokenUrl === undefined) {
    const found = await findOrProbe(address, challenge, { fetch, allowLoopback, issuer });
    await trustFirstIssuer({ server, address, clientId, firstIssuer }, found.metadata.issuer, issuer);
    return found;
  }
  const metadata = {
    issuer: issuer ?? tokenUrl,
    token_endpoint: tokenUrl,
    authorization_endpoint: tokenUrl,
    response_types_supported: [],
  };
  return { metadata, resource: undefined };
}

/** The provider that the SDK's token request needs; this grant has no redirect. */
function providerOf({ clientId, clientSecret, scope }: ClientCredentialsOptions["client"]): OAuthClientProvider {
  const nobody = (): never => {
    throw new Error("The client credentials grant has no redirect.");
  };
  return {
    redirectUrl: undefined,
    clientMetadata: { redirect_uris: [] },
    clientInformation: () => ({ client_id: clientId, client_secret: clientSecret }),
    addClientAuthentication: proofOf({ client_id: clientId, client_secret: clientSecret }),
    tokens: () => undefined,
    saveTokens: nobody,
    redirectToAuthorization: nobody,
    saveCodeVerifier: nobody,
    codeVerifier: nobody,
    prepareTokenRequest: () =>
      new URLSearchParams({ grant_type: "client_credentials", ...(scope !== undefined && { scope }) }),
  };
}
