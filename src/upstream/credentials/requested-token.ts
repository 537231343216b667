/**
 * A token that the gateway asks for whenever it needs one, without a person: requested on first use and renewed ahead of its expiry, with one
 * request at a time, and stored sealed if encryption is configured.
 */
import type { DpopSession, OAuthTokens } from "@modelcontextprotocol/client";
import * as z from "zod";
import { UpstreamError } from "../connector.ts";
import { GuardedFetchError } from "../guarded-fetch/guarded-fetch.ts";
import { OAuthFailure, explainOAuth } from "./authorization-server.ts";
import { isDue, isExpired, lifetimeOf, okState, type CredentialState } from "./credential-state.ts";
import type { CredentialStore } from "./credential-store.ts";
import { dpopKeySchema, openDpop, type NewBinding } from "./dpop.ts";
import type { Redaction } from "./redaction.ts";
import { checkToken } from "./token-bounds.ts";
import type { Challenge, TokenSource } from "./token-source.ts";
import { quote } from "../../lib/shorten.ts";

/** A token, and the key that it was asked for with; it is bound to the key if its type says so. */
export interface ObtainedToken {
  readonly tokens: OAuthTokens;
  /** Absent where the authorization server binds no tokens. */
  readonly binding: NewBinding | undefined;
}

interface RequestedTokenOptions {
  readonly server: string;
  /** Hash of the configuration that a token was obtained with; a token with a different hash is not used. */
  readonly fingerprint: Promise<string>;
  readonly store: CredentialStore;
  readonly redaction: Redaction;
  /** Asks for a token. @param challenge the upstream's latest refusal */
  readonly ask: (challenge: Challenge) => Promise<ObtainedToken>;
  /** The state without a token; `static` if absent. */
  readonly untilAsked?: () => Promise<CredentialState>;
}

const tokenSchema = z.object({
  fingerprint: z.string(),
  accessToken: z.string(),
  scope: z.string().optional(),
  /** The key that the token is bound to (DPoP). */
  dpop: dpopKeySchema.optional(),
  obtainedAt: z.number(),
  expiresAt: z.number().optional(),
});

type Token = z.output<typeof tokenSchema>;

export class RequestedToken implements TokenSource {
  readonly #options: RequestedTokenOptions;
  #token: Token | undefined;
  #asking: Promise<Token> | undefined;
  /** Counts the calls of `forget`: a token that was asked for or read before one is not used after it. */
  #generation = 0;
  #challenge: Challenge = {};
  #failure: string | undefined;
  /** The key of the present token, which remembers the nonces of servers. */
  #session: { readonly thumbprint: string; readonly opened: Promise<DpopSession> } | undefined;

  constructor(options: RequestedTokenOptions) {
    this.#options = options;
  }

  async token(): Promise<string> {
    const token = await this.#current();
    if (token !== undefined && !isDue(token, Date.now())) return token.accessToken;
    try {
      return (await this.#ask()).accessToken;
    } catch (error) {
      // A token that was forgotten meanwhile may be of another account.
      if (token !== undefined && token === this.#token && !isExpired(token, Date.now())) return token.accessToken;
      throw error;
    }
  }

  async dpop(): Promise<DpopSession | undefined> {
    const key = (await this.#current())?.dpop;
    if (key === undefined) return undefined;
    if (this.#session?.thumbprint !== key.thumbprint) {
      this.#session = { thumbprint: key.thumbprint, opened: openDpop(key) };
    }
    return this.#session.opened;
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
    const needs = scope === undefined ? "more scopes" : `the scope ${quote(scope, 200)}`;
    const message = `${server} wants ${needs} for this; add it to mcpServers.${server}.auth.scope in gateway.json.`;
    return Promise.resolve(new UpstreamError("UPSTREAM_AUTH_REQUIRED", message, { concernsCallOnly: true }));
  }

  async describe(): Promise<CredentialState> {
    await this.#current();
    if (this.#token !== undefined && this.#failure === undefined) return okState(this.#token, this.#token.scope);
    const { untilAsked } = this.#options;
    const state = this.#token === undefined ? await untilAsked?.() : undefined;
    if (state !== undefined && state.state !== "static") return state;
    return this.#failure === undefined ? { state: "static" } : { state: "error", message: this.#failure };
  }

  /** Deletes the token, so that the next use asks for another. */
  forget(): void {
    this.#generation += 1;
    this.#token = undefined;
    this.#asking = undefined;
    this.#failure = undefined;
    this.#options.store.remove("token", this.#options.server);
  }

  #ask(): Promise<Token> {
    if (this.#asking !== undefined) return this.#asking;
    const asking = this.#askNow(this.#generation).finally(() => {
      if (this.#asking === asking) this.#asking = undefined;
    });
    this.#asking = asking;
    return asking;
  }

  async #askNow(generation: number): Promise<Token> {
    const { server, store } = this.#options;
    let obtained: ObtainedToken;
    let token: Token;
    try {
      obtained = await this.#obtain();
      token = await this.#tokenOf(obtained);
    } catch (error) {
      if (generation !== this.#generation) return this.#ask();
      throw this.#failed(error);
    }
    if (generation !== this.#generation) return this.#ask();
    const { binding } = obtained;
    if (token.dpop !== undefined && binding !== undefined) {
      this.#session = { thumbprint: binding.key.thumbprint, opened: Promise.resolve(binding.session) };
    }
    this.#token = token;
    this.#failure = undefined;
    if (store.unavailable === undefined) {
      // A token that cannot be stored serves until the gateway restarts.
      await store.write("token", server, token).catch((error: unknown) => console.error("credentials:", error));
    }
    return token;
  }

  /** @throws OAuthFailure for a token that cannot be used */
  async #obtain(): Promise<ObtainedToken> {
    const obtained = await this.#options.ask(this.#challenge);
    const { tokens, binding } = obtained;
    checkToken("an access token", tokens.access_token);
    if (tokens.token_type.toLowerCase() === "dpop" && binding === undefined)
      throw new OAuthFailure("It binds tokens to a key, and does not say so in its metadata.");
    this.#options.redaction.addToken("[access token]", tokens.access_token);
    return obtained;
  }

  async #tokenOf({ tokens, binding }: ObtainedToken): Promise<Token> {
    const isBound = tokens.token_type.toLowerCase() === "dpop" && binding !== undefined;
    return {
      fingerprint: await this.#options.fingerprint,
      accessToken: tokens.access_token,
      scope: tokens.scope,
      ...(isBound && { dpop: binding.key }),
      ...lifetimeOf(tokens.expires_in, Date.now()),
    };
  }

  #failed(error: unknown): UpstreamError {
    const { server, redaction } = this.#options;
    this.#failure =
      error instanceof UpstreamError
        ? error.message
        : `${server} gives the gateway no token. ${explainOAuth(error, redaction)}`;
    if (error instanceof UpstreamError) return error;
    const code = error instanceof GuardedFetchError ? "UPSTREAM_ERROR" : "UPSTREAM_AUTH_REQUIRED";
    return new UpstreamError(code, this.#failure);
  }

  async #current(): Promise<Token | undefined> {
    if (this.#token !== undefined) return this.#token;
    const generation = this.#generation;
    const stored = await this.#stored();
    // Another call may have received a token while this one read that there was none.
    if (generation === this.#generation) this.#token ??= stored;
    return this.#token;
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
