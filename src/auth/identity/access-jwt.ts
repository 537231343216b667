/** Checks the JWT that Cloudflare Access adds to requests that passed its policies, against the team's keys. */
import type { AccessConfig } from "../../config/auth-config.ts";
import type { Account } from "./account.ts";
import { verifyToken, type Fetch } from "./provider-keys.ts";

const ASSERTION = "cf-access-jwt-assertion";

/** @returns true if the request has a JWT to check, which may be forged */
export function isBehindAccess({ headers }: Request): boolean {
  return headers.has(ASSERTION);
}

/** @returns undefined without a valid JWT; the sign-in page then offers the other methods */
export async function accessAccount(
  { headers }: Request,
  { team, audience }: AccessConfig,
  fetch: Fetch,
): Promise<Account | undefined> {
  const token = headers.get(ASSERTION);
  if (token === null) return undefined;
  try {
    const expected = { issuer: team, audience, keysUrl: `${team}/cdn-cgi/access/certs` };
    const { sub, email } = await verifyToken(token, expected, fetch);
    if (sub === undefined || sub === "") return undefined;
    return { via: "access", issuer: team, subject: sub, ...(typeof email === "string" && { email }) };
  } catch (error) {
    console.error("Cloudflare Access:", error instanceof Error ? error.message : error);
    return undefined;
  }
}
