/**
 * Substitutes `${NAME}` in an address of gateway.json. After the host a value is percent-encoded, so that a `+`, `&` or `#` in it arrives as
 * it is; the slashes of a path stay. The scheme, the host and the port are taken as they are, and so is what stands for the whole address or
 * for a whole query.
 */
import { substituteSecrets } from "./secrets.ts";
import type { Secret, Substituted } from "./secrets.ts";

export function substituteInAddress(template: string, env: Readonly<Record<string, unknown>>): Substituted {
  const substituted = substituteSecrets(template, env, (value, before, after) =>
    isPart(before, after) && !isPercentEncoded(value) ? encoded(value, isOfPath(before)) : value,
  );
  if (!substituted.ok) return substituted;
  // The upstream reads the decoded value, and may repeat it.
  return { ...substituted, secrets: substituted.secrets.flatMap((secret) => [secret, ...decoded(secret)]) };
}

/** @returns true if the reference is a part of the path, of the query or of the fragment */
function isPart(before: string, after: string): boolean {
  const known = before.replaceAll(/\$\{\w+\}/g, "");
  // A base that is a reference may hold the beginning of the query.
  const isAfterHost = /[/?#&=]/.test(known.replace(/^[^/?#]*:\/\//, ""));
  const isWholeQuery = /[?&]$/.test(known) && !after.startsWith("=");
  return isAfterHost && !isWholeQuery;
}

function isOfPath(before: string): boolean {
  return !/[?#&=]/.test(before);
}

/** A variable of a path may hold several of its segments. */
function encoded(value: string, isInPath: boolean): string {
  const text = encodeURIComponent(value.toWellFormed());
  return isInPath ? text.replaceAll("%2F", "/") : text;
}

/** @returns true if a value was percent-encoded by the operator: it has an escape, and no character that would need one */
function isPercentEncoded(value: string): boolean {
  return value.includes("%") && /^(?:[\w.~!'()*-]|%[0-9A-Fa-f]{2})*$/.test(value);
}

function decoded({ name, value }: Secret): Secret[] {
  if (!isPercentEncoded(value)) return [];
  try {
    return [{ name, value: decodeURIComponent(value) }];
  } catch {
    // The escapes are not those of UTF-8.
    return [];
  }
}
