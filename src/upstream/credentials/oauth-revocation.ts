/** Revokes tokens at an authorization server (RFC 7009). */
import type { AuthorizationServerMetadata } from "@modelcontextprotocol/client";
import type { GuardedFetch } from "../guarded-fetch/guarded-fetch.ts";
import { endpointOf } from "./authorization-server.ts";
import type { OAuthClient } from "./oauth-context.ts";
import { prove } from "./prove-client.ts";

interface Revocation {
  readonly metadata: AuthorizationServerMetadata;
  readonly client: OAuthClient;
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  readonly fetch: GuardedFetch;
}

/** Revokes both tokens. It never rejects, because the gateway has already deleted them. @returns true if every token was revoked */
export async function revokeTokens({
  metadata,
  client,
  accessToken,
  refreshToken,
  fetch,
}: Revocation): Promise<boolean> {
  const endpoint = endpointOf(metadata, "revocation_endpoint");
  if (endpoint === undefined) return false;
  const supported = metadata.token_endpoint_auth_methods_supported;
  const revoke = async (token: string, hint: string): Promise<boolean> => {
    const body = new URLSearchParams({ token, token_type_hint: hint });
    const headers = new Headers();
    prove(client, supported, headers, body);
    try {
      return (await fetch(endpoint, { method: "POST", headers, body, redirect: "manual" })).ok;
    } catch {
      return false;
    }
  };
  // The refresh token is revoked first: most servers then revoke the access tokens, too.
  const refreshGone = refreshToken === undefined || (await revoke(refreshToken, "refresh_token"));
  const accessGone = await revoke(accessToken, "access_token");
  return refreshGone && accessGone;
}
