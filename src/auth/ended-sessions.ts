/**
 * Stores the ids of signed-out sessions in the Gateway of their principal. Signing out deletes the browser's cookie, but a copy of
 * it would be valid until its expiry, so the id is kept until then.
 */
import type { RecordTable } from "./record-table.ts";

export class EndedSessions {
  readonly #table: RecordTable;

  constructor(table: RecordTable) {
    this.#table = table;
  }

  end(id: string, until: number, now: number): void {
    this.#table.put(`signed-out:${id}`, "", until, undefined, now);
  }

  has(id: string, now: number): boolean {
    return this.#table.get(`signed-out:${id}`, now) !== undefined;
  }
}
