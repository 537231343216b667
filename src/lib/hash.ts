import { createHash } from "node:crypto";

/** SHA-256 of a text, hex: the name of everything content-addressed. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** SHA-256 as `sha256` computes it, for callers that cannot wait. */
export function sha256Now(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
