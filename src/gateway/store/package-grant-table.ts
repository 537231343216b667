/** Stores packages that a person has approved for more than one import. */
import { SqlTable } from "../../lib/sql-table.ts";
import type { PackageGrant } from "../../approvals/package-grant.ts";

export const PACKAGE_GRANT_TABLES = `
  CREATE TABLE package_grant (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, version TEXT NOT NULL, sha256 TEXT NOT NULL, scope TEXT NOT NULL, holder TEXT NOT NULL,
    until INTEGER NOT NULL, granted_at INTEGER NOT NULL, granted_by TEXT NOT NULL, channel TEXT NOT NULL
  ) WITHOUT ROWID;
`;

/** The oldest are deleted first: a script that imports such a package waits for a person again. */
const MAX_GRANTS = 500;

export class PackageGrantTable extends SqlTable {
  insert(grant: PackageGrant): void {
    const { id, name, version, sha256, scope, holder, until, granted_at, granted_by, channel } = grant;
    this.run("DELETE FROM package_grant WHERE until <= ?", granted_at);
    this.run(
      "INSERT INTO package_grant VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      ...[id, name, version, sha256, scope, holder, until, granted_at, granted_by, channel],
    );
    this.run(
      "DELETE FROM package_grant WHERE id IN (SELECT id FROM package_grant ORDER BY granted_at DESC, id LIMIT -1 OFFSET ?)",
      MAX_GRANTS,
    );
  }

  isGranted(
    { name, version, sha256 }: Pick<PackageGrant, "name" | "version" | "sha256">,
    run: string,
    session: string | undefined,
    now: number,
  ): boolean {
    const found = this.rows(
      `SELECT 1 FROM package_grant WHERE name = ? AND version = ? AND sha256 = ? AND until > ?
         AND (scope IN ('minutes', 'always') OR (scope = 'run' AND holder = ?) OR (scope = 'session' AND holder = ?)) LIMIT 1`,
      ...[name, version, sha256, now, run, session ?? null],
    );
    return found.length > 0;
  }

  /** Grants that hold for more than a run, newest first. */
  list(now: number): readonly PackageGrant[] {
    return this.rows<PackageGrant>(
      "SELECT * FROM package_grant WHERE until > ? AND scope <> 'run' ORDER BY granted_at DESC, id",
      now,
    );
  }

  /** @returns false if there is no such grant */
  delete(id: string): boolean {
    return this.run("DELETE FROM package_grant WHERE id = ?", id) > 0;
  }

  deleteAllBy(credential: string): void {
    this.run("DELETE FROM package_grant WHERE granted_by = ?", credential);
  }

  /** @param holder the run or session that has ended */
  deleteOf(holder: string): void {
    this.run("DELETE FROM package_grant WHERE holder = ?", holder);
  }
}
