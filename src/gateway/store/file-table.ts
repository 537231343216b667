/** `files.write/read`: files that scripts of one principal keep from one run to the next. */
import { SqlTable } from "../../lib/sql-table.ts";
import { MAX_FILES, MAX_FILES_BYTES, MAX_FILE_BYTES } from "../../limits/file-limits.ts";
import { FILE_EXISTS, type FileSummary, type StoredFile, type WriteMode } from "../../runs/services/file-store.ts";

export const FILE_TABLES = `
  CREATE TABLE file (
    name TEXT PRIMARY KEY, type TEXT NOT NULL, length INTEGER NOT NULL, updated_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE file_content (name TEXT PRIMARY KEY, content BLOB NOT NULL);
`;

export class FileTable extends SqlTable {
  read(name: string): StoredFile | undefined {
    const row = this.first<Row & { content: ArrayBuffer }>(
      "SELECT name, type, length, updated_at, content FROM file JOIN file_content USING (name) WHERE name = ?",
      name,
    );
    return row && { ...summaryOf(row), content: row.content };
  }

  list(prefix: string): readonly FileSummary[] {
    return this.rows<Row>(
      "SELECT name, type, length, updated_at FROM file WHERE substr(name, 1, length(?)) = ? ORDER BY name",
      prefix,
      prefix,
    ).map(summaryOf);
  }

  /** @returns false when there was none */
  delete(name: string): boolean {
    return this.storage.transactionSync(() => {
      this.run("DELETE FROM file_content WHERE name = ?", name);
      return this.run("DELETE FROM file WHERE name = ?", name) > 0;
    });
  }

  /** @returns why it was not kept */
  write({ name, type, content: given, mode }: NewFile, now: number): string | undefined {
    const before = mode === "replace" ? undefined : this.read(name);
    if (mode === "new" && before !== undefined) return FILE_EXISTS;
    if (before !== undefined && before.type !== "text") return "it is no text, so no text can be appended to it";
    const content = before === undefined ? given : joined(new Uint8Array(before.content), given);
    if (content.length > MAX_FILE_BYTES)
      return `it would have ${content.length} bytes; a file has at most ${MAX_FILE_BYTES}`;
    const { files, length } = this.one<{ files: number; length: number }>(
      "SELECT count(*) AS files, coalesce(sum(length), 0) AS length FROM file WHERE name <> ?",
      name,
    );
    if (files >= MAX_FILES) return `there are ${files} files already; delete some (files.list(), files.delete(name))`;
    if (length + content.length > MAX_FILES_BYTES) {
      return `the other files have ${length} bytes already, of ${MAX_FILES_BYTES}; delete some (files.list(), files.delete(name))`;
    }
    this.storage.transactionSync(() => {
      this.run(
        "INSERT OR REPLACE INTO file (name, type, length, updated_at) VALUES (?, ?, ?, ?)",
        name,
        type,
        content.length,
        now,
      );
      this.run("INSERT OR REPLACE INTO file_content (name, content) VALUES (?, ?)", name, content);
    });
    return undefined;
  }
}

interface NewFile {
  readonly name: string;
  readonly type: FileSummary["type"];
  readonly content: Uint8Array;
  readonly mode: WriteMode;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const content = new Uint8Array(first.length + second.length);
  content.set(first);
  content.set(second, first.length);
  return content;
}

type Row = { name: string; type: FileSummary["type"]; length: number; updated_at: number };

function summaryOf({ name, type, length, updated_at: updatedAt }: Row): FileSummary {
  return { name, type, length, updatedAt };
}
