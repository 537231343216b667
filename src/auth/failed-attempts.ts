/**
 * Per-address limit on credentials that were wrong. Kept in this isolate's memory, so it is a brake and no lock: another
 * isolate counts anew. It protects what people choose themselves (ISOGATE_API_KEY, setup tokens, the sign-in form); a key
 * made here carries 192 random bits and is let past it, so that one misconfigured client does not lock out its office.
 */
const WINDOW_MS = 60_000;
const MOST_FAILURES = 30;
const MOST_ADDRESSES = 10_000;

interface Failures {
  count: number;
  readonly since: number;
}

const byAddress = new Map<string, Failures>();

/** @returns seconds until the address may try again; undefined when it may now */
export function blockedFor(address: string, now: number): number | undefined {
  const failures = byAddress.get(address);
  if (failures === undefined || failures.count < MOST_FAILURES) return undefined;
  const left = failures.since + WINDOW_MS - now;
  return left > 0 ? Math.ceil(left / 1_000) : undefined;
}

export function noteFailure(address: string, now: number): void {
  const failures = byAddress.get(address);
  if (failures !== undefined && now - failures.since < WINDOW_MS) {
    failures.count += 1;
    return;
  }
  byAddress.delete(address);
  byAddress.set(address, { count: 1, since: now });
  for (const oldest of byAddress.keys()) {
    if (byAddress.size <= MOST_ADDRESSES) break;
    byAddress.delete(oldest);
  }
}

/** The platform sets the header and overwrites what a client sends. */
export function addressOf({ headers }: Request): string {
  return headers.get("cf-connecting-ip") ?? "unknown";
}
