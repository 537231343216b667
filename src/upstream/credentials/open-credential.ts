/** Creates the credential of an upstream from its `auth` in gateway.json: the source of its tokens, and its state. */
import type { HttpServerConfig } from "../../config/gateway-config.ts";
import { substituteInAddress } from "../../config/address-secrets.ts";
import { substituteSecrets } from "../../config/secrets.ts";
import { sha256 } from "../../lib/hash.ts";
import { createGuardedFetch } from "../guarded-fetch/guarded-fetch.ts";
import { RequestedToken } from "./requested-token.ts";
import { askAsClient } from "./client-credentials.ts";
import type { CredentialStore } from "./credential-store.ts";
import { askWithIdentity } from "./enterprise-token.ts";
import type { StoredIdentity } from "./stored-identity.ts";
import { OAuthGrant } from "./oauth-grant.ts";
import { OAuthSignIn } from "./oauth-sign-in.ts";
import type { Redaction } from "./redaction.ts";
import type { RefreshTurns } from "./refresh-turns.ts";
import { missingReason } from "./static-credentials.ts";
import type { TokenSource } from "./token-source.ts";
import type { FirstIssuer } from "./trust-first-issuer.ts";
import type { Credential } from "./credential.ts";

/** The owner of the credentials and the store that holds them. */
export interface CredentialPlace {
  readonly store: CredentialStore;
  readonly firstIssuer: FirstIssuer;
  /** Shared by all instances of the Gateway's upstreams. */
  readonly turns: RefreshTurns;
  /** The address of the principal's Gateway; see OAuthSignIn. */
  readonly gateway: string;
  /** The principal's sign-in at the identity provider; undefined if gateway.json has no `auth.oidc`. */
  readonly identity?: StoredIdentity | undefined;
}

interface CredentialOptions {
  readonly server: string;
  readonly auth: HttpServerConfig["auth"];
  readonly env: Readonly<Record<string, unknown>>;
  readonly address: URL;
  readonly redaction: Redaction;
  readonly isStatic: boolean;
  readonly credentials: CredentialPlace;
  readonly onSignedIn: () => void;
}

type OpenedCredential =
  | { readonly ok: true; readonly tokens: TokenSource | undefined; readonly credential: Credential }
  | { readonly ok: false; readonly reason: string };

/** The maximum size of an authorization server's document; a larger one is not metadata. */
const MAX_DOCUMENT_BYTES = 256_000;

export function openCredential(options: CredentialOptions): OpenedCredential {
  const { server, auth, env, isStatic, redaction } = options;
  if (auth === undefined || auth.type === "basic") {
    const state = isStatic ? "static" : "none";
    return { ok: true, tokens: undefined, credential: { describe: () => Promise.resolve({ state }) } };
  }
  const read = withSecrets(auth, env);
  if (!read.ok) return { ok: false, reason: missingReason(server, read.missing) };
  for (const secret of read.secrets) redaction.addFixed(secret);
  const { clientSecret } = read.auth;
  if (clientSecret !== undefined)
    redaction.addFixed({ name: `[mcpServers.${server}.auth.clientSecret]`, value: clientSecret });
  switch (read.auth.type) {
    case "oauth":
      return openOAuth(options, read.auth);
    case "client_credentials":
      return openClientCredentials(options, read.auth);
    case "enterprise":
      return openEnterprise(options, read.auth);
  }
}

type TokenAuth = Exclude<NonNullable<HttpServerConfig["auth"]>, { readonly type: "basic" }>;
type Secrets = Parameters<Redaction["addFixed"]>[0][];

const ADDRESS_KEYS: ReadonlySet<string> = new Set(["tokenUrl", "issuer"]);

