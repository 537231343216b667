/** Finds the values of credentials in JSON that do not stand directly under their names. */
import { credentialNamed } from "./credential-names.ts";
import type { Credential } from "./credential-names.ts";

/** Keys for the name and the value in entries of a list of pairs. */
export const NAME_OF_PAIR: ReadonlySet<string> = new Set([
  "name",
  "key",
  "field",
  "header",
  "param",
  "parameter",
  "variable",
  "label",
]);
export const VALUE_OF_PAIR: ReadonlySet<string> = new Set([
  "value",
  "val",
  "content",
  "default",
  "secret_value",
  "data",
]);
/** First keys of objects that describe a credential (a schema) and do not contain one. */
export const OF_SCHEMA: ReadonlySet<string> = new Set([
  "type",
  "description",
  "$ref",
  "title",
  "anyOf",
  "oneOf",
  "allOf",
  "enum",
]);

/** @returns what the value is in a pair like `{"name":"password","value":"…"}`; undefined for an object that is no such pair */
export function credentialInPair(
  entries: readonly (readonly [name: string, value: unknown])[],
): Credential | undefined {
  for (const [name, value] of entries) {
    const credential = NAME_OF_PAIR.has(name) && typeof value === "string" ? credentialNamed(value) : undefined;
    if (credential !== undefined) return credential;
  }
  return undefined;
}
