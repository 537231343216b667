/**
 * The grant of a person at one upstream: its tokens, stored sealed and refreshed ahead of their expiry by one request at a time. Tokens
 * belong to the address they were granted for; a changed address starts without a grant.
 */
import { computeScopeUnion, refreshAuthorization } from "@modelcontextprotocol/client";
import type { DpopSession, OAuthTokens } from "@modelcontextprotocol/client";
import * as z from "zod";
import { UpstreamError } from "../connector.ts";
import { explainOAuth, isClientUnknown, isGrantVoid } from "./authorization-server.ts";
import { isDue, isExpired, lifetimeOf, okState, type CredentialState } from "./credential-state.ts";
import { dpopKeySchema, openDpop, type DpopKey } from "./dpop.ts";
import { isRegistered } from "./oauth-client.ts";
import { clientSchema, metadataSchema, provable, type OAuthContext } from "./oauth-context.ts";
import { proofOf } from "./prove-client.ts";
import { revokeTokens } from "./oauth-revocation.ts";
import { checkToken } from "./token-bounds.ts";
import type { Challenge, TokenSource } from "./token-source.ts";
import { quote } from "../../lib/shorten.ts";

const grantSchema = z.object({
  address: z.string(),
  metadata: metadataSchema,
  client: clientSchema,
  resource: z.string().optional(),
  /** The key of the grant, where the authorization server binds tokens to one. */
  dpop: dpopKeySchema.optional(),
  /** True if the access token is bound to that key, as the server said when it issued the token. */
  isBound: z.boolean().optional(),
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  scope: z.string().optional(),
  obtainedAt: z.number(),
  expiresAt: z.number().optional(),
});

type Grant = z.output<typeof grantSchema>;

/** The part of a grant that stays the same through all refreshes. */
type GrantBasis = Pick<Grant, "metadata" | "client" | "resource" | "dpop">;

type Loaded = { readonly grant: Grant | undefined };

/** The maximum length of requested scopes, so that an upstream cannot require ever more of them. */
const MAX_SCOPE_LENGTH = 2_000;

export class OAuthGrant implements TokenSource {
  readonly #context: OAuthContext;
  #loaded: Loaded | undefined;
  #loading: Promise<Loaded> | undefined;
  #refreshing: Promise<Grant> | undefined;
  /** The reason why there is no grant any more, or what the present grant lacks. */
  #problem: string | undefined;
  #challenge: Challenge = {};
  /** The key that was opened last; it remembers the nonces of servers. */
  #opened: { readonly thumbprint: string; readonly session: Promise<DpopSession> } | undefined;

  constructor(context: OAuthContext) {
    this.#context = context;
  }

  /** The challenge of the upstream's latest refusal. */
  get challenge(): Challenge {
    return this.#challenge;
  }

