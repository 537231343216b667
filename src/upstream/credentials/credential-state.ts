/** The state of an upstream's credential, for the people who administer the gateway. The names are those of `/api/v1/upstreams`. */

export type CredentialState =
  | { readonly state: "none" | "static" }
  | { readonly state: "ok"; readonly expires_at?: string; readonly scope?: string }
  /** The message ends where a link may follow. */
  | { readonly state: "sign_in_required"; readonly message: string }
  | { readonly state: "error"; readonly message: string };

/** The lifetime of a stored token, in milliseconds since 1970. */
interface TokenLifetime {
  readonly obtainedAt: number;
  /** Undefined if the authorization server did not say. */
  readonly expiresAt?: number | undefined;
}

/** A token is renewed this long before it expires, or in the last fifth of a short lifetime. */
const AHEAD_MS = 60_000;

export function isDue({ obtainedAt, expiresAt }: TokenLifetime, now: number): boolean {
  if (expiresAt === undefined) return false;
  return now >= expiresAt - Math.min(AHEAD_MS, (expiresAt - obtainedAt) / 5);
}

export function isExpired({ expiresAt }: TokenLifetime, now: number): boolean {
  return expiresAt !== undefined && now >= expiresAt;
}

/** Longer lifetimes are cut: authorization servers choose them, and not every number is a date. */
const MAX_LIFE_MS = 10 * 365 * 24 * 3_600_000;

export function lifetimeOf(expiresInSeconds: number | undefined, now: number): TokenLifetime {
  if (expiresInSeconds === undefined || Number.isNaN(expiresInSeconds)) return { obtainedAt: now };
  const lifeMs = Math.min(MAX_LIFE_MS, Math.max(0, expiresInSeconds * 1_000));
  return { obtainedAt: now, expiresAt: now + lifeMs };
}

export function okState(life: TokenLifetime, scope: string | undefined): CredentialState {
  return {
    state: "ok",
    ...(life.expiresAt !== undefined && { expires_at: dateOf(life.expiresAt) }),
    ...(scope !== undefined && { scope }),
  };
}

/** A token that was stored by an older version may have any number. */
function dateOf(time: number): string {
  const MAX_DATE = 8.64e15;
  return new Date(Math.min(MAX_DATE, Math.max(-MAX_DATE, time)) || 0).toISOString();
}
