/** A request to a token endpoint for a grant that the SDK has no function for, or whose error codes its function does not pass on. */
import { parseErrorResponse, type AuthorizationServerMetadata } from "@modelcontextprotocol/client";
import type { GuardedFetch } from "../guarded-fetch/guarded-fetch.ts";
import type { OAuthClient } from "./oauth-context.ts";
import { prove } from "./prove-client.ts";

interface TokenRequest {
  readonly metadata: AuthorizationServerMetadata;
  readonly client: OAuthClient;
  readonly form: Readonly<Record<string, string | undefined>>;
  readonly fetch: GuardedFetch;
}

/** @returns the JSON of the answer @throws OAuthError with the code and the words of the server, or GuardedFetchError */
export async function requestToken({ metadata, client, form, fetch }: TokenRequest): Promise<unknown> {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(form)) if (value !== undefined) body.set(name, value);
  const headers = new Headers({ accept: "application/json", "content-type": "application/x-www-form-urlencoded" });
  prove(client, metadata.token_endpoint_auth_methods_supported, headers, body);
  const response = await fetch(metadata.token_endpoint, {
    method: "POST",
    headers,
    body: body.toString(),
    redirect: "error",
  });
  if (!response.ok) throw await parseErrorResponse(response);
  return response.json().catch(() => undefined);
}
