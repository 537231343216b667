import { createHash } from "node:crypto";

/** SHA-256 of a text, hex, for callers that cannot wait; `sha256` of hash.ts computes the same. */
export function sha256Now(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
