/**
 * Metadata of an authorization server may leave out the authorization endpoint where no grant uses it (RFC 8414, section 2), and the
 * response types with it. The client library requires both, so that they are filled in for grants without a person, which use neither.
 */
import { isRecord } from "../../lib/is-record.ts";
import { parseJson } from "../../lib/parse-json.ts";
import type { GuardedFetch } from "../guarded-fetch/guarded-fetch.ts";

/** @returns a fetch for the discovery of such a grant's authorization server */
export function withEndpoints(fetch: GuardedFetch): GuardedFetch {
  return async (address, init) => {
    const response = await fetch(address, init);
    if (!response.ok) return response;
    const { status, statusText, headers } = response;
    return new Response(completed(await response.text()), { status, statusText, headers });
  };
}

function completed(text: string): string {
  const metadata = parseJson(text);
  if (!isRecord(metadata) || typeof metadata["token_endpoint"] !== "string") return text;
  const { token_endpoint: endpoint, authorization_endpoint: authorization = endpoint } = metadata;
  const { response_types_supported: types = [] } = metadata;
  return JSON.stringify({ ...metadata, authorization_endpoint: authorization, response_types_supported: types });
}
