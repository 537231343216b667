/** The account that an Identity Assertion Authorization Grant (ID-JAG) names, with the claims that gateway.json refers to. */
import type { EnterpriseConfig } from "../../config/auth-config.ts";
import type { Account } from "./account.ts";

/** Longer texts are no value that gateway.json may name. */
const MAX_ITEM_CHARS = 200;

/** @param claims of an assertion whose signature, audience and lifetime were checked */
export function enterpriseAccount(
  { issuer, people }: EnterpriseConfig,
  claims: Readonly<Record<string, unknown>> & { readonly sub: string },
): Account {
  const names = new Set(people.flatMap(({ claim }) => claim ?? []));
  const kept = [...names].flatMap((name) => {
    if (name === "email" && !mayBeVerified(claims["email_verified"])) return [];
    return Object.hasOwn(claims, name) ? [[name, textsOf(claims[name])] as const] : [];
  });
  const email = claims["email_verified"] === true ? claims["email"] : undefined;
  return {
    via: "enterprise",
    issuer,
    subject: claims.sub,
    ...(typeof email === "string" && { email: email.slice(0, MAX_ITEM_CHARS) }),
    claims: Object.fromEntries(kept),
  };
}

/** An address that its provider calls unverified may be somebody else's. Some providers write the claim as a text. */
function mayBeVerified(claim: unknown): boolean {
  return claim === undefined || claim === true || claim === "true";
}

function textsOf(claim: unknown): readonly string[] {
  // All of them, which a token request bounds: an entry that restricts people may name the last one.
  const items: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  // A text that would have to be cut is left out: the beginning of one value may be another.
  return items.filter((item): item is string => typeof item === "string" && item.length <= MAX_ITEM_CHARS);
}
