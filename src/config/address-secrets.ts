/**
 * Substitutes `${NAME}` in an address of gateway.json. In the query and the fragment a value is percent-encoded, so that a `+`, `&` or `#` in
 * it arrives as it is. In the path only the characters are escaped that RFC 3986 does not allow there: a value may hold several segments.
 * Before the `@` of the authority it is percent-encoded, because it could name another host. The scheme, the host and the port are taken as
 * they are, and so is a value that stands for the whole address or for a whole query, and one that is percent-encoded already.
 */
import { substituteSecrets, type Secret, type Substituted } from "./secrets.ts";

export function substituteInAddress(template: string, env: Readonly<Record<string, unknown>>): Substituted {
  const substituted = substituteSecrets(template, env, (value, before, after) => {
    const place = placeOf(before, after);
    return place === "whole" || isPercentEncoded(value, place) ? value : encoded(value, place);
  });
  if (!substituted.ok) return substituted;
  // The upstream reads the decoded value, and may repeat it.
  return { ...substituted, secrets: substituted.secrets.flatMap((secret) => [secret, ...decoded(secret)]) };
}

type Part = "user" | "path" | "query";

/** @returns the part of the address that the reference is in, and "whole" where its value is taken as it is */
function placeOf(before: string, after: string): Part | "whole" {
  // Other references count as one letter: what is next to them does not begin there.
  const known = before.replaceAll(/\$\{\w+\}/g, "x");
  if (/^[^/?#]*:\/\/[^/?#]*$/.test(known)) return /^[^/?#]*@/.test(after) ? "user" : "whole";
  if (!/[/?#&=]/.test(known)) return "whole";
  if (isOfPath(known)) return "path";
  const isWholeQuery = /[?&]$/.test(known) && !after.startsWith("=");
  return isWholeQuery ? "whole" : "query";
}

function isOfPath(known: string): boolean {
  if (/[?#]/.test(known)) return false;
  // A base that is a reference may hold the beginning of the query, which a `&` or `=` then continues.
  const hasKnownBase = /^[^/?#]*:\/\/[^/?#&=]*\//.test(known);
  return hasKnownBase || !/[&=]/.test(known);
}

/** The characters that `encodeURIComponent` escapes and a path may contain: those of `pchar` in RFC 3986, and the slash. */
const ESCAPED_IN_PATH = /%(?:3A|40|24|26|2B|2C|3B|3D|2F)/g;

function encoded(value: string, part: Part): string {
  const text = encodeURIComponent(value.toWellFormed());
  return part === "path" ? text.replaceAll(ESCAPED_IN_PATH, decodeURIComponent) : text;
}

/** @returns true if a value was percent-encoded by the operator: it has an escape, and no character that would need one */
function isPercentEncoded(value: string, part: Part): boolean {
  const whole =
    part === "path" ? /^(?:[\w.~!'()*:@$&+,;=/-]|%[0-9A-Fa-f]{2})*$/ : /^(?:[\w.~!'()*-]|%[0-9A-Fa-f]{2})*$/;
  return value.includes("%") && whole.test(value);
}

function decoded({ name, value }: Secret): Secret[] {
  // A path allows more characters than the other parts: a value that is encoded for them is encoded for it, too.
  if (!isPercentEncoded(value, "path")) return [];
  try {
    return [{ name, value: decodeURIComponent(value) }];
  } catch {
    // The escapes are not those of UTF-8.
    return [];
  }
}
