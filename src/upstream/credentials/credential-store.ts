/** The interface of the sealed storage for one principal's credentials. Values are JSON; their reader parses and checks them. */

/**
 * `grant`: tokens of a signed-in person · `client`: a registration with an authorization server · `scope`: scopes that turned out to
 * be required · `token`: a token of the client credentials grant · `identity`: what the sign-in at the identity provider has left.
 */
export type LastingKind = "grant" | "client" | "scope" | "token" | "identity";

/** `ticket`: authorizes its bearer to begin a sign-in · `sign-in`: a sign-in that has begun, by its `state`. */
export type OneTimeKind = "ticket" | "sign-in";

export type Stored =
  | { readonly state: "absent" }
  | { readonly state: "found"; readonly value: unknown }
  /** Sealed with a key that is not configured. */
  | { readonly state: "unreadable" };

export interface CredentialStore {
  /** The reason why nothing can be stored or read; undefined if the store works. */
  readonly unavailable: string | undefined;
  read(kind: LastingKind, server: string): Promise<Stored>;
  write(kind: LastingKind, server: string, value: unknown): Promise<void>;
  remove(kind: LastingKind, server: string): void;
  /** @param secret unguessable; only its hash is stored @param expiresAt milliseconds since 1970 */
  writeOneTime(kind: OneTimeKind, secret: string, server: string, value: unknown, expiresAt: number): Promise<void>;
  readOneTime(kind: OneTimeKind, secret: string, server: string): Promise<unknown>;
  /** Reads and removes a value: of two simultaneous requests for it, at most one gets it. @returns undefined if it does not exist (any more) */
  takeOneTime(kind: OneTimeKind, secret: string, server: string): Promise<unknown>;
  removeOneTime(kind: OneTimeKind, server: string): void;
}
