/** The table of API keys for lists. The hash that checks a key is in its principal's Gateway. */
import { SqlTable } from "../../lib/sql-table.ts";
import type { Access, AccessLevel, Role } from "../../auth/principal.ts";
import type { KeyRecord } from "../../rpc/directory-stub.ts";

export const KEY_TABLES = `
  CREATE TABLE api_key (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, principal TEXT NOT NULL, role TEXT NOT NULL, servers TEXT NOT NULL,
    level TEXT NOT NULL, created_at INTEGER NOT NULL, created_by TEXT NOT NULL, expires_at INTEGER, last_used_at INTEGER
  );
  CREATE INDEX api_key_principal ON api_key (principal);
`;

interface Row extends Record<string, SqlStorageValue> {
  id: string;
  name: string;
  principal: string;
  role: string;
  servers: string;
  level: string;
  created_at: number;
  created_by: string;
  expires_at: number | null;
  last_used_at: number | null;
}

export class KeyTable extends SqlTable {
  insert({ id, name, principal, role, access, createdAt, createdBy, expiresAt }: KeyRecord): void {
    this.run(
      `INSERT INTO api_key (id, name, principal, role, servers, level, created_at, created_by, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      name,
      principal,
      role,
      JSON.stringify(access.servers),
      access.level,
      createdAt,
      createdBy,
      expiresAt ?? null,
    );
  }

  /** Newest first. */
  all(): readonly KeyRecord[] {
    return this.rows<Row>("SELECT * FROM api_key ORDER BY created_at DESC, id").map(toRecord);
  }

  ofPrincipal(principal: string): readonly KeyRecord[] {
    return this.rows<Row>("SELECT * FROM api_key WHERE principal = ?", principal).map(toRecord);
  }

  find(id: string): KeyRecord | undefined {
    return this.rows<Row>("SELECT * FROM api_key WHERE id = ?", id).map(toRecord)[0];
  }

  delete(id: string): void {
    this.run("DELETE FROM api_key WHERE id = ?", id);
  }

  noteUse(id: string, at: number): void {
    this.run("UPDATE api_key SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?", at, id);
  }

  hasAny(): boolean {
    return this.rows("SELECT 1 FROM api_key LIMIT 1").length > 0;
  }

  /** Restricted keys do not count, because they cannot manage keys. */
  hasAdmin(now: number): boolean {
    const isFull = `servers = '"all"' AND level = 'destructive'`;
    const usable = `role = 'admin' AND ${isFull} AND (expires_at IS NULL OR expires_at > ?)`;
    return this.rows(`SELECT 1 FROM api_key WHERE ${usable} LIMIT 1`, now).length > 0;
  }
}

function toRecord(row: Row): KeyRecord {
  return {
    id: row.id,
    name: row.name,
    principal: row.principal,
    role: row.role as Role,
    access: { servers: JSON.parse(row.servers) as Access["servers"], level: row.level as AccessLevel },
    createdAt: row.created_at,
    createdBy: row.created_by,
    expiresAt: row.expires_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
  };
}
