/** `store.get/put`: small values that scripts of one principal keep between runs. */
import { SqlTable } from "../../lib/sql-table.ts";

export const STORE_TABLES = `
  CREATE TABLE script_store (key TEXT PRIMARY KEY, value TEXT NOT NULL, updated_at INTEGER NOT NULL) WITHOUT ROWID;
`;

/** UTF-16 length of one value's JSON text and of all values together, and the maximum number of values. */
const MAX_VALUE_LENGTH = 65_536;
const MAX_TOTAL_LENGTH = 2_000_000;
const MAX_KEYS = 1_000;

export class StoreTable extends SqlTable {
  /** @returns JSON text */
  get(key: string): string | undefined {
    return this.first<{ value: string }>("SELECT value FROM script_store WHERE key = ?", key)?.value;
  }

  keys(): readonly string[] {
    return this.rows<{ key: string }>("SELECT key FROM script_store ORDER BY key").map(({ key }) => key);
  }

  delete(key: string): boolean {
    return this.run("DELETE FROM script_store WHERE key = ?", key) > 0;
  }

  /** @param value JSON text @returns the reason if the value was not stored */
  put(key: string, value: string, now: number): string | undefined {
    if (value.length > MAX_VALUE_LENGTH) {
      return `the value has ${value.length} characters of JSON; at most ${MAX_VALUE_LENGTH} are kept under one key`;
    }
    const { keys, length } = this.one<{ keys: number; length: number }>(
      "SELECT count(*) AS keys, coalesce(sum(length(value)), 0) AS length FROM script_store WHERE key <> ?",
      key,
    );
    if (keys >= MAX_KEYS) return `there are ${keys} keys already; delete some (store.keys(), store.delete(key))`;
    if (length + value.length > MAX_TOTAL_LENGTH) {
      return `the store holds ${length} characters already, of ${MAX_TOTAL_LENGTH}; delete some keys`;
    }
    this.run("INSERT OR REPLACE INTO script_store (key, value, updated_at) VALUES (?, ?, ?)", key, value, now);
    return undefined;
  }
}
