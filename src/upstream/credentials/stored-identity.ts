/**
 * The tokens of a person's sign-in at the identity provider of `auth.oidc`: an ID token, and a refresh token where the provider issues one,
 * sealed like every credential. From it the provider makes Identity Assertion Authorization Grants (ID-JAG) for upstreams, so that one
 * sign-in serves all of them (draft-ietf-oauth-identity-assertion-authz-grant).
 */
import { discoverAuthorizationServerMetadata, type AuthorizationServerMetadata } from "@modelcontextprotocol/client";
import * as z from "zod";
import type { OidcConfig } from "../../config/auth-config.ts";
import { UpstreamError } from "../connector.ts";
import type { GuardedFetch } from "../guarded-fetch/guarded-fetch.ts";
import { OAuthFailure, checkEndpoints, explainOAuth, isGrantVoid } from "./authorization-server.ts";
import type { CredentialState } from "./credential-state.ts";
import type { CredentialStore } from "./credential-store.ts";
import type { Redaction } from "./redaction.ts";
import { requestToken } from "./token-request.ts";

const identitySchema = z.object({
  issuer: z.string(),
  subject: z.string(),
  idToken: z.string(),
  refreshToken: z.string().optional(),
});

export type IdentityTokens = z.output<typeof identitySchema>;

interface StoredIdentityOptions {
  readonly store: CredentialStore;
  readonly provider: Pick<OidcConfig, "issuer" | "client_id"> & { readonly clientSecret: string };
  readonly fetch: GuardedFetch;
  readonly allowLoopback: boolean;
}

interface AssertionRequest {
  readonly server: string;
  /** Issuer of the authorization server that the assertion is for. */
  readonly audience: string;
  readonly resource: string;
  readonly scope: string | undefined;
  readonly redaction: Redaction;
}

const NAME = "auth.oidc";
const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const TOKEN_TYPE = "urn:ietf:params:oauth:token-type:";
/** An ID token that expires sooner is renewed first. */
const AHEAD_MS = 30_000;
const KEEP_METADATA_MS = 3_600_000;

const exchangedSchema = z.object({
  access_token: z.string().min(1),
  issued_token_type: z.literal(`${TOKEN_TYPE}id-jag`),
});
const renewedSchema = z.object({ id_token: z.string().optional(), refresh_token: z.string().optional() });
const claimsSchema = z.object({ iss: z.string(), sub: z.string(), exp: z.number() });

export class StoredIdentity {
  readonly #options: StoredIdentityOptions;
  /** Callbacks after a sign-in, by upstream. */
  readonly #listeners = new Map<string, () => void>();
  #metadata: { readonly value: AuthorizationServerMetadata; readonly until: number } | undefined;
  #renewing: Promise<IdentityTokens> | undefined;
  /** Changes when a sign-in is being stored and when it is: what the provider answers about an earlier one neither replaces nor removes a later one. */
  #signIns = 0;
  /** The reason why a sign-in does not serve any more. */
  #problem: string | undefined;

  constructor(options: StoredIdentityOptions) {
    this.#options = options;
  }

  get unavailable(): string | undefined {
    return this.#options.store.unavailable;
  }

  onKept(server: string, listener: () => void): void {
    this.#listeners.set(server, listener);
  }

  async keep(tokens: IdentityTokens): Promise<void> {
    const { store, provider } = this.#options;
    if (store.unavailable !== undefined || tokens.issuer !== provider.issuer) return;
    this.#signIns += 1;
    this.#renewing = undefined;
    await store.write("identity", NAME, tokens);
    this.#signIns += 1;
    this.#renewing = undefined;
    this.#problem = undefined;
    for (const listener of this.#listeners.values()) listener();
  }

  async describe(server: string): Promise<CredentialState> {
    if (this.unavailable !== undefined) return { state: "error", message: this.unavailable };
    const kept = await this.#kept();
    return kept === undefined
      ? { state: "sign_in_required", message: this.#required(server).message }
      : { state: "static" };
  }

  /** @throws UpstreamError that names the step and has the provider's words */
  async assertionFor(request: AssertionRequest): Promise<string> {
    const { server, audience, resource, scope, redaction } = request;
    const { provider } = this.#options;
    const signIns = this.#signIns;
    const kept = await this.#kept();
    if (kept === undefined) throw this.#required(server);
    redaction.addToken("[client secret]", provider.clientSecret);
    if (kept.refreshToken !== undefined) redaction.addToken("[refresh token]", kept.refreshToken);
    try {
      const subject = await this.#subjectOf(kept, server, signIns);
      redaction.addToken("[identity token]", subject.token);
      const answer = await this.#ask({
        grant_type: TOKEN_EXCHANGE,
        requested_token_type: `${TOKEN_TYPE}id-jag`,
        audience,
        resource,
        scope,
        subject_token: subject.token,
        subject_token_type: `${TOKEN_TYPE}${subject.type}`,
      });
      const exchanged = exchangedSchema.safeParse(answer);
      if (!exchanged.success) throw new OAuthFailure("Its answer has no identity assertion (id-jag).");
      redaction.addToken("[identity assertion]", exchanged.data.access_token);
      return exchanged.data.access_token;
    } catch (error) {
      if (error instanceof UpstreamError) throw error;
      const why = explainOAuth(error, redaction);
      const message = `${server}: step 1 of 2, the identity assertion from ${provider.issuer} for ${audience}, failed. ${why}`;
      throw new UpstreamError("UPSTREAM_AUTH_REQUIRED", message);
    }
  }

