/** The person who approved a grant, as stored with the grant, and their present role and access. */
import type { AuthConfig } from "../../config/auth-config.ts";
import { standingOf, type Account } from "../identity/account.ts";
import { ACCOUNT_CREDENTIAL } from "../identity/stored-account.ts";
import { sameBytes } from "../key-format.ts";
import { FULL_ACCESS, type Standing } from "../principal.ts";

export type GrantApprover =
  /** An API key of the principal. */
  | { readonly via: "key"; readonly key: string }
  /** ISOGATE_API_KEY. `hash` is its own-credential.ts, so that a changed key ends grants approved with the old one. */
  | { readonly via: "owner"; readonly hash: string }
  | Account;

/** @returns the credential that the approver has itself, under which all its grants count together */
export function credentialOf(approver: GrantApprover): string {
  switch (approver.via) {
    case "key":
      return approver.key;
    case "owner":
      return approver.hash;
    case "oidc":
    case "access":
    case "enterprise":
      return ACCOUNT_CREDENTIAL;
  }
}

/** The configuration and keys at the time of a check. */
export interface CurrentAuthority {
  readonly config: AuthConfig;
  /** The credential of ISOGATE_API_KEY (own-credential.ts); undefined if it is not set. */
  readonly ownerHash: string | undefined;
  /** @returns undefined if the key was revoked or has expired */
  readonly standingOfKey: (id: string) => Standing | undefined;
}

/** @returns the present role and access of the approver of the grant; undefined if the grant is no longer valid */
export function standingOfApprover(
  approver: GrantApprover,
  { config, ownerHash, standingOfKey }: CurrentAuthority,
): Standing | undefined {
  switch (approver.via) {
    case "key":
      return standingOfKey(approver.key);
    case "owner":
      return ownerHash !== undefined && sameBytes(ownerHash, approver.hash)
        ? { role: "admin", access: FULL_ACCESS }
        : undefined;
    case "oidc":
    case "access":
    case "enterprise":
      return standingOf(approver, config);
  }
}
