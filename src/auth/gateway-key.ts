/** A key as the Gateway of its principal keeps it. */
import type { Access, Role } from "./principal.ts";

export interface GatewayKey {
  readonly id: string;
  /** SHA-256 of the whole key, hex; the key carries 192 random bits, so nothing slower is needed. */
  readonly hash: string;
  readonly role: Role;
  readonly access: Access;
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number | undefined;
}
