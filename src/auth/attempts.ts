/**
 * Limits requests without valid credentials per address. The limits are best effort: counters are per isolate. They protect
 * secrets that people choose (ISOGATE_API_KEY, setup tokens) against guessing. Keys and tokens issued here carry at least 192
 * random bits and are checked without a limit, so that one misconfigured client does not block the others behind its address.
 */
import { isWithin } from "../lib/is-within.ts";
import { keepNewest } from "../lib/keep-newest.ts";
const MAX_ADDRESSES = 10_000;

interface Attempts {
  count: number;
  readonly since: number;
}

export class AttemptLimit {
  readonly #maxAttempts: number;
  readonly #windowMs: number;
  readonly #byAddress = new Map<string, Attempts>();

  /** @param maxAttempts number of attempts per address and window */
  constructor(maxAttempts: number, windowMs: number) {
    this.#maxAttempts = maxAttempts;
    this.#windowMs = windowMs;
  }

  /** @returns seconds until the address may try again; undefined if it may now */
  blockedFor(address: string, now: number): number | undefined {
    const attempts = this.#byAddress.get(address);
    if (attempts === undefined || attempts.count < this.#maxAttempts) return undefined;
    if (!isWithin(this.#windowMs, attempts.since, now)) return undefined;
    return Math.ceil((attempts.since + this.#windowMs - now) / 1_000);
  }

  note(address: string, now: number): void {
    const attempts = this.#byAddress.get(address);
    if (attempts !== undefined && isWithin(this.#windowMs, attempts.since, now)) {
      attempts.count += 1;
      return;
    }
    this.#byAddress.delete(address);
    this.#byAddress.set(address, { count: 1, since: now });
    keepNewest(this.#byAddress, MAX_ADDRESSES);
  }
}

/** Limit on wrong credentials. */
export const FAILURES = new AttemptLimit(30, 60_000);
/**
 * Limit on codes and tokens that name a principal and do not hold. It is apart from wrong credentials: a client with an old token must not shut
 * out the keys of the others behind its address.
 */
export const TOKEN_FAILURES = new AttemptLimit(30, 60_000);
/** Limit on registrations of OAuth clients. */
export const REGISTRATIONS = new AttemptLimit(60, 600_000);
/** Limit on opened sign-in pages. */
export const SIGN_INS = new AttemptLimit(120, 600_000);

/**
 * @returns the client's address from the header that the platform sets and overwrites; the network for IPv6, because one household
 * has 2^64 addresses and could use a new one for every attempt
 */
export function addressOf({ headers }: Request): string {
  const address = headers.get("cf-connecting-ip") ?? "unknown";
  return address.includes(":") && !address.startsWith("::ffff:") ? networkOf(address) : address;
}

/** @returns the first 64 bits. The platform writes addresses in one form, which leaves out zeros. */
function networkOf(address: string): string {
  const written = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? address;
  const [head = "", tail] = written.split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(8 - groups.length - after.length, 0);
  return [...groups, ...Array.from({ length: zeros }, () => "0"), ...after].slice(0, 4).join(":");
}
