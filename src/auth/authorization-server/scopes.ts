/**
 * OAuth scopes, each of which includes the one before. A scope only restricts: a token permits what the person who signed in may
 * do, within its scopes.
 */
import type { Standing } from "../principal.ts";

export const SCOPES = ["read", "write", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes for a client that requests none that exist here, which a 401 also names. */
export const DEFAULT_SCOPES: readonly Scope[] = ["read", "write"];

/** @returns the scopes that the consent page offers to a person with this role and access */
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
