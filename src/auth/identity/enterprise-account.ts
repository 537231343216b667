/** The account that an Identity Assertion Authorization Grant (ID-JAG) names, with the claims that gateway.json refers to. */
import type { EnterpriseConfig } from "../../config/auth-config.ts";
import type { Result } from "../../lib/result.ts";
import type { Account } from "./account.ts";

/** Longer texts are no value that gateway.json may name. */
const MAX_ITEM_CHARS = 200;

/**
 * @param claims of an assertion whose signature, audience and lifetime were checked
 * @returns an error for the log where an entry of `people` names a claim that cannot be compared. Without the claim an entry that restricts
 * the person would be skipped, and a later one may give more access.
 */
export function enterpriseAccount(
  { issuer, people }: EnterpriseConfig,
  claims: Readonly<Record<string, unknown>> & { readonly sub: string },
): Result<Account, string> {
  const names = new Set(people.flatMap(({ claim }) => claim ?? []));
  const kept: [name: string, texts: readonly string[]][] = [];
  for (const name of names) {
    // Some providers write null for an attribute that a person does not have.
    if (!Object.hasOwn(claims, name) || claims[name] === null) continue;
    if (name === "email" && !mayBeVerified(claims["email_verified"])) continue;
    const texts = textsOf(claims[name]);
    if (!texts.ok) return { ok: false, error: `the claim "${name}" is ${texts.error}, which cannot be compared` };
    // Longer texts equal no value, and are left out whole: the beginning of one value may be another.
    const comparable = texts.value.filter((text) => text.length <= MAX_ITEM_CHARS);
    // A long address may still be one of a domain that an entry names.
    if (name === "email" && comparable.length < texts.value.length) return { ok: false, error: LONG_ADDRESS };
    kept.push([name, comparable]);
  }
  const email = claims["email_verified"] === true ? claims["email"] : undefined;
  const account: Account = {
    via: "enterprise",
    issuer,
    subject: claims.sub,
    ...(typeof email === "string" && { email: email.slice(0, MAX_ITEM_CHARS) }),
    claims: Object.fromEntries(kept),
  };
  return { ok: true, value: account };
}

const LONG_ADDRESS = `the claim "email" has more than ${MAX_ITEM_CHARS} characters, which cannot be compared`;

/** An address that its provider calls unverified may be somebody else's. Some providers write the claim as a text. */
function mayBeVerified(claim: unknown): boolean {
  return claim === undefined || claim === true || claim === "true";
}

/** @returns the texts that a claim is compared by, or what it is instead */
function textsOf(claim: unknown): Result<readonly string[], string> {
  if (!Array.isArray(claim)) {
    const text = textOf(claim);
    return text.ok ? { ok: true, value: [text.value] } : text;
  }
  const texts: string[] = [];
  // All items count, which a token request bounds: an entry that restricts people may name the last one.
  for (const item of claim as readonly unknown[]) {
    const text = textOf(item);
    if (!text.ok) return { ok: false, error: `a list with ${text.error}` };
    texts.push(text.value);
  }
  return { ok: true, value: texts };
}

function textOf(item: unknown): Result<string, string> {
  switch (typeof item) {
    case "string":
      return { ok: true, value: item };
    case "boolean":
      return { ok: true, value: String(item) };
    case "number":
      // An integer beyond 2 ** 53 has lost digits in the parser, and could be that of somebody else.
      return Number.isFinite(item) && (!Number.isInteger(item) || Number.isSafeInteger(item))
        ? { ok: true, value: String(item) }
        : { ok: false, error: "a number that is not exact" };
    default:
      return { ok: false, error: kindOf(item) };
  }
}

function kindOf(item: unknown): string {
  if (item === null) return "null";
  return Array.isArray(item) ? "a list" : "an object";
}
