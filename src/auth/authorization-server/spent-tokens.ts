/**
 * Stores hashes of codes and refresh tokens that were exchanged. Only the repeated use of one of these ends a grant: it was issued
 * here, so one of its two users has stolen it (RFC 9700, 4.14.2). An invented secret with the public half of another's token is
 * merely refused.
 */
import { sha256 } from "../../lib/hash.ts";
import type { RecordTable } from "../record-table.ts";

export type SpentToken =
  | { readonly kind: "refresh_token"; readonly at: number }
  /** `verifier` is a hash. Only a request with the same verifier ends the grant of the code (OAuth 2.1, 4.1.3). */
  | { readonly kind: "code"; readonly at: number; readonly verifier: string };

/** Limit per grant; the latest are kept. A client that refreshes access tokens as they expire adds one per hour. */
const MAX_PER_GRANT = 100;
/** The time after which an unused grant expires. */
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
    for (const name of this.#table.beyond(`spent:${grant}:`, MAX_PER_GRANT)) this.#table.delete(name);
  }

  forget(grant: string): void {
    for (const name of this.#table.beyond(`spent:${grant}:`, 0)) this.#table.delete(name);
  }
}
