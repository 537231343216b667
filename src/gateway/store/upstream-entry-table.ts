/**
 * The entry that each upstream of the principal has now, as a hash. What a person has approved for an upstream is bound to it: another upstream
 * may get the same name.
 */
import { SqlTable } from "../../lib/sql-table.ts";

export const UPSTREAM_ENTRY_TABLES = `
  CREATE TABLE upstream_entry (server TEXT PRIMARY KEY, definition TEXT NOT NULL) WITHOUT ROWID;
`;

export class UpstreamEntryTable extends SqlTable {
  /** @param definition hash of the entry */
  note(server: string, definition: string): void {
    this.run(
      `INSERT INTO upstream_entry (server, definition) VALUES (?, ?)
         ON CONFLICT (server) DO UPDATE SET definition = excluded.definition WHERE definition <> excluded.definition`,
      server,
      definition,
    );
  }
}
