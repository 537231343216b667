/**
 * The OAuth library's records of assertions that were used. The library asks for a record and writes it afterwards, until the assertion expires;
 * but it accepts an assertion for the clock skew longer, and of two simultaneous requests both would find no record. So asking for a record
 * makes it here, and for as long as any assertion is accepted.
 */

/** Assertions of trusted identity providers. */
export const ENTERPRISE_ASSERTION = "enterprise-jti:";

/** Beginnings of keys, each with the longest lifetime of an assertion and the clock skew, in milliseconds. */
const LIFETIMES: readonly (readonly [prefix: string, ms: number])[] = [
  [ENTERPRISE_ASSERTION, 10 * 60_000],
  // With which clients authenticate themselves.
  ["client-assertion-jti:", 65 * 60_000],
];

/** @returns for how long an assertion has to be known as used, in milliseconds; undefined for other records */
export function assertionLifetime(key: string): number | undefined {
  return LIFETIMES.find(([prefix]) => key.startsWith(prefix))?.[1];
}
