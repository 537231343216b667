/** Upstreams that admins have added, and the names of those that they have switched off; see config/added-upstreams.ts. */
import { SqlTable } from "../../lib/sql-table.ts";
import type { AddedUpstream, UpstreamChanges } from "../../config/added-upstreams.ts";
import { MAX_ADDED_UPSTREAMS, MAX_DISABLED_UPSTREAMS } from "../../limits/added-upstream-limits.ts";

export const UPSTREAM_TABLES = `
  CREATE TABLE added_upstream (name TEXT PRIMARY KEY, entry TEXT NOT NULL, added_by TEXT NOT NULL, at INTEGER NOT NULL);
  CREATE TABLE disabled_upstream (name TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE upstream_version (version INTEGER NOT NULL);
  INSERT INTO upstream_version (version) VALUES (0);
`;

export class UpstreamTable extends SqlTable {
  /** @returns undefined where `known` is the current version */
  changes(known: number | undefined): UpstreamChanges | undefined {
    const version = this.one<{ version: number }>("SELECT version FROM upstream_version").version;
    if (version === known) return undefined;
    // In the order in which they were added: several can have been added in one millisecond.
    const added = this.rows<{ name: string; entry: string }>("SELECT name, entry FROM added_upstream ORDER BY rowid");
    const disabled = this.rows<{ name: string }>("SELECT name FROM disabled_upstream ORDER BY name");
    return { version, added, disabled: disabled.map(({ name }) => name) };
  }

  add({ name, entry }: AddedUpstream, by: string, now: number): "added" | "exists" | "full" {
    return this.storage.transactionSync(() => {
      if (this.#has("added_upstream", name)) return "exists";
      if (this.#count("added_upstream") >= MAX_ADDED_UPSTREAMS) return "full";
      this.run("INSERT INTO added_upstream (name, entry, added_by, at) VALUES (?, ?, ?, ?)", name, entry, by, now);
      // The name may have been switched off when gateway.json had it.
      this.run("DELETE FROM disabled_upstream WHERE name = ?", name);
      this.#changed();
      return "added";
    });
  }

  /** @returns false if there is no such added upstream */
  remove(name: string): boolean {
    return this.storage.transactionSync(() => {
      if (!this.#has("added_upstream", name)) return false;
      this.run("DELETE FROM added_upstream WHERE name = ?", name);
      this.run("DELETE FROM disabled_upstream WHERE name = ?", name);
      this.#changed();
      return true;
    });
  }

  setDisabled(name: string, isDisabled: boolean): "changed" | "full" {
    return this.storage.transactionSync(() => {
      if (this.#has("disabled_upstream", name) === isDisabled) return "changed";
      if (isDisabled && this.#count("disabled_upstream") >= MAX_DISABLED_UPSTREAMS) return "full";
      if (isDisabled) this.run("INSERT INTO disabled_upstream (name) VALUES (?)", name);
      else this.run("DELETE FROM disabled_upstream WHERE name = ?", name);
      this.#changed();
      return "changed";
    });
  }

  #changed(): void {
    this.run("UPDATE upstream_version SET version = version + 1");
  }

  #has(table: "added_upstream" | "disabled_upstream", name: string): boolean {
    return this.rows(`SELECT 1 FROM ${table} WHERE name = ?`, name).length > 0;
  }

  #count(table: "added_upstream" | "disabled_upstream"): number {
    return this.one<{ count: number }>(`SELECT count(*) AS count FROM ${table}`).count;
  }
}
