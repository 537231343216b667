/** A key as the Gateway of its principal stores it. */
import type { Access, Role } from "./principal.ts";

export interface GatewayKey {
  readonly id: string;
  /** SHA-256 of the whole key, hex; the key carries 192 random bits, so nothing slower is needed. */
  readonly hash: string;
  readonly role: Role;
  readonly access: Access;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number | undefined;
}
