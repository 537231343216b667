/** The interface of bearer tokens for one upstream, and its adapter to the MCP transport. */
import { extractWWWAuthenticateParams } from "@modelcontextprotocol/client";
import type { AuthProvider, FetchLike } from "@modelcontextprotocol/client";
import type { UpstreamError } from "../connector.ts";

/** The challenge of an upstream's 401 response (RFC 9728, section 5.1). */
export interface Challenge {
  readonly resourceMetadataUrl?: URL | undefined;
  readonly scope?: string | undefined;
}

export interface TokenSource {
  /**
   * @returns a token that is valid now
   * @throws UpstreamError
   */
  token(): Promise<string>;
  /**
   * Called when the upstream refused `used`. When this returns, `token` has another token.
   * @throws UpstreamError if none can be obtained
   */
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
  // Of many requests that were refused with one token, the first renews it; the others have to learn that it was renewed.
  const sentWith = new WeakMap<Response, string>();
  return {
    authProvider: {
      token: () => source.token(),
      onUnauthorized: ({ response }) => source.renew(sentWith.get(response), challengeOf(response)),
    },
    fetch: async (url, init) => {
      const response = await send(url, init);
      const token = /^Bearer (.+)$/i.exec(new Headers(init?.headers).get("authorization") ?? "")?.[1];
      if (token !== undefined) sentWith.set(response, token);
      if (response.ok) source.accepted();
      return response;
    },
  };
}

export function challengeOf(response: Response): Challenge {
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
  return { resourceMetadataUrl, scope };
}
