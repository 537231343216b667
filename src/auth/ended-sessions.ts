/**
 * Stores in the Gateway of a principal which of its sessions have ended. Signing out deletes the browser's cookie, but a copy of it would
 * be valid until its expiry, so the id is kept until then. Removing the principal deletes these ids, and the same person or key may come
 * again: from then on all sessions that had begun before count as ended. A session's id has its beginning.
 */
import type { RecordTable } from "./record-table.ts";
import { random } from "./key-format.ts";

/** Not in a table: the removal deletes all tables, and they are made again at the next start only. */
const REMOVED_AT = "removed-at";

/** @param now the beginning of the session, in milliseconds since 1970 */
export function newSessionId(now: number): string {
  return `${now}.${random(16)}`;
}

export class EndedSessions {
  readonly #table: RecordTable;
  readonly #kv: SyncKvStorage;

  constructor(table: RecordTable, kv: SyncKvStorage) {
    this.#table = table;
    this.#kv = kv;
  }

  end(id: string, until: number, now: number): void {
    this.#table.put(`signed-out:${id}`, "", until, undefined, now);
  }

  /** Ends all sessions that have begun by now, when everything else was deleted. */
  endAll(now: number): void {
    this.#kv.put(REMOVED_AT, now);
  }

  has(id: string, now: number): boolean {
    const removedAt = this.#kv.get<number>(REMOVED_AT);
    if (removedAt !== undefined && beginningOf(id) <= removedAt) return true;
    return this.#table.get(`signed-out:${id}`, now) !== undefined;
  }
}

/** @returns 0 for an id of an earlier form, which does not say it */
function beginningOf(id: string): number {
  return Number(/^(\d+)\./.exec(id)?.[1] ?? 0);
}
