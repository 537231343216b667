/**
 * The caller, and what its credential permits to its runs. This is plain data that can be an RPC argument; all decisions on it
 * are here (`allowsServer`, `allowsTool`, `covers`, `suffices`).
 *
 * Restricted credentials cannot extend their own access: changing what other credentials of the principal use (scripts, sign-ins to
 * upstreams, keys) takes unrestricted ones; changing what stores its creator's access (schedules, runs) takes ones that cover it.
 *
 * The rule for tools follows their annotations (MCP, "Tool annotations"; a read-only tool is never destructive, whatever its other
 * annotations):
 *   read         only tools with `readOnlyHint: true`; one without annotations might do anything, so it is withheld
 *   write        everything but tools with `destructiveHint: true`
 *   destructive  everything
 */
export type Role = "admin" | "member";
export type AccessLevel = "read" | "write" | "destructive";

export interface Access {
  /** Names of servers in gateway.json. */
  readonly servers: "all" | readonly string[];
  readonly level: AccessLevel;
}

/** The credential that admitted a request. A long response checks repeatedly whether it is still valid (`Gateway.stands`). */
export interface Proof {
  /** Id of the key or grant, or its own-credential.ts; when that is revoked, the runs it started end. */
  readonly credential?: string;
  /** Id of the browser's session. */
  readonly session?: string;
  /** Expiry of the session or the access token, in milliseconds since 1970; the credential may last longer. */
  readonly until?: number;
}

export interface Principal extends Proof {
  /** Name of the principal's Gateway Durable Object. */
  readonly id: string;
  readonly role: Role;
  readonly access: Access;
  /** Role and access of the person who signed in, before the scopes of the OAuth token restrict them. */
  readonly unscoped?: Standing;
  /** The origin of a foreign page that an open gateway lets in. It may call tools; what it says of approvals is no person's word. */
  readonly foreignPage?: string;
}

export function proofOf({ credential, session, until }: Proof): Proof {
  return {
    ...(credential !== undefined && { credential }),
    ...(session !== undefined && { session }),
    ...(until !== undefined && { until }),
  };
}

export type Standing = Pick<Principal, "role" | "access">;

/** A requirement on credentials. `full`: they are not restricted; `admin`: they are also an admin's. */
export type Needs = "full" | "admin";

export const FULL_ACCESS: Access = { servers: "all", level: "destructive" };

export const NARROWED =
  "These credentials are restricted and do not permit this operation. Use an unrestricted key or ask an admin for one.";

const LEVELS: readonly AccessLevel[] = ["read", "write", "destructive"];

/** @returns true if `access` allows everything that `other` allows */
export function covers(access: Access, other: Access): boolean {
  const hasServers =
    other.servers === "all" ? access.servers === "all" : other.servers.every((name) => allowsServer(access, name));
  return hasServers && LEVELS.indexOf(access.level) >= LEVELS.indexOf(other.level);
}

export function isNarrowed(access: Access): boolean {
  return !covers(access, FULL_ACCESS);
}

export function suffices({ role, access }: Standing, needs: Needs): boolean {
  return !isNarrowed(access) && (needs === "full" || role === "admin");
}

/** @returns what both of them allow */
export function narrower(one: Standing, other: Standing): Standing {
  const level = LEVELS[Math.min(LEVELS.indexOf(one.access.level), LEVELS.indexOf(other.access.level))] ?? "read";
  const { servers } = other.access;
  const common = servers === "all" ? one.access.servers : servers.filter((name) => allowsServer(one.access, name));
  return { role: one.role === "admin" ? other.role : "member", access: { servers: common, level } };
}

export function allowsServer({ servers }: Access, name: string): boolean {
  return servers === "all" || servers.includes(name);
}

interface Annotated {
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean };
}

export function allowsTool({ level }: Access, { annotations }: Annotated): boolean {
  switch (level) {
    case "read":
      return annotations?.readOnlyHint === true;
    case "write":
      return annotations?.readOnlyHint === true || annotations?.destructiveHint !== true;
    case "destructive":
      return true;
  }
}

/** @returns the reason why a tool is withheld, as a message for the caller */
export function withheldReason({ level }: Access, path: string): string {
  const has = level === "read" ? "is not marked read-only" : "is marked destructive";
  return `${path} ${has} by its server, and these credentials allow ${level} access. An admin can create a key with more access.`;
}
