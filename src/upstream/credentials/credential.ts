/** The credential of one upstream, for the people who administer the gateway. */
import type { CredentialState } from "./credential-state.ts";
import type { OAuthSignIn } from "./oauth-sign-in.ts";

/** The credential of one upstream: its state, and the operations on it. */
export interface Credential {
  describe(): Promise<CredentialState>;
  /** The sign-in for people. */
  readonly signIn?: OAuthSignIn;
  /** @returns true if a person has to sign in, or to grant more, before everything works */
  needsPerson?(): Promise<boolean>;
  /** Deletes what was granted. @returns true if the authorization server confirmed the revocation */
  disconnect?(): Promise<boolean>;
}
