/**
 * Enterprise-managed authorization (SEP-990) towards an upstream: the identity provider turns the person's sign-in into an Identity Assertion
 * Authorization Grant for the upstream's authorization server, which issues a token for it (RFC 7523).
 */
import * as z from "zod";
import { UpstreamError } from "../connector.ts";
import type { ObtainedToken } from "./requested-token.ts";
import { trustFirstIssuer } from "./trust-first-issuer.ts";
import { OAuthFailure, explainOAuth } from "./authorization-server.ts";
import { newBinding, provingKey } from "./dpop.ts";
import type { StoredIdentity } from "./stored-identity.ts";
import type { OAuthContext } from "./oauth-context.ts";
import { findOrProbe } from "./probe-challenge.ts";
import { requestToken } from "./token-request.ts";
import type { Challenge } from "./token-source.ts";

interface EnterpriseTokenOptions extends Omit<OAuthContext, "config" | "store" | "turns" | "now"> {
  /** The gateway's client at the upstream's authorization server, with secrets substituted. */
  readonly client: OAuthContext["config"] & { readonly clientId: string };
  readonly identity: StoredIdentity;
}

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

const tokensSchema = z.object({
  access_token: z.string().min(1),
  token_type: z.string(),
  expires_in: z.coerce.number().positive().optional(),
  scope: z.string().optional(),
});

export async function askWithIdentity(options: EnterpriseTokenOptions, challenge: Challenge): Promise<ObtainedToken> {
  const { server, address, client, identity, firstIssuer, redaction, fetch, allowLoopback } = options;
  const found = await findOrProbe(address, challenge, { fetch, allowLoopback, issuer: client.issuer });
  const { metadata, resource = address.href } = found;
  await trustFirstIssuer({ server, address, clientId: client.clientId, firstIssuer }, metadata.issuer, client.issuer);
  const scope = client.scope ?? found.challenge.scope;
  const assertion = await identity.assertionFor({ server, audience: metadata.issuer, resource, scope, redaction });
  try {
    const binding = await newBinding(metadata);
    const answer = await requestToken({
      metadata,
      client: { client_id: client.clientId, client_secret: client.clientSecret },
      form: { grant_type: JWT_BEARER, assertion, scope },
      fetch: provingKey(binding, fetch),
    });
    const tokens = tokensSchema.safeParse(answer);
    if (!tokens.success) throw new OAuthFailure("Its answer has no access token.");
    const type = tokens.data.token_type.toLowerCase();
    if (type !== "bearer" && type !== "dpop") throw new OAuthFailure("It issues no bearer tokens.");
    return { tokens: tokens.data, binding };
  } catch (error) {
    const why = explainOAuth(error, redaction);
    const message = `${server}: step 2 of 2, the token of ${metadata.issuer} for the identity assertion, failed. ${why}`;
    throw new UpstreamError("UPSTREAM_AUTH_REQUIRED", message);
  }
}
