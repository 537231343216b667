/** Verifies tokens of identity providers with the keys they publish. Only asymmetric signatures are accepted. */
import { createRemoteJWKSet, customFetch } from "jose/jwks/remote";
import { jwtVerify } from "jose/jwt/verify";
import type { JWTPayload } from "jose";

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/** Key sets by URL. jose caches keys for ten minutes and fetches again, at most every 30 s, for an unknown key. */
const keySets = new Map<string, KeySet>();

const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"];

interface Expected {
  readonly issuer: string;
  readonly audience: string;
  readonly keysUrl: string;
}

/** @throws JOSEError with a message without secrets, if the token is not valid */
export async function verifyToken(token: string, expected: Expected, fetch: Fetch): Promise<JWTPayload> {
  let keys = keySets.get(expected.keysUrl);
  if (keys === undefined) {
    keys = createRemoteJWKSet(new URL(expected.keysUrl), {
      [customFetch]: (url, options) => fetch(url, options),
    });
    keySets.set(expected.keysUrl, keys);
  }
  const { payload } = await jwtVerify(token, keys, {
    issuer: expected.issuer,
    audience: expected.audience,
    algorithms: ALGORITHMS,
    requiredClaims: ["sub", "exp", "iat"],
    clockTolerance: 30,
  });
  return payload;
}
