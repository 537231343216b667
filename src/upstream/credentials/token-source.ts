/** Bearer tokens for one upstream, and how the MCP transport asks for them. */
import { extractWWWAuthenticateParams } from "@modelcontextprotocol/client";
import type { AuthProvider, FetchLike } from "@modelcontextprotocol/client";
import type { UpstreamError } from "../connector.ts";

/** What an upstream said with a 401 (RFC 9728, section 5.1). */
export interface Challenge {
  readonly resourceMetadataUrl?: URL | undefined;
  readonly scope?: string | undefined;
}

export interface TokenSource {
  /** A token that is good for now. @throws UpstreamError */
  token(): Promise<string>;
  /**
   * The upstream refused `used`. When this returns, `token` has another one.
   * @throws UpstreamError when there is none to be had
   */
  renew(used: string | undefined, challenge: Challenge): Promise<void>;
  /** The upstream took a token. */
  accepted(): void;
  /** The failure of a call whose token was renewed and refused again. */
  refused(): UpstreamError;
  /** The failure of a call whose token lacks a scope. */
  lacksScope(scope: string | undefined): Promise<UpstreamError>;
}

/**
 * Lets a transport send tokens of `source`; a refused one is renewed and the request sent once more.
 * @param send what asks the upstream; it bounds the answers
 */
export function transportAuth(
  source: TokenSource,
  send: FetchLike,
): { readonly authProvider: AuthProvider; readonly fetch: FetchLike } {
  // Of many requests that were refused with one token, the first renews it; the others must find out that it did.
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
