/** Packages that a person has approved: for a run, for minutes, for the session of a client, or for good. */
import { SqlTable } from "../../lib/sql-table.ts";
import type { Approval, ApprovedFor, DecisionRecord } from "../../approvals/approval.ts";
import type { PackageGrant } from "../../approvals/package-grant.ts";
import type { ImportedPackage } from "../../runs/imported-package.ts";

export const PACKAGE_GRANT_TABLES = `
  CREATE TABLE package_grant (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, version TEXT NOT NULL, sha256 TEXT NOT NULL, scope TEXT NOT NULL, holder TEXT NOT NULL,
    until INTEGER NOT NULL, granted_at INTEGER NOT NULL, granted_by TEXT NOT NULL, channel TEXT NOT NULL
  ) WITHOUT ROWID;
`;

/** The oldest are deleted first: a script that imports such a package waits for a person again. */
const MAX_GRANTS = 500;

const FOREVER = Number.MAX_SAFE_INTEGER;

/** The arguments of an approval of a package, which bind it to one version and one bundled module. */
export function packageArgs({ name, version, sha256 }: ImportedPackage): string {
  return JSON.stringify({ name, version, sha256 });
}

/** The run and the session that a granted approval belongs to. */
interface GrantedTo {
  readonly run: string;
  /** Undefined for a run that belongs to no session of a client. */
  readonly session: string | undefined;
}

export class PackageGrants extends SqlTable {
  readonly #now: () => number;

  constructor({ storage, now }: { readonly storage: DurableObjectStorage; readonly now: () => number }) {
    super(storage);
    this.#now = now;
  }

  isGranted({ name, version, sha256 }: ImportedPackage, { run, session }: GrantedTo): boolean {
    const found = this.rows(
      `SELECT 1 FROM package_grant WHERE name = ? AND version = ? AND sha256 = ? AND until > ?
         AND (scope IN ('minutes', 'always') OR (scope = 'run' AND holder = ?) OR (scope = 'session' AND holder = ?)) LIMIT 1`,
      ...[name, version, sha256, this.#now(), run, session ?? null],
    );
    return found.length > 0;
  }

  grant(
    { args }: Approval,
    what: Exclude<ApprovedFor, "once">,
    { run, session = "" }: GrantedTo,
    { decidedAt, decidedBy, channel }: DecisionRecord,
  ): void {
    const { name, version, sha256 } = JSON.parse(args) as ImportedPackage;
    const [scope, until] = typeof what === "string" ? [what, FOREVER] : ["minutes", decidedAt + what.minutes * 60_000];
    const id = `g_${crypto.getRandomValues(new Uint8Array(12)).toHex()}`;
    const holder = scope === "run" ? run : scope === "session" ? session : "";
    this.run("DELETE FROM package_grant WHERE until <= ?", decidedAt);
    this.run(
      "INSERT INTO package_grant VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      ...[id, name, version, sha256, scope, holder, until, decidedAt, decidedBy, channel],
    );
    this.run(
      "DELETE FROM package_grant WHERE id IN (SELECT id FROM package_grant ORDER BY granted_at DESC, id LIMIT -1 OFFSET ?)",
      MAX_GRANTS,
    );
  }

  /** Grants that hold for more than a run, newest first. */
  list(): readonly PackageGrant[] {
    return this.rows<PackageGrant>(
      "SELECT * FROM package_grant WHERE until > ? AND scope <> 'run' ORDER BY granted_at DESC, id",
      this.#now(),
    );
  }

  /** @returns false if there is no such grant */
  withdraw(id: string): boolean {
    return this.run("DELETE FROM package_grant WHERE id = ?", id) > 0;
  }

  withdrawAllBy(credential: string): void {
    this.run("DELETE FROM package_grant WHERE granted_by = ?", credential);
  }

  /** @param holder the run or session that has ended */
  end(holder: string): void {
    if (holder !== "") this.run("DELETE FROM package_grant WHERE holder = ?", holder);
  }
}
