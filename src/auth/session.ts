/**
 * A browser's session: the key that was typed at sign-in, or whose account signed in, sealed into a cookie. Every request judges that
 * anew, so a session ends with its key or account. Whoever signs out ends it for every copy of the cookie (ended-sessions.ts).
 * Scripts of a page cannot read it (HttpOnly), and other sites cannot send it (SameSite=Strict).
 *
 * SameSite knows no ports: a page on http://localhost:5173 is the same site as a gateway on localhost:8787. So a request that may
 * change something counts as signed in only when it comes from a page of the gateway itself.
 */
import type { Authority } from "./authenticate.ts";
import { cookie, cookieName, readCookie } from "./cookie.ts";
import { random } from "./key-format.ts";
import { requestOrigin } from "./request-origin.ts";
import { seal, unseal } from "./sealed.ts";

const LIFETIME_MS = 12 * 3_600_000;
/** A cookie has room for about 4,000 bytes in all. */
const LONGEST_CREDENTIAL = 2_000;
const READS = new Set(["GET", "HEAD"]);

/** A key, or the principal whose account signed in. */
export type SignedInBy = { readonly credential: string } | { readonly account: string };

export type Session = SignedInBy & {
  /** By which it is remembered that somebody signed out of it. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly until: number;
};

/** @returns the value of the cookie; undefined when the credential is too long to be one of ours */
export async function sealSession(by: SignedInBy, tagKey: string, now: number): Promise<string | undefined> {
  if ("credential" in by && by.credential.length > LONGEST_CREDENTIAL) return undefined;
  const session: Session = { ...by, id: random(16), until: now + LIFETIME_MS };
  return seal(session, "browser session", tagKey, session.until);
}

/** @returns undefined when the text was not made here or its time is over */
export function openSession(text: string, tagKey: string, now: number): Promise<Session | undefined> {
  return unseal<Session>(text, "browser session", tagKey, now);
}

/** A request's session, where the request may use it. */
export async function sessionOf(request: Request, authority: Authority): Promise<Session | undefined> {
  const sealed = readCookie(request, sessionName(request));
  if (sealed === undefined || !(READS.has(request.method) || isFromOwnPage(request))) return undefined;
  return openSession(sealed, await authority.tagKey(), Date.now());
}

/** Whether there is something to sign out of. */
export function hasSession(request: Request): boolean {
  return readCookie(request, sessionName(request)) !== undefined;
}

/** `Set-Cookie` that begins a session; without a value, one that ends it. */
export function sessionCookie(request: Request, value?: string): string {
  const age = value === undefined ? 0 : LIFETIME_MS / 1_000;
  return cookie(request, { name: sessionName(request), value: value ?? "", sameSite: "Strict", age });
}

/** Browsers say so themselves on everything but plain reads. */
export function isFromOwnPage(request: Request): boolean {
  return request.headers.get("origin") === requestOrigin(request);
}

function sessionName(request: Request): string {
  return cookieName(request, "isogate");
}
