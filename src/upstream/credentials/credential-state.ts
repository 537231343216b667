/** The state of an upstream's credential, for the people who administer the gateway. The names are those of `/api/v1/upstreams`. */

export type CredentialState =
  | { readonly state: "none" | "static" }
  | { readonly state: "ok"; readonly expires_at?: string; readonly scope?: string }
  /** The message ends where a link may follow. */
  | { readonly state: "sign_in_required"; readonly message: string }
  | { readonly state: "error"; readonly message: string };

/** The lifetime of a stored token, in milliseconds since 1970. */
export interface TokenLife {
  readonly obtainedAt: number;
  /** Undefined if the authorization server did not say. */
  readonly expiresAt?: number | undefined;
}

/** A token is renewed this long before it expires, or in the last fifth of a short lifetime. */
const AHEAD_MS = 60_000;

export function isDue({ obtainedAt, expiresAt }: TokenLife, now: number): boolean {
  if (expiresAt === undefined) return false;
  return now >= expiresAt - Math.min(AHEAD_MS, (expiresAt - obtainedAt) / 5);
}

export function isExpired({ expiresAt }: TokenLife, now: number): boolean {
  return expiresAt !== undefined && now >= expiresAt;
}

export function lifeOf(expiresInSeconds: number | undefined, now: number): TokenLife {
  return { obtainedAt: now, ...(expiresInSeconds !== undefined && { expiresAt: now + expiresInSeconds * 1_000 }) };
}

export function okState(life: TokenLife, scope: string | undefined): CredentialState {
  return {
    state: "ok",
    ...(life.expiresAt !== undefined && { expires_at: new Date(life.expiresAt).toISOString() }),
    ...(scope !== undefined && { scope }),
  };
}
