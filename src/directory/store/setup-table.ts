/** Stores the deployment's secret for tagging keys, and the setup tokens that were used. */
import { SqlTable } from "../../lib/sql-table.ts";
import { random } from "../../auth/key-format.ts";

export const SETUP_TABLES = `
  CREATE TABLE tag_key (id INTEGER PRIMARY KEY CHECK (id = 1), value TEXT NOT NULL);
  CREATE TABLE spent_setup_token (hash TEXT PRIMARY KEY);
`;

export class SetupTable extends SqlTable {
  /** @returns 256 bits, hex, created at first use. With it, an attacker could only make keys that no Gateway knows. */
  tagKey(): string {
    this.run("INSERT OR IGNORE INTO tag_key (id, value) VALUES (1, ?)", random(32));
    return this.one<{ value: string }>("SELECT value FROM tag_key").value;
  }

  isSpent(hash: string): boolean {
    return this.rows("SELECT 1 FROM spent_setup_token WHERE hash = ?", hash).length > 0;
  }

  spend(hash: string): void {
    this.run("INSERT OR IGNORE INTO spent_setup_token (hash) VALUES (?)", hash);
  }
}
