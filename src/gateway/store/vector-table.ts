/** Vectors of tools, by the hash of the text they were computed from; see catalog/semantic/semantic-rank.ts. */

export const VECTOR_TABLES = `
  CREATE TABLE tool_vector (key TEXT PRIMARY KEY, vector BLOB NOT NULL);
`;

export class VectorTable {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  read(keys: readonly string[]): Record<string, ArrayBuffer> {
    const rows = this.#storage.sql.exec<{ key: string; vector: ArrayBuffer }>(
      "SELECT key, vector FROM tool_vector WHERE key IN (SELECT value FROM json_each(?))",
      JSON.stringify(keys),
    );
    return Object.fromEntries(rows.toArray().map(({ key, vector }) => [key, vector]));
  }

  write(vectors: Readonly<Record<string, ArrayBuffer>>): void {
    this.#storage.transactionSync(() => {
      for (const [key, vector] of Object.entries(vectors)) {
        this.#storage.sql.exec("INSERT OR REPLACE INTO tool_vector (key, vector) VALUES (?, ?)", key, vector);
      }
    });
  }
}
