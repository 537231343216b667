/** The place of a principal's sign-in at the identity provider of `auth.oidc`, for upstreams that are reached with it. */
import type { Env } from "../../config/env.ts";
import { loadConfig } from "../../config/load-config.ts";
import { substituteSecrets } from "../../config/secrets.ts";
import { StoredIdentity } from "../../upstream/credentials/stored-identity.ts";
import { createGuardedFetch } from "../../upstream/guarded-fetch/guarded-fetch.ts";
import { CredentialTable } from "../store/credential-table.ts";

/** The maximum size of an answer of the identity provider. */
const MAX_ANSWER_BYTES = 256_000;

/** @returns undefined if gateway.json names no identity provider, or its secret is missing */
export function openIdentity(ctx: DurableObjectState, env: Env): StoredIdentity | undefined {
  const loaded = loadConfig(env);
  const oidc = loaded.ok ? loaded.config.auth.oidc : undefined;
  const secret = oidc && substituteSecrets(oidc.client_secret, { ...env });
  if (oidc === undefined || secret?.ok !== true) return undefined;
  const allowLoopback = env.ISOGATE_OPEN === "local";
  return new StoredIdentity({
    store: new CredentialTable(ctx.storage, { owner: ctx.id.toString(), secrets: env.ISOGATE_ENCRYPTION_KEY }),
    provider: { issuer: oidc.issuer, client_id: oidc.client_id, clientSecret: secret.text },
    fetch: createGuardedFetch({ allowLoopback, maxBytes: MAX_ANSWER_BYTES, maxRedirects: 0 }),
    allowLoopback,
  });
}
