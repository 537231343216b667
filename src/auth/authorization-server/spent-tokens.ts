/**
 * Codes and refresh tokens that were exchanged already, by hash. A grant is ended only for one of these: what comes again was
 * really issued here, so whoever presents it, or whoever exchanged it first, should not have it (RFC 9700, 4.14.2). A made-up
 * secret behind the public half of somebody's token is just wrong.
 */
import { sha256 } from "../../lib/hash.ts";
import type { RecordTable } from "./record-table.ts";

export type SpentToken =
  | { readonly kind: "refresh_token"; readonly at: number }
  /** `verifier` is a hash: only who could have exchanged the code ends what was signed in with it (OAuth 2.1, 4.1.3). */
  | { readonly kind: "code"; readonly at: number; readonly verifier: string };

/** Of one grant, the latest; an hour each, when access tokens are renewed as they expire. */
const MAX_OF_GRANT = 100;
/** As long as a grant lives without being used. */
const KEPT_MS = 30 * 86_400_000;

export class SpentTokens {
  readonly #table: RecordTable;

  constructor(table: RecordTable) {
    this.#table = table;
  }

  /** @param grant `<user>:<grant>` */
  async find(grant: string, token: string): Promise<SpentToken | undefined> {
    const record = this.#table.get(`spent:${grant}:${await sha256(token)}`, Date.now());
    return record && (JSON.parse(record.value) as SpentToken);
  }

  async note(grant: string, token: string, spent: SpentToken): Promise<void> {
    const key = `spent:${grant}:${await sha256(token)}`;
    this.#table.put(key, JSON.stringify(spent), spent.at + KEPT_MS, undefined, spent.at);
    for (const name of this.#table.beyond(`spent:${grant}:`, MAX_OF_GRANT)) this.#table.delete(name);
  }

  forget(grant: string): void {
    for (const name of this.#table.beyond(`spent:${grant}:`, 0)) this.#table.delete(name);
  }
}
