/**
 * Signs a person in to an upstream, in a browser that may have no session with the gateway:
 *
 * 1. `link` creates an address with a ticket, unguessable, short-lived, for one principal and one upstream.
 * 2. `begin` consumes the ticket; the browser gets a secret of its own and is sent to the authorization server.
 * 3. `finish` handles the callback. The answer counts only once, only in the same browser, only at the callback of the same upstream and
 *    only from the authorization server that the request was sent to. A separate callback for each upstream defeats mix-up with servers
 *    that do not name themselves in their answers (RFC 9700, section 4.4.2.2).
 */
import { computeScopeUnion, exchangeAuthorization, startAuthorization } from "@modelcontextprotocol/client";
import * as z from "zod";
import { sha256 } from "../../lib/hash.ts";
import {
  OAuthFailure,
  checkCodeFlow,
  explainOAuth,
  findAuthorizationServer,
  isClientUnknown,
  isFromIssuer,
} from "./authorization-server.ts";
import type { AuthorizationServer } from "./authorization-server.ts";
import { newDpopKey, openDpop } from "./dpop.ts";
import { callbackUrl, introduce } from "./oauth-client.ts";
import { clientSchema, metadataSchema, provable, type OAuthContext } from "./oauth-context.ts";
import type { OAuthGrant } from "./oauth-grant.ts";
import { probeChallenge } from "./probe-challenge.ts";
import { proofOf } from "./prove-client.ts";
import { checkToken } from "./token-bounds.ts";
import type { Challenge } from "./token-source.ts";

const TICKET_MS = 15 * 60_000;
/** The minimum remaining lifetime of a link that is shown again. */
const TICKET_MIN_MS = 5 * 60_000;
const SIGN_IN_MS = 10 * 60_000;

export type SignInStep<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly message: string };

const ticketSchema = z.object({ origin: z.string() });

const begunSchema = z.object({
  origin: z.string(),
  /** SHA-256 of the browser's secret. */
  browser: z.string(),
  metadata: metadataSchema,
  client: clientSchema,
  resource: z.string().optional(),
  verifier: z.string(),
  scope: z.string().optional(),
});

const UNKNOWN =
  "This sign-in is not known here: it was finished already, took too long, belongs to somebody else, or a key was revoked meanwhile.";

export class OAuthSignIn {
  readonly #context: OAuthContext;
  readonly #grant: OAuthGrant;
  readonly #address: string;
  readonly #onSignedIn: () => void;
  /** How often what had begun was invalidated: what waits for an answer meanwhile looks at it again. */
  #cancellations = 0;
  #shown: { readonly origin: string; readonly url: string; readonly expiresAt: number } | undefined;

  /** @param address the address of the principal's Gateway: every ticket and `state` contains it, so that an answer can be routed to it */
  constructor(context: OAuthContext, grant: OAuthGrant, address: string, onSignedIn: () => void) {
    this.#context = context;
    this.#grant = grant;
    this.#address = address;
    this.#onSignedIn = onSignedIn;
  }

  /** @param origin the gateway's origin, as the person who opens the link reaches it */
  async link(origin: string): Promise<string> {
    const { server, store, now } = this.#context;
    const shown = this.#shown;
    if (shown?.origin === origin && shown.expiresAt - now() > TICKET_MIN_MS) return shown.url;
    const ticket = this.#unguessable();
    const expiresAt = now() + TICKET_MS;
    await store.writeOneTime("ticket", ticket, server, ticketSchema.parse({ origin }), expiresAt);
    const url = `${origin}/oauth/upstream/${encodeURIComponent(server)}/start?ticket=${ticket}`;
    this.#shown = { origin, url, expiresAt };
    return url;
  }

  /** @returns true if a ticket is valid; it is not consumed, because programs that preview links open them, too */
  async isOpen(ticket: string, origin: string): Promise<boolean> {
    const { server, store } = this.#context;
    return ticketSchema.safeParse(await store.readOneTime("ticket", ticket, server)).data?.origin === origin;
  }

  /** @param browser a new secret that only this browser gets @returns the address to send the browser to */
  async begin(ticket: string, origin: string, browser: string): Promise<SignInStep<{ readonly url: string }>> {
    const { server, store, redaction, allowLoopback, fetch, config } = this.#context;
    this.#shown = undefined;
    const before = this.#cancellations;
    const taken = ticketSchema.safeParse(await store.takeOneTime("ticket", ticket, server)).data;
    if (taken?.origin !== origin) return { ok: false, message: UNKNOWN };
    try {
      const challenge = await this.#challenge();
      const found = await findAuthorizationServer(this.#context.address, challenge, {
        fetch,
        allowLoopback,
        issuer: config.issuer,
      });
      checkCodeFlow(found.metadata);
      const url = await this.#authorizationUrl(found, challenge, origin, browser);
      if (this.#cancellations === before) return { ok: true, url };
      this.cancel();
      return { ok: false, message: UNKNOWN };
    } catch (error) {
      return { ok: false, message: `${server} cannot be signed in to now. ${explainOAuth(error, redaction)}` };
    }
  }

