/**
 * A browser's session: the credential that was typed at sign-in, sealed into a cookie under a secret of the deployment. Every request
 * judges the credential anew, so a session ends with its key, and nothing has to be stored or cleaned up. Scripts of a
 * page cannot read it (HttpOnly), and other sites cannot send it (SameSite=Strict).
 *
 * SameSite knows no ports: a page on http://localhost:5173 is the same site as a gateway on localhost:8787. So a request that may
 * change something counts as signed in only when it comes from a page of the gateway itself.
 */
import type { Authority } from "./authenticate.ts";
import { requestOrigin } from "./request-origin.ts";

const LIFETIME_MS = 12 * 3_600_000;
const NONCE_BYTES = 12;
/** A cookie has room for about 4,000 bytes in all. */
const LONGEST_CREDENTIAL = 2_000;
const READS = new Set(["GET", "HEAD"]);

/** @returns the value of the cookie; undefined when the credential is too long to be one of ours */
export async function sealSession(credential: string, tagKey: string, now: number): Promise<string | undefined> {
  if (credential.length > LONGEST_CREDENTIAL) return undefined;
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const plain = new TextEncoder().encode(JSON.stringify({ credential, until: now + LIFETIME_MS }));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await keyOf(tagKey), plain);
  return new Uint8Array([...iv, ...new Uint8Array(sealed)]).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** @returns the credential; undefined when the text was not made here or its time is over */
export async function openSession(text: string, tagKey: string, now: number): Promise<string | undefined> {
  try {
    const bytes = Uint8Array.fromBase64(text, { alphabet: "base64url" });
    const algorithm = { name: "AES-GCM", iv: bytes.subarray(0, NONCE_BYTES) };
    const plain = await crypto.subtle.decrypt(algorithm, await keyOf(tagKey), bytes.subarray(NONCE_BYTES));
    // Authenticated: it has the shape that sealSession gave it.
    const { credential, until } = JSON.parse(new TextDecoder().decode(plain)) as { credential: string; until: number };
    return now < until ? credential : undefined;
  } catch {
    return undefined;
  }
}

/** The credential behind a request's session, where the request may use it. */
export async function sessionCredential(request: Request, authority: Authority): Promise<string | undefined> {
  const sealed = cookieOf(request);
  if (sealed === undefined || !(READS.has(request.method) || isFromOwnPage(request))) return undefined;
  return openSession(sealed, await authority.tagKey(), Date.now());
}

/** Whether there is something to sign out of. */
export function hasSession(request: Request): boolean {
  return cookieOf(request) !== undefined;
}

/** `Set-Cookie` that begins a session; without a value, one that ends it. */
export function sessionCookie(request: Request, value?: string): string {
  // Browsers differ in whether loopback without TLS may have a Secure cookie.
  const secure = isSecure(request) ? "; Secure" : "";
  const age = value === undefined ? 0 : LIFETIME_MS / 1_000;
  return `${cookieName(request)}=${value ?? ""}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${age}${secure}`;
}

/** Browsers say so themselves on everything but plain reads. */
export function isFromOwnPage(request: Request): boolean {
  return request.headers.get("origin") === requestOrigin(request);
}

function cookieOf(request: Request): string | undefined {
  const name = cookieName(request);
  for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || undefined;
  }
  return undefined;
}

/** `__Host-`: no other host can set it. Loopback's cookies are shared by all ports, so there the port is in the name. */
function cookieName(request: Request): string {
  return isSecure(request) ? "__Host-isogate" : `isogate-${new URL(request.url).port || "80"}`;
}

function isSecure(request: Request): boolean {
  return requestOrigin(request).startsWith("https:");
}

async function keyOf(tagKey: string): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey("raw", Uint8Array.fromHex(tagKey), "HKDF", false, ["deriveKey"]);
  const derivation = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: new TextEncoder().encode("isogate browser session"),
  };
  return crypto.subtle.deriveKey(derivation, secret, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}
