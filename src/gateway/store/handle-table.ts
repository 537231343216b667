/**
 * Stores values that were too long to return, for a day. They are stored unredacted, as their client would have received them: redaction
 * applies to the permanent record. When the principal's quota is used up, the oldest values are deleted.
 */
import { SqlTable } from "../../lib/sql-table.ts";
import type { StoredHandle } from "../../runs/results/handle.ts";
import { cut } from "./chunks.ts";

export const HANDLE_TABLES = `
  CREATE TABLE handle (run TEXT PRIMARY KEY, expires_at INTEGER NOT NULL, length INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE handle_chunk (
    run TEXT NOT NULL, position INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (run, position)
  ) WITHOUT ROWID;
`;

const KEPT_MS = 86_400_000;

export class HandleTable extends SqlTable {
  readonly #quota: number;

  /** @param quota UTF-16 units of all values together */
  constructor(storage: DurableObjectStorage, quota: number) {
    super(storage);
    this.#quota = quota;
  }

  /** @returns false if the value alone exceeds the quota */
  write(run: string, text: string, now: number): boolean {
    if (text.length > this.#quota) return false;
    this.dropExpired(now);
    this.#makeRoom(text.length);
    this.run(
      "INSERT OR REPLACE INTO handle (run, expires_at, length) VALUES (?, ?, ?)",
      run,
      now + KEPT_MS,
      text.length,
    );
    cut(text).forEach((chunk, position) => {
      this.run("INSERT OR REPLACE INTO handle_chunk (run, position, text) VALUES (?, ?, ?)", run, position, chunk);
    });
    return true;
  }

  read(run: string, now: number): string | undefined {
    const live = this.rows("SELECT 1 FROM handle WHERE run = ? AND expires_at > ?", run, now);
    if (live.length === 0) return undefined;
    const chunks = this.rows<{ text: string }>("SELECT text FROM handle_chunk WHERE run = ? ORDER BY position", run);
    return chunks.map(({ text }) => text).join("");
  }

  /** Handles, newest first. */
  list(now: number, limit: number): readonly StoredHandle[] {
    return this.rows<{ run: string; expires_at: number; length: number }>(
      "SELECT run, expires_at, length FROM handle WHERE expires_at > ? ORDER BY expires_at DESC LIMIT ?",
      now,
      limit,
    ).map(({ run, expires_at, length }) => ({ run, expiresAt: expires_at, length }));
  }

  /** @returns when the first value expires, in milliseconds since 1970 */
  nextExpiry(): number | undefined {
    return this.one<{ at: number | null }>("SELECT min(expires_at) AS at FROM handle").at ?? undefined;
  }

  dropExpired(now: number): void {
    const runs = this.rows<{ run: string }>("SELECT run FROM handle WHERE expires_at <= ?", now);
    for (const { run } of runs) this.#drop(run);
  }

  #makeRoom(needed: number): void {
    const kept = this.rows<{ run: string; length: number }>("SELECT run, length FROM handle ORDER BY expires_at");
    let free = this.#quota - kept.reduce((sum, { length }) => sum + length, 0);
    for (const { run, length } of kept) {
      if (free >= needed) return;
      this.#drop(run);
      free += length;
    }
  }

  #drop(run: string): void {
    this.run("DELETE FROM handle_chunk WHERE run = ?", run);
    this.run("DELETE FROM handle WHERE run = ?", run);
  }
}