  /** @param answer the query of the callback */
  async finish(answer: URLSearchParams, origin: string, browser: string): Promise<SignInStep<object>> {
    const { server, store, redaction, fetch, config } = this.#context;
    const before = this.#cancellations;
    const taken = await store.takeOneTime("sign-in", only(answer, "state") ?? "", server);
    const begun = begunSchema.safeParse(taken).data;
    if (begun?.origin !== origin) return { ok: false, message: UNKNOWN };
    if (begun.browser !== (await sha256(browser))) {
      return {
        ok: false,
        message: "This sign-in was begun in another browser; open the link where you want to sign in.",
      };
    }
    const { metadata, client, resource } = begun;
    if (answer.getAll("iss").length > 1 || !isFromIssuer(only(answer, "iss"), metadata)) {
      return { ok: false, message: `The answer does not come from ${metadata.issuer}, where you were sent.` };
    }
    if (answer.has("error")) return { ok: false, message: refusalOf(server, only(answer, "error") ?? "") };
    const code = only(answer, "code");
    if (code === undefined) return { ok: false, message: `${metadata.issuer} answered without a code.` };
    try {
      checkToken("an authorization code", code);
      redaction.addToken("[authorization code]", code);
      redaction.addToken("[code verifier]", begun.verifier);
      const dpop = await newDpopKey(metadata);
      const tokens = await exchangeAuthorization(metadata.issuer, {
        metadata,
        clientInformation: provable(client, config),
        addClientAuthentication: proofOf(provable(client, config)),
        authorizationCode: code,
        codeVerifier: begun.verifier,
        redirectUri: callbackUrl(origin, server),
        fetchFn: fetch,
        ...(answer.has("iss") && { iss: only(answer, "iss") ?? "" }),
        ...(resource !== undefined && { resource }),
        ...(dpop !== undefined && { dpop: await openDpop(dpop) }),
      });
      const type = tokens.token_type.toLowerCase();
      if (type !== "bearer" && !(type === "dpop" && dpop !== undefined)) {
        throw new OAuthFailure("It issues no bearer tokens.");
      }
      if (this.#cancellations !== before) return { ok: false, message: UNKNOWN };
      await this.#grant.accept({ metadata, client, resource, dpop }, { ...tokens, scope: tokens.scope ?? begun.scope });
    } catch (error) {
      if (isClientUnknown(error)) store.remove("client", server);
      return { ok: false, message: `${server} could not be connected. ${explainOAuth(error, redaction)}` };
    }
    // Links that were created before this sign-in must not allow another person to replace it.
    this.cancel();
    this.#onSignedIn();
    return { ok: true };
  }

  /** Invalidates links and sign-ins that have begun. */
  cancel(): void {
    const { server, store } = this.#context;
    this.#cancellations += 1;
    this.#shown = undefined;
    store.removeOneTime("ticket", server);
    store.removeOneTime("sign-in", server);
  }

  async #authorizationUrl(
    { metadata, resource, scope: offered }: AuthorizationServer,
    challenge: Challenge,
    origin: string,
    browser: string,
  ): Promise<string> {
    const { server, store, config, now } = this.#context;
    const client = await introduce(this.#context, metadata, origin);
    // The order of the specification (MCP, Authorization, "Scope Selection"), after the scope in gateway.json.
    const requested = computeScopeUnion(config.scope ?? challenge.scope ?? offered, await this.#grant.wantedScope());
    // Some servers issue no refresh token without this scope (MCP, SEP-2207).
    const isOffline = requested !== undefined && metadata.scopes_supported?.includes("offline_access") === true;
    const scope = isOffline ? computeScopeUnion(requested, "offline_access") : requested;
    const state = this.#unguessable();
    const { authorizationUrl, codeVerifier } = await startAuthorization(metadata.issuer, {
      metadata,
      clientInformation: provable(client, config),
      redirectUrl: callbackUrl(origin, server),
      state,
      ...(scope !== undefined && { scope }),
      ...(resource !== undefined && { resource }),
    });
    const begun: z.output<typeof begunSchema> = {
      origin,
      browser: await sha256(browser),
      metadata,
      client,
      resource,
      verifier: codeVerifier,
      scope,
    };
    await store.writeOneTime("sign-in", state, server, begun, now() + SIGN_IN_MS);
    return authorizationUrl.href;
  }

  /** The upstream's latest challenge to a request without a valid token; if this Gateway has none, it requests one. */
  async #challenge(): Promise<Challenge> {
    const challenge = this.#grant.challenge;
    if (challenge.resourceMetadataUrl !== undefined || challenge.scope !== undefined) return challenge;
    return probeChallenge(this.#context.address, this.#context.fetch);
  }

  /** @returns an unguessable value in a shape that the ledger redacts (ledger/redact.ts) */
  #unguessable(): string {
    const random = crypto.getRandomValues(new Uint8Array(24)).toBase64({ alphabet: "base64url" });
    return `isogate_${this.#address}_${random}`;
  }
}

/** The single value of a parameter; a repeated parameter counts as absent. */
function only(answer: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = answer.getAll(name);
  return others.length === 0 ? value : undefined;
}

/** Restricts error codes to their alphabet (RFC 6749, section 4.1.2.1); the server's description could be any text and is not shown. */
function refusalOf(server: string, code: string): string {
  if (code === "access_denied") return `${server} is not connected: access was denied.`;
  const shown = /^[\x20-\x7e]{1,80}$/.test(code) ? code : "an unknown error";
  return `${server} is not connected: its authorization server answered ${shown}.`;
}
