/**
 * A browser's session: the key that was entered at sign-in, or the principal of the account, sealed in a cookie. Every request checks
 * it again, so a session ends with its key or account. Signing out ends it for every copy of the cookie (ended-sessions.ts).
 * Scripts of a page cannot read it (HttpOnly), and other sites cannot send it (SameSite=Strict).
 *
 * SameSite ignores ports: a page on http://localhost:5173 is the same site as a gateway on localhost:8787. So a request that may
 * change something counts as signed in only if it comes from a page of the gateway itself.
 */
import { cookie, cookieName, readCookie } from "./cookie.ts";
import { newSessionId } from "./ended-sessions.ts";
import { requestOrigin } from "./request-origin.ts";
import { seal, unseal } from "./sealed.ts";
import type { Authority } from "./authority.ts";

const LIFETIME_MS = 12 * 3_600_000;
/** A cookie can hold about 4,000 bytes in all. */
const MAX_CREDENTIAL_CHARS = 2_000;
const READS = new Set(["GET", "HEAD"]);

/** The text of a key, or the principal of the account. */
type SignedInBy = { readonly credential: string } | { readonly account: string };

type Session = SignedInBy & {
  /** Id under which signing out is recorded. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly until: number;
};

/** @returns the value of the cookie; undefined if the credential is too long to be valid */
export async function sealSession(by: SignedInBy, tagKey: string, now: number): Promise<string | undefined> {
  if ("credential" in by && by.credential.length > MAX_CREDENTIAL_CHARS) return undefined;
  const session: Session = { ...by, id: newSessionId(now), until: now + LIFETIME_MS };
  return seal(session, "browser session", tagKey, session.until);
}

/** @returns undefined if the text was not made here or has expired */
export function openSession(text: string, tagKey: string, now: number): Promise<Session | undefined> {
  return unseal<Session>(text, "browser session", tagKey, now);
}

/** @returns the request's session, if the request may use it */
export async function sessionOf(request: Request, authority: Authority): Promise<Session | undefined> {
  const sealed = readCookie(request, sessionName(request));
  if (sealed === undefined || !(READS.has(request.method) || isFromOwnPage(request))) return undefined;
  return openSession(sealed, await authority.tagKey(), Date.now());
}

/** @returns true if the request has a session cookie */
export function hasSession(request: Request): boolean {
  return readCookie(request, sessionName(request)) !== undefined;
}

/** @returns a `Set-Cookie` value that begins a session, or ends it if `value` is absent */
export function sessionCookie(request: Request, value?: string): string {
  const age = value === undefined ? 0 : LIFETIME_MS / 1_000;
  return cookie(request, { name: sessionName(request), value: value ?? "", sameSite: "Strict", age });
}

/** Browsers send the page's origin on every request but plain reads. */
export function isFromOwnPage(request: Request): boolean {
  return request.headers.get("origin") === requestOrigin(request);
}

function sessionName(request: Request): string {
  return cookieName(request, "isogate");
}
