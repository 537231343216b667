/** `options.allowed_servers`: names from gateway.json or identifiers; an empty list allows all. */
import { isNamed } from "../catalog/find-server.ts";
import type { NamedServer } from "../catalog/find-server.ts";

export function isAllowed(server: NamedServer, allowed: readonly string[]): boolean {
  return allowed.length === 0 || allowed.some((name) => isNamed(server, name));
}

/** @returns the message for a server that the request left out */
export function serverLeftOut(server: string, allowed: readonly string[]): string {
  return `This run may not use ${server}; options.allowed_servers allows ${allowed.join(", ")}.`;
}

/** @returns the message for a call to a server that the credentials withhold */
export function forbiddenServer(server: string): string {
  return `These credentials may not use the server ${server}. An admin can create a key that may.`;
}