  /** @param signIns the count when `kept` was read */
  async #subjectOf(
    kept: IdentityTokens,
    server: string,
    signIns: number,
  ): Promise<{ readonly token: string; readonly type: string }> {
    if (!isOver(kept.idToken)) return { token: kept.idToken, type: "id_token" };
    if (kept.refreshToken === undefined) {
      this.#problem = "the sign-in there has expired";
      throw this.#required(server);
    }
    try {
      const renewed = await this.#renewed(kept, kept.refreshToken, signIns);
      if (renewed.idToken !== kept.idToken) return { token: renewed.idToken, type: "id_token" };
      // Some providers issue no new ID token, and take the refresh token in its place.
      return { token: renewed.refreshToken ?? kept.refreshToken, type: "refresh_token" };
    } catch (error) {
      if (!isGrantVoid(error) || signIns !== this.#signIns) throw error;
      this.#options.store.remove("identity", NAME);
      this.#problem = `the sign-in there is not valid any more, ${error.code}`;
      throw this.#required(server);
    }
  }

  #renewed(kept: IdentityTokens, refreshToken: string, signIns: number): Promise<IdentityTokens> {
    if (this.#renewing !== undefined) return this.#renewing;
    const renewing = this.#renew(kept, refreshToken, signIns).finally(() => {
      if (this.#renewing === renewing) this.#renewing = undefined;
    });
    this.#renewing = renewing;
    return renewing;
  }

  async #renew(kept: IdentityTokens, refreshToken: string, signIns: number): Promise<IdentityTokens> {
    const answer = await this.#ask({ grant_type: "refresh_token", refresh_token: refreshToken });
    const { id_token: idToken, refresh_token: next } = renewedSchema.parse(answer);
    const claims = idToken === undefined ? undefined : claimsOf(idToken);
    // OpenID Connect Core, 12.2. The token comes from the provider's own endpoint, so its signature adds nothing (3.1.3.7).
    if (idToken !== undefined && (claims?.iss !== kept.issuer || claims.sub !== kept.subject)) {
      throw new OAuthFailure("Its new ID token is of another account.");
    }
    const renewed = { ...kept, idToken: idToken ?? kept.idToken, refreshToken: next ?? refreshToken };
    if (signIns === this.#signIns) await this.#options.store.write("identity", NAME, renewed);
    return renewed;
  }

  async #discovered(): Promise<AuthorizationServerMetadata> {
    const { provider, fetch, allowLoopback } = this.#options;
    if (this.#metadata !== undefined && this.#metadata.until > Date.now()) return this.#metadata.value;
    const value = await discoverAuthorizationServerMetadata(provider.issuer, { fetchFn: fetch });
    if (value?.issuer !== provider.issuer)
      throw new OAuthFailure(`${provider.issuer} publishes no metadata of its own.`);
    checkEndpoints(value, allowLoopback);
    this.#metadata = { value, until: Date.now() + KEEP_METADATA_MS };
    return value;
  }

  async #ask(form: Parameters<typeof requestToken>[0]["form"]): Promise<unknown> {
    const { provider, fetch } = this.#options;
    const client = { client_id: provider.client_id, client_secret: provider.clientSecret };
    return requestToken({ metadata: await this.#discovered(), client, form, fetch });
  }

  async #kept(): Promise<IdentityTokens | undefined> {
    const { store, provider } = this.#options;
    if (store.unavailable !== undefined) return undefined;
    const stored = await store.read("identity", NAME);
    const kept = stored.state === "found" ? identitySchema.safeParse(stored.value).data : undefined;
    return kept?.issuer === provider.issuer ? kept : undefined;
  }

  #required(server: string): UpstreamError {
    const { issuer } = this.#options.provider;
    const why = this.#problem;
    const message =
      this.unavailable === undefined
        ? `${server} is reached with your account at ${issuer}${why === undefined ? "" : ` (${why})`}: sign in to the gateway's dashboard with it.`
        : `${server} cannot be reached with anybody's account: ${this.unavailable}`;
    return new UpstreamError("UPSTREAM_AUTH_REQUIRED", message);
  }
}

function isOver(idToken: string): boolean {
  return (claimsOf(idToken)?.exp ?? 0) * 1_000 - AHEAD_MS <= Date.now();
}

function claimsOf(token: string): z.output<typeof claimsSchema> | undefined {
  try {
    const [, payload = ""] = token.split(".");
    const bytes = Uint8Array.fromBase64(payload, { alphabet: "base64url" });
    return claimsSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch {
    return undefined;
  }
}
