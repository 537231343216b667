/**
 * Parts of the search index (catalog/stored-parts.ts), so that they are built once per tool list and not once per isolate. The table is
 * bounded by lists per server (credentials may see different tools of it) and by total length; the oldest parts are deleted first.
 */
import { SqlTable } from "../../lib/sql-table.ts";
import type { StoredIndexPart } from "../../catalog/stored-parts.ts";
import { cut } from "./chunks.ts";

export const PART_TABLES = `
  CREATE TABLE search_part (
    number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, server TEXT NOT NULL, length INTEGER NOT NULL
  );
  CREATE TABLE search_part_text (
    part INTEGER NOT NULL, position INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (part, position)
  ) WITHOUT ROWID;
`;

const MAX_PER_SERVER = 3;
/** UTF-16 units; enough for some 60,000 tools. */
const MAX_LENGTH = 16_000_000;

export class PartTable extends SqlTable {
  read(keys: readonly string[]): Record<string, string> {
    const rows = this.rows<{ key: string; text: string }>(
      `SELECT key, text FROM search_part JOIN search_part_text ON part = number
       WHERE key IN (SELECT value FROM json_each(?)) ORDER BY number, position`,
      JSON.stringify(keys),
    );
    const found: Record<string, string> = Object.create(null) as Record<string, string>;
    for (const { key, text } of rows) found[key] = (found[key] ?? "") + text;
    return { ...found };
  }

  write(parts: readonly StoredIndexPart[]): void {
    this.storage.transactionSync(() => {
      for (const part of parts) if (part.text.length <= MAX_LENGTH) this.#insert(part);
      this.#prune();
    });
  }

  #insert({ key, server, text }: StoredIndexPart): void {
    this.#delete(this.rows<{ number: number }>("SELECT number FROM search_part WHERE key = ?", key));
    const { number } = this.one<{ number: number }>(
      "INSERT INTO search_part (key, server, length) VALUES (?, ?, ?) RETURNING number",
      key,
      server,
      text.length,
    );
    cut(text).forEach((chunk, position) => {
      this.run("INSERT INTO search_part_text (part, position, text) VALUES (?, ?, ?)", number, position, chunk);
    });
    this.#delete(
      this.rows<{ number: number }>(
        "SELECT number FROM search_part WHERE server = ? ORDER BY number DESC LIMIT -1 OFFSET ?",
        server,
        MAX_PER_SERVER,
      ),
    );
  }

  #prune(): void {
    const rows = this.rows<{ number: number; length: number }>(
      "SELECT number, length FROM search_part ORDER BY number DESC",
    );
    let kept = 0;
    this.#delete(rows.filter(({ length }) => (kept += length) > MAX_LENGTH));
  }

  #delete(rows: readonly { readonly number: number }[]): void {
    for (const { number } of rows) {
      this.run("DELETE FROM search_part_text WHERE part = ?", number);
      this.run("DELETE FROM search_part WHERE number = ?", number);
    }
  }
}