  async token(): Promise<string> {
    const grant = await this.#current();
    if (grant === undefined) throw this.#signInRequired();
    if (!isDue(grant, this.#context.now())) return grant.accessToken;
    if (grant.refreshToken === undefined) {
      if (!isExpired(grant, this.#context.now())) return grant.accessToken;
      this.#drop(grant, "the sign-in has expired");
      throw this.#signInRequired();
    }
    try {
      return (await this.#refresh(grant)).accessToken;
    } catch (error) {
      // The authorization server may be temporarily unavailable; the token is valid until it expires.
      const isOver = (await this.#current()) !== grant || isExpired(grant, this.#context.now());
      if (isOver) throw error;
      return grant.accessToken;
    }
  }

  async dpop(): Promise<DpopSession | undefined> {
    const grant = await this.#current();
    return grant?.isBound === true ? this.#sessionOf(grant.dpop) : undefined;
  }

  async renew(used: string | undefined, challenge: Challenge): Promise<void> {
    this.#challenge = challenge;
    const grant = await this.#current();
    if (grant === undefined) throw this.#signInRequired();
    if (used !== undefined && grant.accessToken !== used) return;
    if (grant.refreshToken === undefined) {
      this.#drop(grant, "the sign-in is not valid any more");
      throw this.#signInRequired();
    }
    await this.#refresh(grant);
  }

  accepted(): void {
    this.#problem = undefined;
  }

  refused(): UpstreamError {
    this.#problem = "it refuses a token that was just issued";
    return this.#signInRequired();
  }

  async lacksScope(scope: string | undefined): Promise<UpstreamError> {
    const { server, store } = this.#context;
    const wanted = computeScopeUnion(await this.wantedScope(), scope);
    if (wanted !== undefined && wanted.length <= MAX_SCOPE_LENGTH) await store.write("scope", server, wanted);
    const needs = scope === undefined ? "more scopes" : `the scope ${quote(scope, 200)}`;
    const message = `${server} wants ${needs} for this; a person has to grant it.`;
    return new UpstreamError("UPSTREAM_AUTH_REQUIRED", message, { signIn: true, concernsCallOnly: true });
  }

  /** The scopes to request besides the configured ones: those that were granted, and those that turned out to be required. */
  async wantedScope(): Promise<string | undefined> {
    const { server, store } = this.#context;
    const stored = await store.read("scope", server);
    const needed = stored.state === "found" && typeof stored.value === "string" ? stored.value : undefined;
    return needed === undefined ? undefined : computeScopeUnion((await this.#current())?.scope, needed);
  }

  async needsPerson(): Promise<boolean> {
    return (await this.#current()) === undefined || (await this.wantedScope()) !== undefined;
  }

  async describe(): Promise<CredentialState> {
    const { server, store } = this.#context;
    if (store.unavailable !== undefined) return { state: "error", message: store.unavailable };
    const grant = await this.#current();
    if (grant === undefined) return { state: "sign_in_required", message: this.#signInRequired().message };
    if (this.#problem !== undefined) return { state: "error", message: `${server}: ${this.#problem}.` };
    return okState(grant, grant.scope);
  }

  /** Stores the grant of a completed sign-in. @throws OAuthFailure if the tokens exceed their bounds */
  async accept(basis: GrantBasis, tokens: OAuthTokens): Promise<void> {
    checkTokens(tokens);
    this.#problem = undefined;
    await this.#save(basis, tokens);
    this.#context.store.remove("scope", this.#context.server);
  }

  /** Deletes the grant and revokes it. @returns true if the authorization server confirmed the revocation */
  async disconnect(): Promise<boolean> {
    const grant = await this.#current();
    this.#problem = undefined;
    this.#forget();
    const { server, store } = this.#context;
    for (const kind of ["client", "scope"] as const) store.remove(kind, server);
    return grant !== undefined && (await this.#revoke(grant, grant));
  }

  #refresh(grant: Grant): Promise<Grant> {
    const { server, turns } = this.#context;
    this.#refreshing ??= turns
      .take(server, async () => (await this.#newerThan(grant)) ?? this.#refreshNow(grant))
      .finally(() => {
        this.#refreshing = undefined;
      });
    return this.#refreshing;
  }

  async #refreshNow(grant: Grant): Promise<Grant> {
    const { server, fetch, redaction, config } = this.#context;
    const { metadata, client, resource, dpop, refreshToken = "" } = grant;
    let tokens: OAuthTokens;
    try {
      const session = await this.#sessionOf(dpop);
      tokens = await refreshAuthorization(metadata.issuer, {
        metadata,
        clientInformation: provable(client, config),
        addClientAuthentication: proofOf(provable(client, config)),
        refreshToken,
        fetchFn: fetch,
        ...(resource !== undefined && { resource }),
        ...(session !== undefined && { dpop: session }),
      });
      checkTokens(tokens);
    } catch (error) {
      // Another client would not be registered in place of one that is configured, or that is a document.
      const isClientGone = isClientUnknown(error) && isRegistered(client, this.#context);
      if (!isClientGone && !isGrantVoid(error)) {
        const check =
          isClientUnknown(error) && client.client_id === config.clientId
            ? ` Check mcpServers.${server}.auth.clientId and mcpServers.${server}.auth.clientSecret in gateway.json.`
            : "";
        const reason = `${explainOAuth(error, redaction)}${check}`;
        throw new UpstreamError("UPSTREAM_ERROR", `${server}: the sign-in could not be renewed. ${reason}`);
      }
      // A registration that the server does not know any more would be refused every time.
      if (isClientGone) this.#context.store.remove("client", server);
      this.#drop(grant, `the sign-in is not valid any more (${error.code})`);
      throw this.#signInRequired();
    }
    if (this.#loaded?.grant === grant)
      return this.#save(
        { metadata, client, resource, dpop },
        // Without a new one, or with an empty one, the refresh token stays (RFC 6749, section 6).
        { ...tokens, refresh_token: tokens.refresh_token || grant.refreshToken, scope: tokens.scope ?? grant.scope },
      );
    // The grant was deleted or replaced while the answer was on its way, so these tokens will not be used.
    await this.#revoke(grant, { accessToken: tokens.access_token, refreshToken: tokens.refresh_token });
    const current = this.#loaded?.grant;
    if (current === undefined) throw this.#signInRequired();
    return current;
  }

  /** @returns the stored grant, if another instance of the upstream has renewed it */
  async #newerThan(grant: Grant): Promise<Grant | undefined> {
    const stored = await this.#load();
    // An older one is stored still where the renewed one could not be written.
    if (stored.grant === undefined || stored.grant.obtainedAt <= grant.obtainedAt) return undefined;
    this.#loaded = stored;
    return stored.grant;
  }

  async #save(basis: GrantBasis, tokens: OAuthTokens): Promise<Grant> {
    const { server, address, store, now } = this.#context;
    const grant: Grant = {
      ...basis,
      address: address.href,
      isBound: basis.dpop !== undefined && tokens.token_type.toLowerCase() === "dpop",
      accessToken: tokens.access_token,
      // An empty one, which some servers send, is none.
      refreshToken: tokens.refresh_token === "" ? undefined : tokens.refresh_token,
      scope: tokens.scope,
      ...lifetimeOf(tokens.expires_in, now()),
    };
    this.#loaded = { grant };
    this.#hide(grant);
    await store.write("grant", server, grant);
    return grant;
  }

  async #current(): Promise<Grant | undefined> {
    if (this.#loaded !== undefined) return this.#loaded.grant;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    const loaded = await this.#loading;
    // A sign-in that completed meanwhile is newer than the stored grant.
    this.#loaded ??= loaded;
    return this.#loaded.grant;
  }

  async #load(): Promise<Loaded> {
    const { server, store, address } = this.#context;
    if (store.unavailable !== undefined) return { grant: undefined };
    const stored = await store.read("grant", server);
    if (stored.state === "unreadable")
      this.#problem = "its sign-in was sealed with a key that is not configured any more";
    const grant = stored.state === "found" ? grantSchema.safeParse(stored.value).data : undefined;
    if (grant === undefined || grant.address !== address.href) return { grant: undefined };
    this.#hide(grant);
    return { grant };
  }

  #hide({ accessToken, refreshToken, client }: Grant): void {
    const { redaction } = this.#context;
    redaction.addToken("[access token]", accessToken);
    if (refreshToken !== undefined) redaction.addToken("[refresh token]", refreshToken);
    if (client.client_secret !== undefined) redaction.addToken("[client secret]", client.client_secret);
  }

  #sessionOf(key: DpopKey | undefined): Promise<DpopSession> | undefined {
    if (key === undefined) return undefined;
    if (this.#opened?.thumbprint !== key.thumbprint) {
      this.#opened = { thumbprint: key.thumbprint, session: openDpop(key) };
    }
    return this.#opened.session;
  }

  #drop(grant: Grant, problem: string): void {
    if (this.#loaded?.grant !== grant) return;
    this.#problem = problem;
    this.#forget();
  }

  #forget(): void {
    this.#loaded = { grant: undefined };
    this.#context.store.remove("grant", this.#context.server);
  }

  #revoke(
    { metadata, client }: Grant,
    tokens: { readonly accessToken: string; readonly refreshToken?: string | undefined },
  ): Promise<boolean> {
    const { fetch, config } = this.#context;
    const { accessToken, refreshToken } = tokens;
    return revokeTokens({ metadata, client: provable(client, config), fetch, accessToken, refreshToken });
  }

  #signInRequired(): UpstreamError {
    const { server, store } = this.#context;
    if (store.unavailable !== undefined) {
      return new UpstreamError("UPSTREAM_AUTH_REQUIRED", `Nobody can sign in to ${server}: ${store.unavailable}.`);
    }
    const why = this.#problem === undefined ? "" : ` (${this.#problem})`;
    return new UpstreamError("UPSTREAM_AUTH_REQUIRED", `${server} needs you to sign in${why}.`, { signIn: true });
  }
}

/** @throws OAuthFailure */
function checkTokens({ access_token: accessToken, refresh_token: refreshToken }: OAuthTokens): void {
  checkToken("an access token", accessToken);
  if (refreshToken) checkToken("a refresh token", refreshToken);
}