function withSecrets(
  auth: TokenAuth,
  env: CredentialOptions["env"],
): { ok: true; auth: TokenAuth; secrets: Secrets } | { ok: false; missing: string } {
  const secrets: Secrets = [];
  const texts: [string, string][] = [];
  for (const [name, template] of Object.entries<string | undefined>(auth)) {
    if (template === undefined) continue;
    const substitute = ADDRESS_KEYS.has(name) ? substituteInAddress : substituteSecrets;
    const substituted = substitute(template, env);
    if (!substituted.ok) return substituted;
    // A client's id is not secret, and occurs in addresses that people need to read.
    if (name !== "clientId") secrets.push(...substituted.secrets);
    texts.push([name, substituted.text]);
  }
  return { ok: true, auth: Object.fromEntries(texts) as unknown as TokenAuth, secrets };
}

function openOAuth(
  { server, address, redaction, credentials, onSignedIn, env }: CredentialOptions,
  config: Extract<TokenAuth, { readonly type: "oauth" }>,
): OpenedCredential {
  const { store, gateway, firstIssuer, turns } = credentials;
  if (store.unavailable !== undefined)
    return { ok: false, reason: `Nobody can sign in to ${server}: ${store.unavailable}` };
  const guard = guarded(env);
  const now = (): number => Date.now();
  const context = {
    server,
    address: withoutQuery(address),
    config,
    store,
    firstIssuer,
    turns,
    redaction,
    ...guard,
    now,
  };
  const grant = new OAuthGrant(context);
  const signIn = new OAuthSignIn(context, grant, gateway, onSignedIn);
  const disconnect = (): Promise<boolean> => {
    signIn.cancel();
    return grant.disconnect();
  };
  const describe = () => grant.describe();
  const needsPerson = () => grant.needsPerson();
  return { ok: true, tokens: grant, credential: { describe, needsPerson, signIn, disconnect } };
}

function openClientCredentials(
  { server, address, redaction, credentials, env }: CredentialOptions,
  client: Extract<TokenAuth, { readonly type: "client_credentials" }>,
): OpenedCredential {
  const { store, firstIssuer } = credentials;
  const askOptions = { server, firstIssuer, address: withoutQuery(address), client, ...guarded(env) };
  const tokens = new RequestedToken({
    server,
    fingerprint: sha256(JSON.stringify([address.href, client])),
    store,
    redaction,
    ask: (challenge) => askAsClient(askOptions, challenge),
  });
  return { ok: true, tokens, credential: { describe: () => tokens.describe() } };
}

function openEnterprise(
  { server, address, redaction, credentials, onSignedIn, env }: CredentialOptions,
  client: Extract<TokenAuth, { readonly type: "enterprise" }>,
): OpenedCredential {
  const { store, identity, firstIssuer } = credentials;
  if (identity === undefined) {
    const reason = `mcpServers.${server}.auth is "enterprise": people reach it with their account at the identity provider, which auth.oidc in gateway.json has to name.`;
    return { ok: false, reason };
  }
  if (store.unavailable !== undefined)
    return { ok: false, reason: `Nobody can be signed in to ${server}: ${store.unavailable}` };
  const askOptions = {
    server,
    address: withoutQuery(address),
    client,
    identity,
    firstIssuer,
    redaction,
    ...guarded(env),
  };
  const tokens = new RequestedToken({
    server,
    fingerprint: sha256(JSON.stringify([address.href, client])),
    store,
    redaction,
    ask: (challenge) => askWithIdentity(askOptions, challenge),
    untilAsked: () => identity.describe(server),
  });
  identity.onKept(server, () => {
    tokens.forget();
    onSignedIn();
  });
  const disconnect = (): Promise<boolean> => {
    tokens.forget();
    return Promise.resolve(false);
  };
  return { ok: true, tokens, credential: { describe: () => tokens.describe(), disconnect } };
}

function guarded(env: CredentialOptions["env"]) {
  const allowLoopback = env["ISOGATE_OPEN"] === "local";
  return { allowLoopback, fetch: createGuardedFetch({ allowLoopback, maxBytes: MAX_DOCUMENT_BYTES }) };
}

/** Removes the query: a key in it is for the upstream, not for its authorization server. */
function withoutQuery(address: URL): URL {
  const bare = new URL(address);
  bare.search = "";
  bare.hash = "";
  return bare;
}
