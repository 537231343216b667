/** The gateway's own cookies: of this host alone, and out of reach of scripts. */
import { requestOrigin } from "./request-origin.ts";

export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** `Lax` where the browser comes back from another site. */
  readonly sameSite: "Strict" | "Lax";
  /** Seconds; 0 takes it away. */
  readonly age: number;
}

/** @returns the value of a `Set-Cookie` header */
export function cookie(request: Request, { name, value, sameSite, age }: Cookie): string {
  // Browsers differ in whether loopback without TLS may have a Secure cookie.
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

/** `__Host-`: no other host can set it. Loopback's cookies are shared by all ports, so there the port is in the name. */
export function cookieName(request: Request, name: string): string {
  return isSecure(request) ? `__Host-${name}` : `${name}-${new URL(request.url).port || "80"}`;
}

function isSecure(request: Request): boolean {
  return requestOrigin(request).startsWith("https:");
}
