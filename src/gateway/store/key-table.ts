/** The keys of this principal, by hash. The Directory stores the data about them that people see. */
import { SqlTable } from "../../lib/sql-table.ts";
import type { GatewayKey } from "../../auth/gateway-key.ts";
import { sameBytes } from "../../auth/key-format.ts";
import type { Access, AccessLevel, Role, Standing } from "../../auth/principal.ts";
import type { KeyCheck } from "../../auth/authority.ts";

export const KEY_TABLES = `
  CREATE TABLE access_key (
    id TEXT PRIMARY KEY, hash TEXT NOT NULL, role TEXT NOT NULL, servers TEXT NOT NULL, level TEXT NOT NULL,
    expires_at INTEGER
  );
`;

interface Row extends Record<string, SqlStorageValue> {
  hash: string;
  role: string;
  servers: string;
  level: string;
  expires_at: number | null;
}

export class KeyTable extends SqlTable {
  accept({ id, hash, role, access, expiresAt }: GatewayKey): void {
    this.run(
      "INSERT INTO access_key (id, hash, role, servers, level, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
      id,
      hash,
      role,
      JSON.stringify(access.servers),
      access.level,
      expiresAt ?? null,
    );
  }

  forget(id: string): void {
    this.run("DELETE FROM access_key WHERE id = ?", id);
  }

  check(id: string, hash: string, now: number): KeyCheck {
    const row = this.#find(id);
    if (row === undefined || !sameBytes(row.hash, hash)) return { ok: false, reason: "unknown" };
    return isExpired(row, now) ? { ok: false, reason: "expired" } : { ok: true, ...toStanding(row) };
  }

  /** @returns undefined if the key was revoked or has expired */
  standing(id: string, now: number): Standing | undefined {
    const row = this.#find(id);
    return row === undefined || isExpired(row, now) ? undefined : toStanding(row);
  }

  #find(id: string): Row | undefined {
    return this.first<Row>("SELECT * FROM access_key WHERE id = ?", id);
  }
}

function isExpired({ expires_at: expiresAt }: Row, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

function toStanding({ role, servers, level }: Row): Standing {
  const access = { servers: JSON.parse(servers) as Access["servers"], level: level as AccessLevel };
  return { role: role as Role, access };
}
