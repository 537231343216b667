/**
 * Chooses the client identity that the gateway uses at an authorization server: the client in gateway.json, else a metadata document at
 * the gateway's own address if the server supports those, else dynamic registration (RFC 7591).
 */
import { registerClient } from "@modelcontextprotocol/client";
import type { AuthorizationServerMetadata, OAuthClientMetadata } from "@modelcontextprotocol/client";
import * as z from "zod";
import { OAuthFailure } from "./authorization-server.ts";
import { clientSchema, type OAuthClient, type OAuthContext } from "./oauth-context.ts";
import { checkToken } from "./token-bounds.ts";
import { trustFirstIssuer } from "./trust-first-issuer.ts";

/** Paths below the gateway's origin. Every upstream has a callback of its own: see `finish` in oauth-sign-in.ts. */
export function callbackUrl(origin: string, server: string): string {
  return `${origin}/oauth/upstream/${encodeURIComponent(server)}/callback`;
}

function metadataUrl(origin: string, server: string): string {
  return `${origin}/oauth/upstream/${encodeURIComponent(server)}/client.json`;
}

/** The document at `metadataUrl`, which is the client's id. */
export function clientDocument(origin: string, server: string): OAuthClientMetadata & { readonly client_id: string } {
  return { client_id: metadataUrl(origin, server), ...clientMetadata(origin, server) };
}

/** @returns true for a client that the gateway has registered by itself, or that gateway.json no longer names */
export function isRegistered({ client_id: id }: OAuthClient, { server, config }: OAuthContext): boolean {
  return id !== config.clientId && !(id.startsWith("https:") && id.endsWith(metadataUrl("", server)));
}

const registrationSchema = clientSchema.extend({
  issuer: z.string(),
  redirectUri: z.string(),
  /** Seconds since 1970; 0 or absent if it never expires. */
  client_secret_expires_at: z.number().optional(),
});

export async function introduce(
  { server, address, config, store, firstIssuer, fetch, now }: OAuthContext,
  metadata: AuthorizationServerMetadata,
  origin: string,
): Promise<OAuthClient> {
  const { issuer } = metadata;
  if (config.clientId !== undefined) {
    const { clientId, issuer: configured } = config;
    await trustFirstIssuer({ server, address, clientId, firstIssuer }, issuer, configured);
    return { client_id: clientId };
  }
  if (metadata.client_id_metadata_document_supported === true && origin.startsWith("https:")) {
    return { client_id: metadataUrl(origin, server), token_endpoint_auth_method: "none" };
  }
  const redirectUri = callbackUrl(origin, server);
  const stored = await store.read("client", server);
  const known = stored.state === "found" ? registrationSchema.safeParse(stored.value).data : undefined;
  if (known?.issuer === issuer && known.redirectUri === redirectUri) {
    const expiresAt = known.client_secret_expires_at ?? 0;
    if (expiresAt === 0 || expiresAt * 1_000 > now()) return clientSchema.parse(known);
  }
  if (metadata.registration_endpoint === undefined) {
    throw new OAuthFailure(
      `${issuer} registers no clients by itself: register one there with the redirect URI ${redirectUri} and ` +
        `set auth.clientId (and auth.clientSecret) of mcpServers.${server} in gateway.json.`,
    );
  }
  const registered = await registerClient(issuer, {
    metadata,
    clientMetadata: clientMetadata(origin, server),
    ...(config.scope !== undefined && { scope: config.scope }),
    fetchFn: fetch,
  });
  // Some servers write the secret that a public client does not have as an empty text.
  if (registered.client_secret) checkToken("a client secret", registered.client_secret);
  await store.write("client", server, registrationSchema.parse({ ...registered, issuer, redirectUri }));
  return clientSchema.parse(registered);
}

function clientMetadata(origin: string, server: string): OAuthClientMetadata {
  return {
    client_name: "Isogate",
    client_uri: origin,
    redirect_uris: [callbackUrl(origin, server)],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    application_type: origin.startsWith("https:") ? "web" : "native",
  };
}
