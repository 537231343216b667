/** Tokens that stand for personal data, with their values sealed row by row, and the last number of each kind: no number is used twice. */
import { SqlTable } from "../../lib/sql-table.ts";
export const DATA_TOKEN_TABLES = `
  CREATE TABLE data_token (
    kind TEXT NOT NULL, number INTEGER NOT NULL, sealed TEXT NOT NULL, seen_at INTEGER NOT NULL, PRIMARY KEY (kind, number)
  ) WITHOUT ROWID;
  CREATE TABLE data_token_count (kind TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID;
`;

interface DataTokenRow {
  readonly [column: string]: SqlStorageValue;
  readonly kind: string;
  readonly number: number;
  readonly sealed: string;
  /** Milliseconds since 1970. */
  readonly seen_at: number;
}

export class DataTokenTable extends SqlTable {
  all(): readonly DataTokenRow[] {
    return this.rows<DataTokenRow>("SELECT * FROM data_token ORDER BY seen_at");
  }

  /** The last number of each kind. */
  counts(): ReadonlyMap<string, number> {
    const rows = this.rows<{ kind: string; last: number }>("SELECT kind, last FROM data_token_count");
    return new Map(rows.map(({ kind, last }) => [kind, last]));
  }

  insert(rows: readonly DataTokenRow[]): void {
    this.storage.transactionSync(() => {
      for (const { kind, number, sealed, seen_at } of rows) {
        this.run(
          "INSERT OR REPLACE INTO data_token (kind, number, sealed, seen_at) VALUES (?, ?, ?, ?)",
          kind,
          number,
          sealed,
          seen_at,
        );
        this.run(
          `INSERT INTO data_token_count (kind, last) VALUES (?, ?)
             ON CONFLICT (kind) DO UPDATE SET last = max(last, excluded.last)`,
          kind,
          number,
        );
      }
    });
  }

  seen(kind: string, number: number, now: number): void {
    this.run("UPDATE data_token SET seen_at = ? WHERE kind = ? AND number = ?", now, kind, number);
  }

  remove(kind: string, number: number): void {
    this.run("DELETE FROM data_token WHERE kind = ? AND number = ?", kind, number);
  }
}
