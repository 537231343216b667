/** The checks of credentials that need a Durable Object. */
import type { TokenCheck } from "./authorization-server/grants.ts";
import type { Access, Role, Standing } from "./principal.ts";

/** Checks that need a Durable Object; each is made only if the request's credentials require it. */
export interface Authority {
  /** The deployment's secret that tags keys and tokens, hex. */
  tagKey(): Promise<string>;
  hasKeys(): Promise<boolean>;
  /** @param hash SHA-256 of the whole key, hex */
  checkKey(principal: string, id: string, hash: string): Promise<KeyCheck>;
  checkToken(principal: string, origin: string, token: string): Promise<TokenCheck>;
  /** @returns role and access of the account the principal signed in with in a browser; undefined if it may not sign in */
  checkAccount(principal: string): Promise<Standing | undefined>;
  /** @returns true if the session was signed out */
  isSessionEnded(principal: string, session: string): Promise<boolean>;
}

/** A Gateway's answer about a key of its principal. */
export type KeyCheck =
  | { readonly ok: true; readonly role: Role; readonly access: Access }
  | { readonly ok: false; readonly reason: "unknown" | "expired" };
