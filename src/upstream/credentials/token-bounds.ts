/**
 * Bounds on credentials that authorization servers issue. They are sent in headers, so other characters than visible ASCII would fail
 * every request. They are searched for in all that an upstream sends (see redaction.ts), so a long token that repeats itself, beside an
 * answer that does so, too, would take seconds per answer.
 */
import { OAuthFailure } from "./authorization-server.ts";

/** Servers take headers of some 8 to 16 thousand characters in all. */
const MAX_TOKEN_CHARS = 8_192;
/** The beginning of a token may consist of so many repetitions of one piece; only beginnings of MIN_REPEATING_CHARS are looked at. */
const MAX_REPETITIONS = 8;
const MIN_REPEATING_CHARS = 64;
/** A bearer token may have fewer characters (RFC 6750, section 2.1); servers break that, and headers do not mind. */
const SENDABLE = /^[\x21-\x7e]+$/;

/**
 * @param what the kind of the credential, for the message
 * @throws OAuthFailure if it is empty or too long, has other characters than visible ASCII, or repeats itself
 */
export function checkToken(what: string, value: string): void {
  if (value === "") throw new OAuthFailure(`It issued ${what} that is empty.`);
  if (value.length > MAX_TOKEN_CHARS) {
    throw new OAuthFailure(`It issued ${what} of ${value.length} characters; at most ${MAX_TOKEN_CHARS} are accepted.`);
  }
  if (!SENDABLE.test(value)) {
    throw new OAuthFailure(
      `It issued ${what} with a blank, a line break or another character that is not visible ASCII.`,
    );
  }
  if (repeatsItself(value)) throw new OAuthFailure(`It issued ${what} that consists of repetitions.`);
}

/**
 * A comparison can go on for n characters at many places of a text only if the first n characters have a short period. The periods of all
 * beginnings follow from the table of borders of Knuth, Morris and Pratt, in linear time.
 */
function repeatsItself(value: string): boolean {
  const borders = [0];
  let border = 0;
  for (let at = 1; at < value.length; at += 1) {
    while (border > 0 && value[at] !== value[border]) border = borders[border - 1] ?? 0;
    if (value[at] === value[border]) border += 1;
    borders.push(border);
    const length = at + 1;
    if (length >= MIN_REPEATING_CHARS && length > MAX_REPETITIONS * (length - border)) return true;
  }
  return false;
}
