/** The table of all principals that have a Gateway. */
import { SqlTable } from "../../lib/sql-table.ts";
import type { NewPrincipal, PrincipalKind, PrincipalRecord } from "../../rpc/directory-stub.ts";

export const PRINCIPAL_TABLES = `
  CREATE TABLE principal (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, label TEXT NOT NULL, issuer TEXT, subject TEXT, created_at INTEGER NOT NULL
  );
`;

interface Row extends Record<string, SqlStorageValue> {
  id: string;
  kind: string;
  label: string;
  issuer: string | null;
  subject: string | null;
  created_at: number;
}

export class PrincipalTable extends SqlTable {
  /** Inserts a principal; an existing one keeps its creation time and gets the new label. */
  note({ id, kind, label, issuer, subject }: NewPrincipal, now: number): void {
    this.run(
      `INSERT INTO principal (id, kind, label, issuer, subject, created_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET label = excluded.label`,
      id,
      kind,
      label,
      issuer ?? null,
      subject ?? null,
      now,
    );
  }

  has(id: string): boolean {
    return this.kind(id) !== undefined;
  }

  kind(id: string): PrincipalKind | undefined {
    const row = this.first<{ kind: string }>("SELECT kind FROM principal WHERE id = ?", id);
    return row?.kind as PrincipalKind | undefined;
  }

  label(id: string): string | undefined {
    return this.first<{ label: string }>("SELECT label FROM principal WHERE id = ?", id)?.label;
  }

  all(): readonly PrincipalRecord[] {
    return this.rows<Row>("SELECT * FROM principal ORDER BY created_at, id").map(toRecord);
  }

  delete(id: string): void {
    this.run("DELETE FROM principal WHERE id = ?", id);
  }
}

function toRecord({ id, kind, label, issuer, subject, created_at: createdAt }: Row): PrincipalRecord {
  return {
    id,
    kind: kind as PrincipalKind,
    label,
    createdAt,
    ...(issuer !== null && { issuer }),
    ...(subject !== null && { subject }),
  };
}
