/**
 * An account at an identity provider, and where it stands by gateway.json. Decided anew at every request, so that a name taken off
 * a list is out at once.
 */
import { sha256 } from "../../lib/hash.ts";
import type { AuthConfig } from "../../config/auth-config.ts";
import { FULL_ACCESS } from "../principal.ts";
import type { Standing } from "../principal.ts";

export interface Account {
  readonly via: "oidc" | "access";
  readonly issuer: string;
  readonly subject: string;
  /** Only one that the provider has verified. */
  readonly email?: string;
}

/** @returns undefined when it may not sign in (any more) */
export function standingOf({ via, issuer, email }: Account, { oidc, access }: AuthConfig): Standing | undefined {
  switch (via) {
    case "oidc": {
      if (oidc === undefined || oidc.issuer !== issuer) return undefined;
      if (oidc.allow !== "everyone" && !isListed(email, oidc.allow)) return undefined;
      return { role: isListed(email, oidc.admins) ? "admin" : "member", access: FULL_ACCESS };
    }
    case "access": {
      if (access === undefined || access.team !== issuer) return undefined;
      return { role: isListed(email, access.admins) ? "admin" : "member", access: FULL_ACCESS };
    }
  }
}

/** Issuer and subject together name an account; an e-mail address can move to somebody else. */
export async function principalOfAccount({ issuer, subject }: Account): Promise<string> {
  return `u${(await sha256(JSON.stringify([issuer, subject]))).slice(0, 40)}`;
}

function isListed(email: string | undefined, people: readonly string[] = []): boolean {
  if (email === undefined) return false;
  const address = email.toLowerCase();
  const domain = address.slice(address.lastIndexOf("@"));
  return people.some((entry) => entry.toLowerCase() === (entry.startsWith("@") ? domain : address));
}
