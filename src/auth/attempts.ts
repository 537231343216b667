/**
 * Per-address limits on what strangers can do without credentials. Kept in this isolate's memory, so each is a brake and no
 * lock: another isolate counts anew. What it protects against guessing is what people choose themselves (ISOGATE_API_KEY, setup
 * tokens); a key or token issued here carries 192 random bits and more and is let past, so that one misconfigured client does not lock
 * out its office.
 */
const MOST_ADDRESSES = 10_000;

interface Attempts {
  count: number;
  readonly since: number;
}

export class AttemptLimit {
  readonly #most: number;
  readonly #windowMs: number;
  readonly #byAddress = new Map<string, Attempts>();

  constructor(most: number, windowMs: number) {
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** @returns seconds until the address may try again; undefined when it may now */
  blockedFor(address: string, now: number): number | undefined {
    const attempts = this.#byAddress.get(address);
    if (attempts === undefined || attempts.count < this.#most) return undefined;
    const left = attempts.since + this.#windowMs - now;
    return left > 0 ? Math.ceil(left / 1_000) : undefined;
  }

  note(address: string, now: number): void {
    const attempts = this.#byAddress.get(address);
    if (attempts !== undefined && now - attempts.since < this.#windowMs) {
      attempts.count += 1;
      return;
    }
    this.#byAddress.delete(address);
    this.#byAddress.set(address, { count: 1, since: now });
    for (const oldest of this.#byAddress.keys()) {
      if (this.#byAddress.size <= MOST_ADDRESSES) break;
      this.#byAddress.delete(oldest);
    }
  }
}

/** Wrong credentials. */
export const FAILURES = new AttemptLimit(30, 60_000);
/** Registrations of OAuth clients. */
export const REGISTRATIONS = new AttemptLimit(60, 600_000);
/** Sign-in pages opened. */
export const SIGN_INS = new AttemptLimit(120, 600_000);

/**
 * The platform sets the header and overwrites what a client sends. Of IPv6 the network: a line at home has 2^64 addresses of it, and
 * whoever changed them at will would never be counted twice.
 */
export function addressOf({ headers }: Request): string {
  const address = headers.get("cf-connecting-ip") ?? "unknown";
  return address.includes(":") && !address.startsWith("::ffff:") ? networkOf(address) : address;
}

/** First 64 bits. The platform writes addresses in one form, but not with all zeros. */
function networkOf(address: string): string {
  const written = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? address;
  const [head = "", tail] = written.split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(8 - groups.length - after.length, 0);
  return [...groups, ...Array.from({ length: zeros }, () => "0"), ...after].slice(0, 4).join(":");
}
