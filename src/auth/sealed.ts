/** Seals values that a browser keeps for the gateway: encrypted under a secret of the deployment, for one purpose, with an expiry. */

const NONCE_BYTES = 12;

/** A value sealed for one purpose cannot be opened for another. */
type Purpose = "browser session" | "browser sign-in";

/** @param tagKey the deployment's secret, hex @param until expiry in milliseconds since 1970 */
export async function seal(value: object, purpose: Purpose, tagKey: string, until: number): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const plain = new TextEncoder().encode(JSON.stringify({ value, until }));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await keyOf(tagKey, purpose), plain);
  return new Uint8Array([...iv, ...new Uint8Array(sealed)]).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** @returns the sealed value; undefined if the text was not made here for this purpose, or has expired */
export async function unseal<T extends object>(
  text: string,
  purpose: Purpose,
  tagKey: string,
  now: number,
): Promise<T | undefined> {
  try {
    const bytes = Uint8Array.fromBase64(text, { alphabet: "base64url" });
    const algorithm = { name: "AES-GCM", iv: bytes.subarray(0, NONCE_BYTES) };
    const plain = await crypto.subtle.decrypt(algorithm, await keyOf(tagKey, purpose), bytes.subarray(NONCE_BYTES));
    // The text is authenticated, so it has the shape that `seal` wrote.
    const { value, until } = JSON.parse(new TextDecoder().decode(plain)) as { value: T; until: number };
    return now < until ? value : undefined;
  } catch {
    return undefined;
  }
}

async function keyOf(tagKey: string, purpose: Purpose): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey("raw", Uint8Array.fromHex(tagKey), "HKDF", false, ["deriveKey"]);
  const derivation = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: new TextEncoder().encode(`isogate ${purpose}`),
  };
  return crypto.subtle.deriveKey(derivation, secret, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}
