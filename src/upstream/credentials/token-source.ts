/** The interface of bearer tokens for one upstream, and its adapter to the MCP transport. */
import { extractWWWAuthenticateParams, type AuthProvider, type FetchLike } from "@modelcontextprotocol/client";
import type { UpstreamError } from "../connector.ts";
import { proving, type ProofSource } from "./dpop.ts";

/** The challenge of an upstream's 401 response (RFC 9728, section 5.1). */
export interface Challenge {
  readonly resourceMetadataUrl?: URL | undefined;
  readonly scope?: string | undefined;
  /** The error is `insufficient_scope`. */
  readonly lacksScope?: boolean;
}

export interface TokenSource extends ProofSource {
  /** @returns a token that is valid now @throws UpstreamError */
  token(): Promise<string>;
  /** Called when the upstream refused `used`. When this returns, `token` has another token. @throws UpstreamError if none can be obtained */
  renew(used: string | undefined, challenge: Challenge): Promise<void>;
  /** Called when the upstream accepted a token. */
  accepted(): void;
  /** The failure of a call whose renewed token was refused again. */
  refused(): UpstreamError;
  /** The failure of a call whose token lacks a scope. */
  lacksScope(scope: string | undefined): Promise<UpstreamError>;
}

/**
 * Makes a transport send tokens of `source`; a refused token is renewed and the request sent once more.
 * @param send sends a request to the upstream and bounds its answer
 */
export function transportAuth(
  source: TokenSource,
  send: FetchLike,
): { readonly authProvider: AuthProvider; readonly fetch: FetchLike } {
  // When many requests are refused with one token, the first one renews it, and the others use the renewed one.
  const sentWith = new WeakMap<Response, string>();
  const challenges = new WeakMap<Response, Challenge>();
  return {
    authProvider: {
      token: () => source.token(),
      onUnauthorized: ({ response }) => source.renew(sentWith.get(response), challenges.get(response) ?? {}),
    },
    fetch: async (url, init) => {
      const token = /^Bearer (.+)$/i.exec(new Headers(init?.headers).get("authorization") ?? "")?.[1];
      const answer = await proving(source, token, send)(url, init);
      const response = answer.status === 401 ? withoutChallenge(answer) : answer;
      if (response !== answer) challenges.set(response, challengeOf(answer));
      if (token !== undefined) sentWith.set(response, token);
      if (response.ok) source.accepted();
      return response;
    },
  };
}

/** The SDK's transport would collect the scopes of all challenges for as long as it is connected, and reads them anew each time. */
function withoutChallenge(response: Response): Response {
  const copy = new Response(response.body, response);
  copy.headers.delete("www-authenticate");
  return copy;
}

export function challengeOf(response: Response): Challenge {
  const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(response);
  return { resourceMetadataUrl, scope, ...(error === "insufficient_scope" && { lacksScope: true }) };
}
