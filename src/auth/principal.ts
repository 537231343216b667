/**
 * Who is calling, and what its credential lets its runs reach. Plain data: travels in RPC arguments, is decided on in one
 * place (`allowsServer`, `allowsTool`, `covers`, `suffices`) and imported by everything that has to ask.
 *
 * Narrowed credentials never widen themselves: what others of the principal run or rely on (scripts, sign-ins to upstreams, keys) takes
 * credentials that are not narrowed; what remembers its maker's access (schedules, runs) takes credentials that cover it.
 *
 * The rule for tools, from the annotations an upstream gives them (MCP, "Tool annotations"; a read-only tool is never
 * destructive, whatever else is said of it):
 *   read         only tools with `readOnlyHint: true`; one without annotations might do anything, so it is withheld
 *   write        everything but tools with `destructiveHint: true`
 *   destructive  everything
 */
export type Role = "admin" | "member";
export type AccessLevel = "read" | "write" | "destructive";

export interface Access {
  /** Names in gateway.json. */
  readonly servers: "all" | readonly string[];
  readonly level: AccessLevel;
}

/** By what a request was let in. An answer that goes on for long asks again whether it still stands (`Gateway.stands`). */
export interface Proof {
  /** Id of the key or grant it came with, or its own-credential.ts; when that is revoked, the runs it started end. */
  readonly credential?: string;
  /** Id of the browser's session. */
  readonly session?: string;
  /** When the session or the access token expires, in milliseconds since 1970; the credential may last longer. */
  readonly until?: number;
}

export interface Principal extends Proof {
  /** Names the principal's Gateway Durable Object. */
  readonly id: string;
  readonly role: Role;
  readonly access: Access;
  /** Of an OAuth token: where whoever signed in stands, which its scopes may narrow. */
  readonly unscoped?: Standing;
}

export function proofOf({ credential, session, until }: Proof): Proof {
  return {
    ...(credential !== undefined && { credential }),
    ...(session !== undefined && { session }),
    ...(until !== undefined && { until }),
  };
}

export type Standing = Pick<Principal, "role" | "access">;

/** What is asked of credentials: `full`, that they are not narrowed; `admin`, that they are an admin's, too. */
export type Needs = "full" | "admin";

export const FULL_ACCESS: Access = { servers: "all", level: "destructive" };

export const NARROWED =
  "These credentials are narrowed, and this reaches further than they do. Use a key that is not, or ask an admin for one.";

const LEVELS: readonly AccessLevel[] = ["read", "write", "destructive"];

/** Whether all that `other` allows is allowed. */
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

/** Why a tool is withheld, for the one who was refused. */
export function withheldReason({ level }: Access, path: string): string {
  const has = level === "read" ? "is not marked read-only" : "is marked destructive";
  return `${path} ${has} by its server, and these credentials allow ${level} access. An admin can create a key with more.`;
}
