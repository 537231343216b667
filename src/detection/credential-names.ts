/**
 * Decides by a name whether its value is a credential. The last word of a name decides: `db_password` is one, `password_reset_count` is a
 * number. Words are separated by case, by signs, or not at all (`accesstoken`).
 */

/** `always`: every value under the name is a credential. `perhaps`: only a value that looks like one, because the word has other meanings. */
export type Credential = "always" | "perhaps";

const ALWAYS =
  /(?:password|passwd|passphrase|passcode|pwd|secret|authorization|apikey|accesskey|secretkey|privatekey|accountkey|sharedkey|masterkey|encryptionkey|signingkey|authkey|servicekey|cookie|(?:access|refresh|id|auth|bearer|api|bot|app|oauth|session|security|personal|private|service|client|user|admin|deploy|device|web|github|gitlab|slack|npm)token|connectionstring|clientassertion)$/;

const PERHAPS =
  /^(?:[a-z]*token|auth|credential|credentials|cookies|bearer|jwt|sig|signature|sid|dsn|accesscode|licensekey|pat)$/;

/** Names with such an ending and another meaning: a position in a list, a word of a text, an action on a page. */
const OTHERS =
  /(?:(?:next|page|previous|prev|continuation|cursor|sync|pagination|start|resume|delta|max|min|stop|pad|eos|bos|unk|sep|cls|mask|special|last|first|current|delimiter|change|keyword|context)token|(?:forgot|reset|change|forgotten|show|hide|require|requires|allow|no)password|(?:spat|method)sig|noauth|oauth)$/;

const MAX_NAME_CHARS = 100;

/** Results are cached, because names repeat in every entry of a list. */
const known = new Map<string, Credential | undefined>();
const MAX_KNOWN = 2_000;

export function credentialNamed(name: string): Credential | undefined {
  if (name.length > MAX_NAME_CHARS) return undefined;
  if (known.has(name)) return known.get(name);
  if (known.size >= MAX_KNOWN) known.clear();
  const credential = judged(name);
  known.set(name, credential);
  return credential;
}

/**
 * @param name of a list
 * @returns what the strings in the list are if its name is the plural of a credential's name. Apart from passwords they have to look
 * like credentials, because `secrets` and `cookies` are often lists of names.
 */
export function credentialsNamed(name: string): Credential | undefined {
  if (!/s$/i.test(name) || credentialNamed(name.slice(0, -1)) === undefined) return undefined;
  return /(?:password|passwd|passphrase|passcode|pwd)s$/i.test(name) ? "always" : "perhaps";
}

function judged(name: string): Credential | undefined {
  const squeezed = name.replaceAll(/[^A-Za-z]/g, "").toLowerCase();
  if (OTHERS.test(squeezed)) return undefined;
  if (ALWAYS.test(squeezed)) return "always";
  return PERHAPS.test(lastWord(name)) ? "perhaps" : undefined;
}

/** `csrf_token` and `csrfToken` end in `token`; `compat` does not end in `pat`. */
function lastWord(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).filter((word) => /[A-Za-z]/.test(word));
  return (words.at(-1) ?? "").replaceAll(/[^A-Za-z]/g, "").toLowerCase();
}

/** @returns true if the value is long enough, has no blanks, and has at least a letter and a digit, unlike a word */
export function looksSecret(value: string): boolean {
  // A pattern that repeats characters up to the end exhausts the stack on a value of megabytes.
  return value.length >= 8 && !/[^\w.~+/=:%!@#$^&*-]/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value);
}

/** Longer than any that a person writes; values of megabytes must not meet a pattern with repetitions. */
const MAX_PLACEHOLDER_CHARS = 4_096;

/** @returns the part of a value behind its last blank, such as the token in `Bearer …` */
export function lastPart(value: string): string {
  return value.slice(value.lastIndexOf(" ") + 1);
}

/** @returns true for a placeholder: `${NAME}`, `$NAME`, `<token>`, `{{key}}`, `***` */
export function isPlaceholder(value: string): boolean {
  if (value.length > MAX_PLACEHOLDER_CHARS) return false;
  return /^(?:\$\{[^{}]*\}|\$[A-Z_][A-Z0-9_]*|<[^<>]*>|\{\{?[\w .-]*\}?\}|%[sdvj]|%[A-Z_]+%|\*+|x+|\.+|\u2026)?$/i.test(
    value,
  );
}

/** Matches what stands in place of a value that was replaced. */
const REPLACED = /^\[(?:REDACTED:[a-z0-9_]{1,40}|redacted|[A-Z][A-Z0-9_]{0,39}_\d{1,9})\]$/;

export function isReplaced(text: string): boolean {
  return REPLACED.test(text);
}
