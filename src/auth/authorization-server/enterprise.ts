/**
 * Enterprise-managed authorization (SEP-990): the token endpoint accepts an Identity Assertion Authorization Grant of an identity provider in
 * gateway.json. The OAuth library checks type, algorithm, signature, issuer, audience, client, resource, times and that the assertion is new;
 * here it is decided which providers and clients are trusted, and whose token it becomes.
 */
import type { EmaOptions } from "@cloudflare/workers-oauth-provider";
import type { EnterpriseConfig } from "../../config/auth-config.ts";
import type { Account } from "../identity/account.ts";
import { enterpriseAccount } from "../identity/enterprise-account.ts";
import type { GrantApprover } from "./grant.ts";
import { DEFAULT_SCOPES, type Scope } from "./scopes.ts";

/** Signs in the account of an assertion. The OAuth routes implement it, because it takes Durable Objects. */
export interface EnterpriseSignIn {
  /** @returns undefined if gateway.json does not permit the account */
  (account: Account, clientId: string): Promise<EnterpriseSignedIn | undefined>;
}

export interface EnterpriseSignedIn {
  readonly userId: string;
  readonly approver: GrantApprover;
  readonly scopes: readonly Scope[];
}

export interface EnterpriseEnv {
  readonly signInEnterprise?: EnterpriseSignIn;
}

/** @param issuers `auth.enterprise` of gateway.json */
export function enterpriseOptions(issuers: readonly EnterpriseConfig[]): EmaOptions<EnterpriseEnv> {
  const configOf = (iss: string, { clientId, tokenEndpointAuthMethod }: Client): EnterpriseConfig | undefined =>
    issuers.find(
      ({ issuer, clients, public_clients: allowsPublic }) =>
        issuer === iss &&
        (clients === undefined || clients.includes(clientId)) &&
        (allowsPublic || tokenEndpointAuthMethod !== "none"),
    );
  return {
    // The library knows one answer for all issuers; `configOf` has that of each.
    allowPublicClients: issuers.some(({ public_clients: allowsPublic }) => allowsPublic),
    trustedIssuers({ iss, clientInfo }) {
      const config = configOf(iss, clientInfo);
      if (config === undefined) return Promise.resolve(null);
      const { issuer, jwks_uri: jwksUri, algorithms } = config;
      return Promise.resolve({ issuer, jwksUri, algorithms });
    },
    async mapClaims({ claims, clientInfo, requestedScope, env }) {
      const config = configOf(claims.iss, clientInfo);
      const account = config && enterpriseAccount(config, claims);
      if (account?.ok === false) console.warn(`ID-JAG refused: ${account.error}`);
      const signedIn = account?.ok && (await env.signInEnterprise?.(account.value, clientInfo.clientId));
      if (!signedIn) return null;
      const { userId, approver, scopes } = signedIn;
      const wanted: readonly string[] = requestedScope.length > 0 ? requestedScope : DEFAULT_SCOPES;
      const scope = scopes.filter((one) => wanted.includes(one));
      return { userId, scope: scope.length > 0 ? scope : ["read"], props: approver, metadata: { approver } };
    },
  };
}

interface Client {
  readonly clientId: string;
  readonly tokenEndpointAuthMethod: string;
}
