/**
 * An account at an identity provider, and its role and access by gateway.json. They are computed at every request, so that a name
 * removed from a list loses access at once.
 */
import { sha256 } from "../../lib/hash.ts";
import type { AuthConfig, EnterpriseConfig } from "../../config/auth-config.ts";
import { FULL_ACCESS, type Standing } from "../principal.ts";

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

/** Claims by name, each as a list of texts. */
type Claims = Readonly<Record<string, readonly string[]>>;

/**
 * Role and access of people with identity assertions, by `auth.enterprise[].people` of gateway.json. Their claims are kept with the account,
 * so that they are judged anew at every request.
 *
 * @returns undefined if no entry of the issuer's `people` matches
 */
function enterpriseStanding(
  issuer: string,
  claims: Claims,
  issuers: readonly EnterpriseConfig[] = [],
): Standing | undefined {
  const people = issuers.find((one) => one.issuer === issuer)?.people ?? [];
  const entry = people.find(({ claim, value }) => claim === undefined || hasClaim(claims, claim, value ?? ""));
  return entry && { role: entry.role, access: { servers: entry.servers, level: entry.access } };
}

function hasClaim(claims: Claims, name: string, value: string): boolean {
  const texts = Object.hasOwn(claims, name) ? (claims[name] ?? []) : [];
  return name === "email" ? texts.some((text) => isAddressOf(text, value)) : texts.includes(value);
}

/** @param wanted an address, or `@example.com` for all of a domain */
export function isAddressOf(text: string, wanted: string): boolean {
  const [, domain] = ADDRESS.exec(text) ?? [];
  if (domain === undefined) return false;
  return lowerCase(wanted) === lowerCase(wanted.startsWith("@") ? domain : text);
}

/** Letters of ASCII only: in all of Unicode the Kelvin sign would become a `k`, and name another mailbox. */
function lowerCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Two addresses in one text, of which the last has the domain, are none. */
const ADDRESS = /^[^\s@]+(@[^\s@]+)$/u;
