/**
 * An account at an identity provider, and its role and access by gateway.json. They are computed at every request, so that a name
 * removed from a list loses access at once.
 */
import { sha256 } from "../../lib/hash.ts";
import type { AuthConfig } from "../../config/auth-config.ts";
import { FULL_ACCESS, type Standing } from "../principal.ts";
import { enterpriseStanding, isAddressOf, type Claims } from "./enterprise-people.ts";

export interface Account {
  readonly via: "oidc" | "access" | "enterprise";
  readonly issuer: string;
  readonly subject: string;
  /** The address, if the provider has verified it. */
  readonly email?: string;
  /** The claims on which `auth.enterprise[].people` depends; only for `enterprise`. */
  readonly claims?: Claims;
}

/** @returns undefined if the account may not sign in (any more) */
export function standingOf(account: Account, { oidc, access, enterprise }: AuthConfig): Standing | undefined {
  const { via, issuer, email, claims } = account;
  switch (via) {
    case "enterprise":
      return enterpriseStanding(issuer, claims ?? {}, enterprise);
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

/** Issuer and subject together identify an account; an e-mail address can pass to another person. */
export async function principalOfAccount({ issuer, subject }: Account): Promise<string> {
  return `u${(await sha256(JSON.stringify([issuer, subject]))).slice(0, 40)}`;
}

function isListed(email: string | undefined, people: readonly string[] = []): boolean {
  return email !== undefined && people.some((entry) => isAddressOf(email, entry));
}
