/** Says what is wrong with variables of the gateway itself that are set and have little or no effect. For `npm start` and `doctor`. */

/** Shorter keys are refused, and with them the whole list (src/upstream/credentials/key-ring.ts). */
const MIN_KEY_CHARS = 32;
/** Characters of 32 random bytes in base64 without padding, and in hex. */
const BASE64_CHARS = 43;
const HEX_CHARS = 64;

/** @returns a remark that continues "ISOGATE_OPEN …"; undefined if there is none */
export function openRemark(value: string | undefined): string | undefined {
  if (!value || value === "local") return undefined;
  return 'is not "local", the only valid value, so it has no effect: the gateway does not accept the hosts 127.0.0.1 and localhost by itself, and requires a key. For a local gateway write ISOGATE_OPEN=local in .dev.vars; otherwise remove it.';
}

/** @returns a remark that continues "ISOGATE_ENCRYPTION_KEY …"; undefined if there is none */
export function encryptionKeyRemark(value: string | undefined): string | undefined {
  const keys = (value ?? "").split(/[\s,]+/).filter((key) => key !== "");
  const refused = keys.find((key) => key.length < MIN_KEY_CHARS);
  if (refused !== undefined) {
    return `is not used, because one of its keys has only ${refused.length} characters and every key needs at least ${MIN_KEY_CHARS}. Replace that key by the output of openssl rand -base64 32.`;
  }
  // Only the first key seals; an old one behind it may be as it is.
  const [key] = keys;
  if (key === undefined || key.length >= (/^[\da-f]+$/i.test(key) ? HEX_CHARS : BASE64_CHARS)) return undefined;
  return `is too short: ${key.length} characters cannot hold 32 random bytes. Put the output of openssl rand -base64 32 and a comma before it; stored values stay readable.`;
}
