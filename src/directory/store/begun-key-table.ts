/**
 * Keys that are being made: their record is there, and their text was not given out yet. What is in this table when the Directory starts was cut
 * off, so no person has the key.
 */
import { SqlTable } from "../../lib/sql-table.ts";

export const BEGUN_KEY_TABLES = `
  CREATE TABLE begun_key (id TEXT PRIMARY KEY, setup_token TEXT);
`;

export class BegunKeyTable extends SqlTable {
  /** @param setupToken hash of the setup token that the key is made with, if any */
  begin(id: string, setupToken: string | undefined): void {
    this.run("INSERT INTO begun_key (id, setup_token) VALUES (?, ?)", id, setupToken ?? null);
  }

  end(id: string): void {
    this.run("DELETE FROM begun_key WHERE id = ?", id);
  }

  all(): readonly string[] {
    return this.rows<{ id: string }>("SELECT id FROM begun_key").map(({ id }) => id);
  }

  /** @returns true while a first key is being made */
  isSettingUp(): boolean {
    return this.rows("SELECT 1 FROM begun_key WHERE setup_token IS NOT NULL LIMIT 1").length > 0;
  }
}
