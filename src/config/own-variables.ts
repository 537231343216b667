/** Says what is wrong with variables of the gateway itself that are set and have little or no effect. For `npm start` and `doctor`. */

/** Shorter keys are refused, and with them the whole list (src/upstream/credentials/key-ring.ts). */
const MIN_KEY_CHARS = 32;
/** Characters of 32 random bytes in base64 without padding, and in hex. */
const BASE64_CHARS = 43;
const HEX_CHARS = 64;

/** @returns a remark that continues "ISOGATE_OPEN …"; undefined if there is none */
export function openRemark(value: string | undefined): string | undefined {
  if (!value || value === "local") return undefined;
  return 'is not "local", the only value that counts: the gateway does not answer to 127.0.0.1 and localhost by itself, and lets nobody in without a key. For a local gateway write ISOGATE_OPEN=local in .dev.vars; otherwise remove it.';
}

/** @returns a remark that continues "ISOGATE_ENCRYPTION_KEY …"; undefined if there is none */
export function encryptionKeyRemark(value: string | undefined): string | undefined {
  const keys = (value ?? "").split(/[\s,]+/).filter((key) => key !== "");
  const refused = keys.find((key) => key.length < MIN_KEY_CHARS);
  if (refused !== undefined) {
    return `is too short: it has a key of ${refused.length} characters, and is not used while one has fewer than ${MIN_KEY_CHARS}. Write what openssl rand -base64 32 prints in its place.`;
  }
  // Only the first key seals; an old one behind it may be as it is.
  const [key] = keys;
  if (key === undefined || key.length >= (/^[\da-f]+$/i.test(key) ? HEX_CHARS : BASE64_CHARS)) return undefined;
  return `is too short: ${key.length} characters cannot hold 32 random bytes. Put what openssl rand -base64 32 prints in front of it, with a comma between; what is stored stays readable.`;
}
