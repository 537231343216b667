/** The table of leases on counters that the whole deployment shares. */
import { SqlTable } from "../../lib/sql-table.ts";
import { lend } from "../../policy/leases.ts";
import type { LeaseRequest } from "../../rpc/directory-stub.ts";

export const LEASE_TABLES = `
  CREATE TABLE policy_lease (key TEXT PRIMARY KEY, lent REAL NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX policy_lease_expiry ON policy_lease (expires_at);
`;

export class LeaseTable extends SqlTable {
  /** @returns the lent amount; undefined if the counter has less left */
  lend({ key, needed, usual, max, expiresAt }: LeaseRequest, now: number): number | undefined {
    this.run("DELETE FROM policy_lease WHERE expires_at < ?", now);
    const row = this.first<{ lent: number }>("SELECT lent FROM policy_lease WHERE key = ?", key);
    const lease = lend({ lent: row?.lent ?? 0, max }, needed, usual);
    if (!lease.ok) return undefined;
    this.run(
      "INSERT OR REPLACE INTO policy_lease (key, lent, expires_at) VALUES (?, ?, ?)",
      key,
      lease.counter.lent,
      expiresAt,
    );
    return lease.granted;
  }
}
