/** Vectors of tools, by the hash of the text they were computed from; see catalog/semantic/semantic-rank.ts. */
import { SqlTable } from "../../lib/sql-table.ts";

export const VECTOR_TABLES = `
  CREATE TABLE tool_vector (key TEXT PRIMARY KEY, vector BLOB NOT NULL);
`;

/** The oldest are deleted first: texts of tools that are not listed any more. */
const MAX_VECTORS = 40_000;

export class VectorTable extends SqlTable {
  read(keys: readonly string[]): Record<string, ArrayBuffer> {
    const rows = this.rows<{ key: string; vector: ArrayBuffer }>(
      "SELECT key, vector FROM tool_vector WHERE key IN (SELECT value FROM json_each(?))",
      JSON.stringify(keys),
    );
    return Object.fromEntries(rows.map(({ key, vector }) => [key, vector]));
  }

  write(vectors: Readonly<Record<string, ArrayBuffer>>): void {
    this.storage.transactionSync(() => {
      for (const [key, vector] of Object.entries(vectors)) {
        this.run("INSERT OR REPLACE INTO tool_vector (key, vector) VALUES (?, ?)", key, vector);
      }
      this.run(
        "DELETE FROM tool_vector WHERE rowid <= (SELECT rowid FROM tool_vector ORDER BY rowid DESC LIMIT 1 OFFSET ?)",
        MAX_VECTORS,
      );
    });
  }
}
