/** Stores records of the OAuth library in a Durable Object's SQLite; see records.ts. */
import { SqlTable } from "../lib/sql-table.ts";
import type { RecordPage, StoredRecord } from "./authorization-server/records.ts";

export const RECORD_TABLES = `
  CREATE TABLE oauth_record (key TEXT PRIMARY KEY, value TEXT NOT NULL, metadata TEXT, expires_at INTEGER);
  CREATE INDEX oauth_record_expiry ON oauth_record (expires_at);
`;

/** The share of the records of a full kind that is left when some are deleted. */
const KEPT_SHARE = 0.95;

interface Row extends Record<string, SqlStorageValue> {
  key: string;
  value: string;
  metadata: string | null;
}

interface RecordTableOptions {
  /** Limit per kind (the part of a key before its first colon), for kinds that unauthenticated clients can create. */
  readonly maxPerKind?: number;
  /** Called with the key of each record that is deleted because it has expired. */
  readonly onExpired?: (key: string) => void;
}

export class RecordTable extends SqlTable {
  readonly #maxPerKind: number;
  readonly #onExpired: (key: string) => void;

  constructor(
    storage: DurableObjectStorage,
    { maxPerKind = Number.POSITIVE_INFINITY, onExpired = () => undefined }: RecordTableOptions = {},
  ) {
    super(storage);
    this.#maxPerKind = maxPerKind;
    this.#onExpired = onExpired;
  }

  get(key: string, now: number): StoredRecord | undefined {
    const alive = "(expires_at IS NULL OR expires_at > ?)";
    const row = this.first<Row>(`SELECT * FROM oauth_record WHERE key = ? AND ${alive}`, key, now);
    return row && { value: row.value, metadata: parsed(row.metadata) };
  }

  /**
   * Deletes expired records, and beyond the limit those that expire soonest, which were unused for the longest time. Several are deleted
   * at once, because finding them reads all of the kind: a stranger's registration must not take 10 ms.
   */
  put(key: string, value: string, expiresAt: number | undefined, metadata: unknown, now: number): void {
    const expired = this.rows<{ key: string }>("DELETE FROM oauth_record WHERE expires_at <= ? RETURNING key", now);
    for (const record of expired) this.#onExpired(record.key);
    this.run(
      "INSERT OR REPLACE INTO oauth_record (key, value, metadata, expires_at) VALUES (?, ?, ?, ?)",
      key,
      value,
      metadata === undefined ? null : JSON.stringify(metadata),
      expiresAt ?? null,
    );
    if (this.#maxPerKind === Number.POSITIVE_INFINITY) return;
    const kind = rangeOf(key.slice(0, key.indexOf(":") + 1));
    const { count } = this.one<{ count: number }>(
      `SELECT count(*) AS count FROM oauth_record WHERE ${IN_RANGE}`,
      ...kind,
    );
    if (count <= this.#maxPerKind) return;
    this.run(
      `DELETE FROM oauth_record WHERE key IN (
         SELECT key FROM oauth_record WHERE ${IN_RANGE} AND expires_at IS NOT NULL AND key <> ?
         ORDER BY expires_at DESC LIMIT -1 OFFSET ?)`,
      ...kind,
      key,
      Math.floor(this.#maxPerKind * KEPT_SHARE),
    );
  }

  /** Sets the expiry of a record. It does nothing if there is no such record. */
  extend(key: string, expiresAt: number): void {
    this.run("UPDATE oauth_record SET expires_at = ? WHERE key = ?", expiresAt, key);
  }

  delete(key: string): void {
    this.run("DELETE FROM oauth_record WHERE key = ?", key);
  }

  /** @returns the keys of all records but the `max` that expire last */
  beyond(prefix: string, max: number): readonly string[] {
    return this.rows<{ key: string }>(
      `SELECT key FROM oauth_record WHERE ${IN_RANGE} ORDER BY expires_at DESC LIMIT -1 OFFSET ?`,
      ...rangeOf(prefix),
      max,
    ).map(({ key }) => key);
  }

  list(prefix: string, limit: number, after: string | undefined, now: number): RecordPage {
    const rows = this.rows<Row>(
      `SELECT * FROM oauth_record WHERE ${IN_RANGE} AND key > ? AND (expires_at IS NULL OR expires_at > ?)
         ORDER BY key LIMIT ?`,
      ...rangeOf(prefix),
      after ?? "",
      now,
      limit + 1,
    );
    const keys = rows.slice(0, limit).map(({ key: name, metadata }) => ({ name, metadata: parsed(metadata) }));
    return { keys, next: rows.length > limit ? keys.at(-1)?.name : undefined };
  }
}

/** Two bounds, so that the index of the keys is used. */
const IN_RANGE = "key >= ? AND key < ?";

/** @returns the first key with a prefix, and the first one behind all of them */
function rangeOf(prefix: string): readonly [from: string, to: string] {
  return [prefix, `${prefix}\u{10ffff}`];
}

function parsed(json: string | null): unknown {
  return json === null ? undefined : (JSON.parse(json) as unknown);
}
