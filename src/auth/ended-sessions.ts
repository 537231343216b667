/**
 * Sessions that somebody signed out of, in the Gateway of their principal. The cookie itself goes with the browser's own copy, but
 * another copy of it would be good until its time is over; so its id is kept for as long.
 */
import type { RecordTable } from "./authorization-server/record-table.ts";

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
