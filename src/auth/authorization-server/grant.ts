/** What a grant remembers of whoever gave it. */
import type { AuthConfig } from "../../config/auth-config.ts";
import { standingOf } from "../identity/account.ts";
import type { Account } from "../identity/account.ts";
import { sameBytes } from "../key-format.ts";
import { FULL_ACCESS } from "../principal.ts";
import type { Standing } from "../principal.ts";

export type Giver =
  /** An API key of the principal. */
  | { readonly via: "key"; readonly key: string }
  /** ISOGATE_API_KEY; its own-credential.ts, so that a changed key ends what was signed in with the old one. */
  | { readonly via: "owner"; readonly hash: string }
  | Account;

export interface Today {
  readonly config: AuthConfig;
  /** Its own-credential.ts; undefined when it is not set. */
  readonly ownerHash: string | undefined;
  /** @returns undefined when the key was revoked or has expired */
  readonly standingOfKey: (id: string) => Standing | undefined;
}

/** @returns where the giver stands today; undefined when what it gave is worth nothing any more */
export function standingOfGiver(giver: Giver, { config, ownerHash, standingOfKey }: Today): Standing | undefined {
  switch (giver.via) {
    case "key":
      return standingOfKey(giver.key);
    case "owner":
      return ownerHash !== undefined && sameBytes(ownerHash, giver.hash)
        ? { role: "admin", access: FULL_ACCESS }
        : undefined;
    case "oidc":
    case "access":
      return standingOf(giver, config);
  }
}
