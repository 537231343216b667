/** Records of the OAuth library in a Durable Object's SQLite; see records.ts. */
import type { RecordPage, StoredRecord } from "./records.ts";

export const RECORD_TABLES = `
  CREATE TABLE oauth_record (key TEXT PRIMARY KEY, value TEXT NOT NULL, metadata TEXT, expires_at INTEGER);
  CREATE INDEX oauth_record_expiry ON oauth_record (expires_at);
`;

interface Row extends Record<string, SqlStorageValue> {
  key: string;
  value: string;
  metadata: string | null;
}

export class RecordTable {
  readonly #sql: SqlStorage;
  /** Of one kind (the part of a key before its first colon), where strangers can cause them. */
  readonly #mostOfAKind: number;

  constructor(storage: DurableObjectStorage, mostOfAKind = Number.POSITIVE_INFINITY) {
    this.#sql = storage.sql;
    this.#mostOfAKind = mostOfAKind;
  }

  get(key: string, now: number): StoredRecord | undefined {
    const alive = "(expires_at IS NULL OR expires_at > ?)";
    const [row] = this.#sql.exec<Row>(`SELECT * FROM oauth_record WHERE key = ? AND ${alive}`, key, now).toArray();
    return row && { value: row.value, metadata: parsed(row.metadata) };
  }

  /** What has expired goes. Past the bound, what would expire soonest goes: it was not used for the longest time. */
  put(key: string, value: string, expiresAt: number | undefined, metadata: unknown, now: number): void {
    this.#sql.exec("DELETE FROM oauth_record WHERE expires_at <= ?", now);
    this.#sql.exec(
      "INSERT OR REPLACE INTO oauth_record (key, value, metadata, expires_at) VALUES (?, ?, ?, ?)",
      key,
      value,
      metadata === undefined ? null : JSON.stringify(metadata),
      expiresAt ?? null,
    );
    if (this.#mostOfAKind === Number.POSITIVE_INFINITY) return;
    const prefix = key.slice(0, key.indexOf(":") + 1);
    this.#sql.exec(
      `DELETE FROM oauth_record WHERE key IN (
         SELECT key FROM oauth_record WHERE substr(key, 1, ?) = ? AND expires_at IS NOT NULL
         ORDER BY expires_at DESC LIMIT -1 OFFSET ?)`,
      prefix.length,
      prefix,
      this.#mostOfAKind,
    );
  }

  /** Nothing where there is no such record. */
  extend(key: string, expiresAt: number): void {
    this.#sql.exec("UPDATE oauth_record SET expires_at = ? WHERE key = ?", expiresAt, key);
  }

  delete(key: string): void {
    this.#sql.exec("DELETE FROM oauth_record WHERE key = ?", key);
  }

  /** Names past the first `most`, of those that expire last. */
  beyond(prefix: string, most: number): readonly string[] {
    return this.#sql
      .exec<{ key: string }>(
        "SELECT key FROM oauth_record WHERE substr(key, 1, ?) = ? ORDER BY expires_at DESC LIMIT -1 OFFSET ?",
        prefix.length,
        prefix,
        most,
      )
      .toArray()
      .map(({ key }) => key);
  }

  list(prefix: string, limit: number, after: string | undefined, now: number): RecordPage {
    const rows = this.#sql
      .exec<Row>(
        `SELECT * FROM oauth_record WHERE substr(key, 1, ?) = ? AND key > ? AND (expires_at IS NULL OR expires_at > ?)
         ORDER BY key LIMIT ?`,
        prefix.length,
        prefix,
        after ?? "",
        now,
        limit + 1,
      )
      .toArray();
    const keys = rows.slice(0, limit).map(({ key: name, metadata }) => ({ name, metadata: parsed(metadata) }));
    return { keys, next: rows.length > limit ? keys.at(-1)?.name : undefined };
  }
}

function parsed(json: string | null): unknown {
  return json === null ? undefined : (JSON.parse(json) as unknown);
}
