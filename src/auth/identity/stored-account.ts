/**
 * Stores the account of a principal that signs in with one, in the principal's Gateway: the account cannot be derived from the
 * principal's id, and its role and access by gateway.json may have changed.
 */
import type { AuthConfig } from "../../config/auth-config.ts";
import type { RecordTable } from "../record-table.ts";
import type { Standing } from "../principal.ts";
import { standingOf, type Account } from "./account.ts";

/** The credential of such a principal, in place of the id of a key or a grant. */
export const ACCOUNT_CREDENTIAL = "account";

const KEY = "account";

export class StoredAccount {
  readonly #table: RecordTable;
  readonly #config: AuthConfig;

  constructor(table: RecordTable, config: AuthConfig) {
    this.#table = table;
    this.#config = config;
  }

  /**
   * An assertion does not replace the account with which the person signs in in a browser, and whose role and access may differ; unless that
   * may not sign in any more.
   */
  keep(account: Account): void {
    const isOfBrowser = (this.kept()?.via ?? "enterprise") !== "enterprise";
    if (account.via === "enterprise" && isOfBrowser && this.standing() !== undefined) return;
    this.#table.put(KEY, JSON.stringify(account), undefined, undefined, Date.now());
  }

  /** @returns true if the principal has an account that may no longer sign in; its keys are then invalid, too */
  isOut(): boolean {
    return this.kept() !== undefined && this.standing() === undefined;
  }

  /** @returns undefined if the account may not sign in (any more), or the principal's data was deleted */
  standing(): Standing | undefined {
    const kept = this.kept();
    return kept && standingOf(kept, this.#config);
  }

  kept(): Account | undefined {
    const kept = this.#table.get(KEY, Date.now());
    return kept && (JSON.parse(kept.value) as Account);
  }
}
