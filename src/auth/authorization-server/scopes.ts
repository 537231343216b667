/**
 * OAuth scopes, each including the one before. A scope only ever narrows: what a token may do is what whoever signed in may
 * do, as far as its scopes go.
 */
import type { Standing } from "../principal.ts";

export const SCOPES = ["read", "write", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/** What a client that asks for nothing in particular is offered, and what a 401 names. */
export const DEFAULT_SCOPES: readonly Scope[] = ["read", "write"];

/** Of somebody with this standing; what the consent page offers. */
export function scopesFor({ role, access }: Standing): readonly Scope[] {
  return SCOPES.filter((scope) => {
    switch (scope) {
      case "read":
        return true;
      case "write":
        return access.level !== "read";
      case "admin":
        return role === "admin";
    }
  });
}

export function withinScopes({ role, access }: Standing, scopes: readonly string[]): Standing {
  const isAdmin = scopes.includes("admin");
  const mayWrite = isAdmin || scopes.includes("write");
  return {
    role: isAdmin ? role : "member",
    access: mayWrite ? access : { ...access, level: "read" },
  };
}
