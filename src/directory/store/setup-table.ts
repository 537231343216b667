/** Stores the deployment's secret for tagging keys, and the setup tokens that were used. */
import { random } from "../../auth/key-format.ts";

export const SETUP_TABLES = `
  CREATE TABLE tag_key (id INTEGER PRIMARY KEY CHECK (id = 1), value TEXT NOT NULL);
  CREATE TABLE spent_setup_token (hash TEXT PRIMARY KEY);
`;

export class SetupTable {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
  }

  /** @returns 256 bits, hex, created at first use. With it, an attacker could only make keys that no Gateway knows. */
  tagKey(): string {
    this.#sql.exec("INSERT OR IGNORE INTO tag_key (id, value) VALUES (1, ?)", random(32));
    return this.#sql.exec<{ value: string }>("SELECT value FROM tag_key").one().value;
  }

  isSpent(hash: string): boolean {
    return this.#sql.exec("SELECT 1 FROM spent_setup_token WHERE hash = ?", hash).toArray().length > 0;
  }

  spend(hash: string): void {
    this.#sql.exec("INSERT OR IGNORE INTO spent_setup_token (hash) VALUES (?)", hash);
  }

  giveBack(hash: string): void {
    this.#sql.exec("DELETE FROM spent_setup_token WHERE hash = ?", hash);
  }
}
