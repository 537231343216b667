/**
 * Role and access of people with identity assertions, by `auth.enterprise[].people` of gateway.json. Their claims are kept with the account, so
 * that they are judged anew at every request.
 */
import type { EnterpriseConfig } from "../../config/auth-config.ts";
import type { Standing } from "../principal.ts";

/** Claims by name, each as a list of texts. */
export type Claims = Readonly<Record<string, readonly string[]>>;

/** @returns undefined if no entry of the issuer's `people` matches */
export function enterpriseStanding(
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
