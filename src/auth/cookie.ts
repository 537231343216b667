/** Builds the gateway's cookies, which belong to this host alone and are not readable by scripts. */
import { requestOrigin } from "./request-origin.ts";

interface Cookie {
  readonly name: string;
  readonly value: string;
  /** `Lax` for cookies that are needed when the browser returns from another site. */
  readonly sameSite: "Strict" | "Lax";
  /** Seconds; 0 deletes the cookie. */
  readonly age: number;
}

/** @returns the value of a `Set-Cookie` header */
export function cookie(request: Request, { name, value, sameSite, age }: Cookie): string {
  // Browsers differ in whether loopback without TLS may set a Secure cookie.
  const secure = isSecure(request) ? "; Secure" : "";
  return `${name}=${value}; Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${age}${secure}`;
}

export function readCookie({ headers }: Request, name: string): string | undefined {
  for (const pair of (headers.get("cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || undefined;
  }
  return undefined;
}

/** @returns the name with `__Host-`, so that no other host can set it; on loopback, whose ports share cookies, with the port */
export function cookieName(request: Request, name: string): string {
  return isSecure(request) ? `__Host-${name}` : `${name}-${new URL(request.url).port || "80"}`;
}

function isSecure(request: Request): boolean {
  return requestOrigin(request).startsWith("https:");
}
