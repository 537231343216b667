/** The names of credentials that are neither a key nor a grant: ISOGATE_API_KEY, and an open local gateway. */
import { sha256Now } from "../lib/hash.ts";
import type { Env } from "../config/env.ts";

/** The credential of requests to an open local gateway. */
export const OPEN_CREDENTIAL = "open";

type Own = Pick<Env, "ISOGATE_API_KEY" | "ISOGATE_OPEN">;

/**
 * @returns a name that changes with the secret, so that grants and schedules made with the old one end; undefined if there is no such
 * credential. It is only part of a hash, because it is stored with what was made.
 */
export function ownCredential({ ISOGATE_API_KEY: key, ISOGATE_OPEN: open }: Own): string | undefined {
  if (key) return `owner-${sha256Now(key).slice(0, 16)}`;
  return open === "local" ? OPEN_CREDENTIAL : undefined;
}
