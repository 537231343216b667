/**
 * Seals what may not be stored in clear: AES-256-GCM under keys derived (HKDF-SHA-256) from the secrets in `ISOGATE_ENCRYPTION_KEY`. The
 * first key seals and all keys open, so a key is replaced by putting its successor in front. A sealed text names its key and belongs to
 * its place (`binding`, the additional data): moved to another row, upstream or principal, it cannot be opened.
 */
import type { Result } from "../../lib/result.ts";

const MIN_LENGTH = 32;
const VERSION = "v1";
const IV_BYTES = 12;
const KEY_ID_BITS = 64;

type Unsealed =
  /** `isCurrent`: sealed with the first key; otherwise the text should be sealed again. */
  { readonly ok: true; readonly text: string; readonly isCurrent: boolean } | { readonly ok: false };

interface DerivedKey {
  readonly id: string;
  readonly key: CryptoKey;
}

const HOW_TO =
  "npx wrangler secret put ISOGATE_ENCRYPTION_KEY, 32 random bytes such as `openssl rand -base64 32` prints; locally: .dev.vars";

/** @param secrets one or more secrets, separated by commas or spaces */
export function openKeyRing(secrets: string | undefined): Result<KeyRing, string> {
  const all = (secrets ?? "").split(/[\s,]+/).filter((secret) => secret !== "");
  if (all.length === 0) return { ok: false, error: `ISOGATE_ENCRYPTION_KEY is not set (${HOW_TO})` };
  const short = all.findIndex((secret) => secret.length < MIN_LENGTH);
  if (short === -1) return { ok: true, value: new KeyRing(all) };
  const reason = `key ${short + 1} of ISOGATE_ENCRYPTION_KEY has fewer than ${MIN_LENGTH} characters (${HOW_TO})`;
  return { ok: false, error: reason };
}

export class KeyRing {
  readonly #keys: Promise<readonly DerivedKey[]>;

  constructor(secrets: readonly string[]) {
    this.#keys = Promise.all(secrets.map(derive));
  }

  async seal(text: string, binding: string): Promise<string> {
    const [current] = await this.#keys;
    if (current === undefined) throw new Error("A key ring without keys.");
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const sealed = await crypto.subtle.encrypt(algorithm(iv, binding), current.key, bytes(text));
    return [VERSION, current.id, iv.toBase64(), new Uint8Array(sealed).toBase64()].join(".");
  }

  async unseal(sealed: string, binding: string): Promise<Unsealed> {
    const [version, id, iv, content] = sealed.split(".");
    const keys = await this.#keys;
    const key = keys.find((one) => one.id === id);
    if (version !== VERSION || key === undefined || iv === undefined || content === undefined) return { ok: false };
    try {
      const from = Uint8Array.fromBase64(content);
      const text = await crypto.subtle.decrypt(algorithm(Uint8Array.fromBase64(iv), binding), key.key, from);
      return { ok: true, text: new TextDecoder().decode(text), isCurrent: key === keys[0] };
    } catch {
      return { ok: false };
    }
  }
}

async function derive(secret: string): Promise<DerivedKey> {
  const root = await crypto.subtle.importKey("raw", bytes(secret), "HKDF", false, ["deriveKey", "deriveBits"]);
  const hkdf = (info: string) => ({ name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: bytes(info) });
  const [key, id] = await Promise.all([
    crypto.subtle.deriveKey(hkdf("isogate credentials"), root, { name: "AES-GCM", length: 256 }, false, [
      "encrypt",
      "decrypt",
    ]),
    crypto.subtle.deriveBits(hkdf("isogate key id"), root, KEY_ID_BITS),
  ]);
  return { id: new Uint8Array(id).toHex(), key };
}

function algorithm(iv: BufferSource, binding: string) {
  return { name: "AES-GCM", iv, additionalData: bytes(binding) };
}

function bytes(text: string): BufferSource {
  return new TextEncoder().encode(text);
}
