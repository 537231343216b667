/** Client authentication at an authorization server (RFC 6749, section 2.3). */
import type { OAuthClient } from "./oauth-context.ts";

export function prove(
  { client_id, client_secret, token_endpoint_auth_method }: OAuthClient,
  headers: Headers,
  body: URLSearchParams,
): void {
  if (client_secret !== undefined && token_endpoint_auth_method !== "client_secret_post") {
    const pair = new TextEncoder().encode(`${client_id}:${client_secret}`);
    headers.set("authorization", `Basic ${pair.toBase64()}`);
    return;
  }
  body.set("client_id", client_id);
  if (client_secret !== undefined) body.set("client_secret", client_secret);
}
