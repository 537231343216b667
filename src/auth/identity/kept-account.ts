/**
 * The account of a principal that signs in with one, in the principal's own Gateway: who it is cannot be told from the principal's
 * id, and what gateway.json says of it may have changed.
 */
import type { AuthConfig } from "../../config/auth-config.ts";
import type { RecordTable } from "../authorization-server/record-table.ts";
import type { Standing } from "../principal.ts";
import { standingOf } from "./account.ts";
import type { Account } from "./account.ts";

/** What such a principal comes with in the place of a key or a grant. */
export const ACCOUNT_CREDENTIAL = "account";

const KEY = "account";

export class KeptAccount {
  readonly #table: RecordTable;
  readonly #config: AuthConfig;

  constructor(table: RecordTable, config: AuthConfig) {
    this.#table = table;
    this.#config = config;
  }

  keep(account: Account): void {
    this.#table.put(KEY, JSON.stringify(account), undefined, undefined, Date.now());
  }

  /** Whether this is an account's principal, and the account may not come in any more: then its keys are worth nothing either. */
  isOut(): boolean {
    return this.kept() !== undefined && this.standing() === undefined;
  }

  /** @returns undefined when it may not come in (any more), or everything of the principal was deleted */
  standing(): Standing | undefined {
    const kept = this.kept();
    return kept && standingOf(kept, this.#config);
  }

  kept(): Account | undefined {
    const kept = this.#table.get(KEY, Date.now());
    return kept && (JSON.parse(kept.value) as Account);
  }
}
