/** The context that the parts of one upstream's OAuth (grant, client, sign-in) share, and the schemas of what they store. */
import * as z from "zod";
import type { AuthorizationServerMetadata } from "@modelcontextprotocol/client";
import type { GuardedFetch } from "../guarded-fetch/guarded-fetch.ts";
import type { CredentialStore } from "./credential-store.ts";
import type { RefreshTurns } from "./refresh-turns.ts";
import type { Redaction } from "./redaction.ts";
import type { FirstIssuer } from "./trust-first-issuer.ts";

export interface OAuthContext {
  readonly server: string;
  /** The upstream's address, without its query. */
  readonly address: URL;
  /** The configuration from gateway.json, with secrets substituted. */
  readonly config: {
    readonly clientId?: string | undefined;
    readonly clientSecret?: string | undefined;
    readonly scope?: string | undefined;
    readonly issuer?: string | undefined;
  };
  readonly store: CredentialStore;
  readonly firstIssuer: FirstIssuer;
  readonly turns: RefreshTurns;
  readonly redaction: Redaction;
  readonly fetch: GuardedFetch;
  readonly allowLoopback: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export const metadataSchema = z.custom<AuthorizationServerMetadata>(
  (value) => z.looseObject({ issuer: z.string(), token_endpoint: z.string() }).safeParse(value).success,
);

/** The gateway's client at an authorization server. The secret of a client in gateway.json is never part of it. */
export const clientSchema = z.object({
  client_id: z.string(),
  client_secret: z.string().optional(),
  token_endpoint_auth_method: z.string().optional(),
});

export type OAuthClient = z.output<typeof clientSchema>;

/** @returns the client with the secret from gateway.json, if it is that client */
export function provable(client: OAuthClient, { clientId, clientSecret }: OAuthContext["config"]): OAuthClient {
  return client.client_id === clientId && clientSecret !== undefined
    ? { ...client, client_secret: clientSecret }
    : client;
}
