/**
 * Where credentials of one principal are kept, sealed. Values are JSON; what they mean is the reader's business, who parses what
 * comes back.
 */

/**
 * `grant`: tokens of a signed-in person · `client`: a registration with an authorization server · `issuer`: the authorization
 * server that a configured client was first used with · `scope`: scopes that turned out to be needed · `token`: of
 * the client credentials grant.
 */
export type LastingKind = "grant" | "client" | "issuer" | "scope" | "token";

/** `ticket`: lets its bearer begin a sign-in · `sign-in`: one that has begun, by its `state`. */
export type OneTimeKind = "ticket" | "sign-in";

export type Stored =
  | { readonly state: "absent" }
  | { readonly state: "found"; readonly value: unknown }
  /** Sealed with a key that is not among those configured. */
  | { readonly state: "unreadable" };

export interface CredentialStore {
  /** Why nothing can be kept or read; undefined when all is well. */
  readonly unavailable: string | undefined;
  read(kind: LastingKind, server: string): Promise<Stored>;
  write(kind: LastingKind, server: string, value: unknown): Promise<void>;
  remove(kind: LastingKind, server: string): void;
  /**
   * @param secret unguessable; only its hash is kept
   * @param expiresAt milliseconds since 1970
   */
  writeOneTime(kind: OneTimeKind, secret: string, server: string, value: unknown, expiresAt: number): Promise<void>;
  readOneTime(kind: OneTimeKind, secret: string, server: string): Promise<unknown>;
  /** Reads and removes it: of two who ask for the same, at most one gets it. @returns undefined when it is not there (any more) */
  takeOneTime(kind: OneTimeKind, secret: string, server: string): Promise<unknown>;
  removeOneTime(kind: OneTimeKind, server: string): void;
}
