/**
 * The contract of the Directory (gateway-stub.ts says why it is written down). There is one per deployment; it creates, lists
 * and revokes keys and is never called during a tool call.
 */
import type { Records } from "../auth/authorization-server/records.ts";
import type { AddedUpstream, UpstreamChanges } from "../config/added-upstreams.ts";
import type { Access, Role } from "../auth/principal.ts";
import type { Env } from "../config/env.ts";
import type {
  NamedHash,
  OfferedTool,
  PinList,
  PinMode,
  PinQuery,
  PinRecord,
  PinReviewed,
} from "../enforcement/pinned-tools.ts";

export interface NewKey {
  readonly name: string;
  readonly role: Role;
  readonly access: Access;
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
  /** A key for a principal that exists, so that a new key finds the old one's data; otherwise the key is its own. */
  readonly principal?: string;
  /** Principal that requested it. */
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
  /** The amount it expects to use soon. */
  readonly usual: number;
  readonly max: number;
  /** End of the counter's period, in milliseconds since 1970. */
  readonly expiresAt: number;
}

export type CreatedKey =
  | { readonly ok: true; readonly key: KeyRecord; /** The key itself; kept nowhere. */ readonly text: string }
  | { readonly ok: false; readonly reason: "no-such-principal" | "signs-in-itself" | "setup-token-spent" };

export type PrincipalKind = "key" | "oidc" | "access" | "enterprise" | "owner" | "local";

export interface NewPrincipal {
  readonly id: string;
  readonly kind: PrincipalKind;
  /** A name to show to people: of a key, or an e-mail address. */
  readonly label: string;
  /** The issuer of the account at an identity provider. */
  readonly issuer?: string;
  readonly subject?: string;
}

export interface PrincipalRecord extends NewPrincipal {
  readonly createdAt: number;
}

export interface PinToDecide {
  readonly server: string;
  readonly tool: string;
  /** Hash of the definition; the pending one if absent. */
  readonly hash?: string | undefined;
}

export type PinDecided =
  | { readonly ok: true; readonly pin: PinRecord }
  /** `unknown`: there is no such tool; `another`: it has another definition by now; `several`: more than one definition is held, and none was named; `unreadable`: its definition cannot be read. */
  | { readonly ok: false; readonly reason: "unknown" | "another" | "several" | "unreadable" };

/** The Directory also stores records of the OAuth library that belong to no principal: clients and pending sign-ins. */
export interface DirectoryStub extends Records {
  /** @returns data that Workers cache: the secret that tags keys, hex, and whether there is any key */
  deployment(): Promise<{ readonly tagKey: string; readonly hasKeys: boolean }>;
  /** Keeps an OAuth client that has got tokens of a user; unused ones expire. @param userId see auth/authorization-server/user-id.ts */
  keepClient(clientId: string, userId: string): Promise<void>;
  /**
   * @param client hash of an upstream's name and address and of the gateway's client there
   * @returns the authorization server that the client was first used with, which is `issuer` if it was used with none
   */
  firstIssuer(client: string, issuer: string): Promise<string>;
  createKey(request: NewKey): Promise<CreatedKey>;
  /** Creates the first admin key: once per setup token, and only while there is no admin key. An attempt that fails does not count. */
  createFirstKey(request: Omit<NewKey, "principal">, setupTokenHash: string): Promise<CreatedKey>;
  keys(): Promise<readonly KeyRecord[]>;
  /** @param key id of the request's key, if any @returns the key's name, else the principal's; undefined if there is neither */
  labelOf(principal: string, key: string | undefined): Promise<string | undefined>;
  /** Revokes a key and ends its runs. @returns false if there is no such key */
  revokeKey(id: string): Promise<boolean>;
  noteKeyUse(id: string, at: number): Promise<void>;
  /** Idempotent. */
  notePrincipal(principal: NewPrincipal): Promise<void>;
  principals(): Promise<readonly PrincipalRecord[]>;
  /** @returns the lent amount; undefined if the counter has less left */
  lendCounter(request: LeaseRequest): Promise<number | undefined>;
  /** @returns a number that changes with every decision about a tool of the server */
  pinVersion(server: string): Promise<number>;
  /** Reviews the definitions that a server lists. */
  reviewPins(server: string, listed: readonly NamedHash[]): Promise<PinReviewed>;
  /** Adds new definitions. @param listed names of all tools that the server lists */
  offerPins(server: string, mode: PinMode, offered: readonly OfferedTool[], listed: readonly string[]): Promise<void>;
  pins(query: PinQuery): Promise<PinList>;
  decidePin(pin: PinToDecide, decision: "accept" | "hold", by: string): Promise<PinDecided>;
  /** @param known version that the caller has @returns undefined where that is the current one */
  upstreamChanges(known: number | undefined): Promise<UpstreamChanges | undefined>;
  /** @param upstream checked by the caller @returns `exists` where one of the name was added before */
  addUpstream(upstream: AddedUpstream, by: string): Promise<"added" | "exists" | "full">;
  /** @returns false if no upstream of the name was added */
  removeUpstream(name: string): Promise<boolean>;
  setUpstreamDisabled(name: string, isDisabled: boolean): Promise<"changed" | "full">;
  /** Deletes a principal with its keys and its Gateway's data. @returns false if there is no such principal */
  removePrincipal(id: string): Promise<boolean>;
}

export function directoryOf(env: Env): DirectoryStub {
  return env.DIRECTORY.getByName("directory") as unknown as DirectoryStub;
}
