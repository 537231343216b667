/** What lets in without being a key or a grant: ISOGATE_API_KEY, or the gateway standing open. */
import { createHash } from "node:crypto";
import type { Env } from "../config/env.ts";

/** Of whoever comes to an open local gateway without a key. */
export const OPEN_CREDENTIAL = "open";

type Own = Pick<Env, "ISOGATE_API_KEY" | "ISOGATE_OPEN">;

/**
 * @returns its name, which a changed secret changes, so that what was made with the old one ends; undefined when there is
 * none. Less than a whole hash, because it is stored with what was made.
 */
export function ownCredential({ ISOGATE_API_KEY: key, ISOGATE_OPEN: open }: Own): string | undefined {
  if (key) return `owner-${createHash("sha256").update(key).digest("hex").slice(0, 16)}`;
  return open === "local" ? OPEN_CREDENTIAL : undefined;
}
