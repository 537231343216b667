/**
 * Asks an upstream for its challenge (RFC 9728, section 5.1) before any call was refused: the challenge may be the only place that names the
 * upstream's metadata. The request has no token, and no effect.
 */
import { GuardedFetchError, type GuardedFetch } from "../guarded-fetch/guarded-fetch.ts";
import { findAuthorizationServer, type AuthorizationServer, type FindOptions } from "./authorization-server.ts";
import { challengeOf, type Challenge } from "./token-source.ts";
import { isRecord } from "../../lib/is-record.ts";
import { parseJson } from "../../lib/parse-json.ts";

/** @param address the upstream's address, without its query */
export async function probeChallenge(address: URL, fetch: GuardedFetch): Promise<Challenge> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  try {
    return challengeOf(await fetch(address, { method: "POST", headers, body }));
  } catch {
    // The metadata may be at the specified location; if it is not, that request reports what is wrong.
    return {};
  }
}

interface FoundByChallenge extends AuthorizationServer {
  /** The challenge that led to it: the one that was known, or the one that was asked for. */
  readonly challenge: Challenge;
}

/** For grants without a person. Asks the specified locations first, and the upstream itself where they have nothing and no challenge has named another one. */
export async function findOrProbe(address: URL, known: Challenge, given: FindOptions): Promise<FoundByChallenge> {
  const options = { ...given, fetch: withEndpoints(given.fetch) };
  try {
    return { ...(await findAuthorizationServer(address, known, options)), challenge: known };
  } catch (error) {
    if (known.resourceMetadataUrl !== undefined || isSilent(error)) throw error;
    const challenge = await probeChallenge(address, given.fetch);
    if (challenge.resourceMetadataUrl === undefined) throw error;
    return { ...(await findAuthorizationServer(address, challenge, options)), challenge };
  }
}

/** A server that does not answer is not asked once more. */
function isSilent(error: unknown): boolean {
  return error instanceof GuardedFetchError && ["UNREACHABLE", "CUT_OFF", "TIMED_OUT"].includes(error.code);
}

/**
 * Metadata of an authorization server may leave out the authorization endpoint where no grant uses it (RFC 8414, section 2), and the response
 * types with it. The client library requires both, so that they are filled in for grants without a person, which use neither.
 *
 * @returns a fetch for the discovery of such a grant's authorization server
 */
function withEndpoints(fetch: GuardedFetch): GuardedFetch {
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
