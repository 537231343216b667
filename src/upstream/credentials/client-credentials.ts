/**
 * The client credentials grant (RFC 6749, section 4.4), with which the gateway signs in as itself. The token is requested on first use
 * and renewed ahead of its expiry, with one request at a time, and is stored sealed if encryption is configured.
 */
import { fetchToken } from "@modelcontextprotocol/client";
import type { AuthorizationServerMetadata, OAuthClientProvider } from "@modelcontextprotocol/client";
import * as z from "zod";
import { UpstreamError } from "../connector.ts";
import { GuardedFetchError } from "../guarded-fetch/guarded-fetch.ts";
import type { GuardedFetch } from "../guarded-fetch/guarded-fetch.ts";
import { explainOAuth, findAuthorizationServer } from "./authorization-server.ts";
import { isDue, isExpired, lifeOf, okState } from "./credential-state.ts";
import type { CredentialState } from "./credential-state.ts";
import type { CredentialStore } from "./credential-store.ts";
import type { Redaction } from "./redaction.ts";
import type { Challenge, TokenSource } from "./token-source.ts";

export interface ClientCredentialsOptions {
  readonly server: string;
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
  /** Hash of the configuration that a token was obtained with; a token with a different hash is not used. */
  readonly fingerprint: Promise<string>;
  readonly store: CredentialStore;
  readonly redaction: Redaction;
  readonly fetch: GuardedFetch;
  readonly allowLoopback: boolean;
}

const tokenSchema = z.object({
  fingerprint: z.string(),
  accessToken: z.string(),
  scope: z.string().optional(),
  obtainedAt: z.number(),
  expiresAt: z.number().optional(),
});

type Token = z.output<typeof tokenSchema>;

export class ClientCredentials implements TokenSource {
  readonly #options: ClientCredentialsOptions;
  #token: Token | undefined;
  #asking: Promise<Token> | undefined;
  #challenge: Challenge = {};
  #failure: string | undefined;

  constructor(options: ClientCredentialsOptions) {
    this.#options = options;
  }

  async token(): Promise<string> {
    this.#token ??= await this.#stored();
    const token = this.#token;
    if (token !== undefined && !isDue(token, Date.now())) return token.accessToken;
    try {
      return (await this.#ask()).accessToken;
    } catch (error) {
      if (token !== undefined && !isExpired(token, Date.now())) return token.accessToken;
      throw error;
    }
  }

  async renew(used: string | undefined, challenge: Challenge): Promise<void> {
    this.#challenge = challenge;
    if (used === undefined || this.#token?.accessToken === used) await this.#ask();
  }

  accepted(): void {
    this.#failure = undefined;
  }

  refused(): UpstreamError {
    const { server } = this.#options;
    this.#failure = `${server} refuses a token that was just issued; check mcpServers.${server}.auth in gateway.json.`;
    return new UpstreamError("UPSTREAM_AUTH_REQUIRED", this.#failure);
  }

  lacksScope(scope: string | undefined): Promise<UpstreamError> {
    const { server } = this.#options;
    const needs = scope === undefined ? "more scopes" : `the scope ${JSON.stringify(scope)}`;
    const message = `${server} wants ${needs} for this; add it to mcpServers.${server}.auth.scope in gateway.json.`;
    return Promise.resolve(new UpstreamError("UPSTREAM_AUTH_REQUIRED", message, { ofCallOnly: true }));
  }

  async describe(): Promise<CredentialState> {
    this.#token ??= await this.#stored();
    if (this.#failure !== undefined) return { state: "error", message: this.#failure };
    return this.#token === undefined ? { state: "static" } : okState(this.#token, this.#token.scope);
  }

  #ask(): Promise<Token> {
    this.#asking ??= this.#askNow().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #askNow(): Promise<Token> {
    const { server, client, store, redaction, fetch } = this.#options;
    try {
      const { metadata, resource } = await this.#authorizationServer();
      const provider = providerOf(client);
      const tokens = await fetchToken(provider, metadata.issuer, {
        metadata,
        fetchFn: fetch,
        ...(resource !== undefined && { resource }),
      });
      redaction.addToken("[access token]", tokens.access_token);
      const token: Token = {
        fingerprint: await this.#options.fingerprint,
        accessToken: tokens.access_token,
        scope: tokens.scope ?? client.scope,
        ...lifeOf(tokens.expires_in, Date.now()),
      };
      this.#token = token;
      this.#failure = undefined;
      if (store.unavailable === undefined) await store.write("token", server, token);
      return token;
    } catch (error) {
      this.#failure = `${server} gives the gateway no token. ${explainOAuth(error, redaction)}`;
      const code = error instanceof GuardedFetchError ? "UPSTREAM_ERROR" : "UPSTREAM_AUTH_REQUIRED";
      throw new UpstreamError(code, this.#failure);
    }
  }

  async #authorizationServer(): Promise<{ metadata: AuthorizationServerMetadata; resource: string | undefined }> {
    const { address, client, fetch, allowLoopback } = this.#options;
    if (client.tokenUrl === undefined) {
      return findAuthorizationServer(address, this.#challenge, { fetch, allowLoopback, issuer: client.issuer });
    }
    const { tokenUrl } = client;
    const metadata = {
      issuer: client.issuer ?? tokenUrl,
      token_endpoint: tokenUrl,
      authorization_endpoint: tokenUrl,
      response_types_supported: [],
    };
    return { metadata, resource: undefined };
  }

  async #stored(): Promise<Token | undefined> {
    const { server, store, redaction, fingerprint } = this.#options;
    if (store.unavailable !== undefined) return undefined;
    const stored = await store.read("token", server);
    const token = stored.state === "found" ? tokenSchema.safeParse(stored.value).data : undefined;
    if (token?.fingerprint !== (await fingerprint)) return undefined;
    redaction.addToken("[access token]", token.accessToken);
    return token;
  }
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
    tokens: () => undefined,
    saveTokens: nobody,
    redirectToAuthorization: nobody,
    saveCodeVerifier: nobody,
    codeVerifier: nobody,
    prepareTokenRequest: () =>
      new URLSearchParams({ grant_type: "client_credentials", ...(scope !== undefined && { scope }) }),
  };
}
