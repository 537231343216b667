/**
 * The Directory as its callers see it (see gateway-stub.ts for why this is written down). One per deployment; asked to
 * create, list and revoke, never on the path of a call.
 */
import type { Records } from "../auth/authorization-server/records.ts";
import type { Access, Role } from "../auth/principal.ts";
import type { Env } from "../config/env.ts";

export interface NewKey {
  readonly name: string;
  readonly role: Role;
  readonly access: Access;
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
  /** A key for a principal that exists, so that a new key finds the old one's data; otherwise the key is its own. */
  readonly principal?: string;
  /** Principal that asked for it. */
  readonly createdBy: string;
}

export interface KeyRecord {
  readonly id: string;
  readonly name: string;
  readonly principal: string;
  readonly role: Role;
  readonly access: Access;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly expiresAt: number | undefined;
  /** To within five minutes. */
  readonly lastUsedAt: number | undefined;
}

/** A Gateway asks for a part of a counter of the whole deployment; see policy/leases.ts. */
export interface LeaseRequest {
  readonly key: string;
  readonly needed: number;
  /** How much it expects to use soon. */
  readonly usual: number;
  readonly max: number;
  /** When the counter means nothing any more, in milliseconds since 1970. */
  readonly expiresAt: number;
}

export type CreatedKey =
  | { readonly ok: true; readonly key: KeyRecord; /** The key itself; kept nowhere. */ readonly text: string }
  | { readonly ok: false; readonly reason: "no-such-principal" | "signs-in-itself" | "setup-token-spent" };

export type PrincipalKind = "key" | "oidc" | "access" | "owner" | "local";

export interface NewPrincipal {
  readonly id: string;
  readonly kind: PrincipalKind;
  /** For people: a key's name, an e-mail address. */
  readonly label: string;
  /** Of an identity provider's account. */
  readonly issuer?: string;
  readonly subject?: string;
}

export interface PrincipalRecord extends NewPrincipal {
  readonly createdAt: number;
}

/** The records of the OAuth library that belong to nobody: clients, and sign-ins that are under way. */
export interface DirectoryStub extends Records {
  /** What a Worker keeps in memory: the secret that tags keys, hex, and whether there is any key. */
  deployment(): Promise<{ readonly tagKey: string; readonly hasKeys: boolean }>;
  /** Somebody has signed in with this OAuth client: it is not one of those that come and are never used. */
  keepClient(clientId: string): Promise<void>;
  createKey(asked: NewKey): Promise<CreatedKey>;
  /** The first admin key: once per token, and only while there is no admin key. */
  createFirstKey(asked: NewKey, setupTokenHash: string): Promise<CreatedKey>;
  keys(): Promise<readonly KeyRecord[]>;
  /** @param key id of the one it came with, if any @returns the key's name, else the principal's; undefined when there is neither */
  labelOf(principal: string, key: string | undefined): Promise<string | undefined>;
  /** @returns false when there is no such key. Runs that it started end. */
  revokeKey(id: string): Promise<boolean>;
  noteKeyUse(id: string, at: number): Promise<void>;
  /** Idempotent. */
  notePrincipal(principal: NewPrincipal): Promise<void>;
  principals(): Promise<readonly PrincipalRecord[]>;
  /** @returns how much is lent; undefined when so much is not left */
  lendCounter(asked: LeaseRequest): Promise<number | undefined>;
  /** With its keys and everything its Gateway holds. @returns false when there is no such principal */
  removePrincipal(id: string): Promise<boolean>;
}

export function directoryOf(env: Env): DirectoryStub {
  return env.DIRECTORY.getByName("directory") as unknown as DirectoryStub;
}
