/**
 * Counters of limits. A counter that the whole deployment shares is counted against the amount that the Directory has lent this Gateway
 * (`granted`); other counters have no `granted`.
 */
import { SqlTable } from "../../lib/sql-table.ts";

export const COUNTER_TABLES = `
  CREATE TABLE policy_counter (
    key TEXT PRIMARY KEY, used REAL NOT NULL, granted REAL NOT NULL DEFAULT 0, expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX policy_counter_expiry ON policy_counter (expires_at);
`;

interface Counted {
  readonly used: number;
  readonly granted: number;
}

const NOTHING: Counted = { used: 0, granted: 0 };
/** The number of writes after which counters of ended windows are deleted. */
const SWEEP_EVERY = 500;

/** The maximum number of cached counters; those of a busy run are read and written at every call. */
const MAX_REMEMBERED = 1_000;

export class CounterTable extends SqlTable {
  /** A cache of stored counters. It stays correct because only this object writes them. */
  readonly #known = new Map<string, Counted>();
  #writes = 0;

  read(key: string): Counted {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const row = this.first<Row>("SELECT used, granted FROM policy_counter WHERE key = ?", key);
    return this.#remember(key, row ?? NOTHING);
  }

  /** @param used the new value */
  write(key: string, used: number, expiresAt: number, now: number): void {
    const before = this.read(key);
    this.run(
      `INSERT INTO policy_counter (key, used, expires_at) VALUES (?, ?, ?)
         ON CONFLICT (key) DO UPDATE SET used = excluded.used, expires_at = excluded.expires_at`,
      key,
      used,
      expiresAt,
    );
    this.#remember(key, { ...before, used });
    this.#sweep(now);
  }

  /** Adds to the amount of a counter that the Directory has lent. */
  grant(key: string, amount: number, expiresAt: number, now: number): void {
    const before = this.read(key);
    this.run(
      `INSERT INTO policy_counter (key, used, granted, expires_at) VALUES (?, 0, ?, ?)
         ON CONFLICT (key) DO UPDATE SET granted = granted + excluded.granted, expires_at = excluded.expires_at`,
      key,
      amount,
      expiresAt,
    );
    this.#remember(key, { ...before, granted: before.granted + amount });
    this.#sweep(now);
  }

  #remember(key: string, { used, granted }: Counted): Counted {
    if (this.#known.size >= MAX_REMEMBERED) this.#known.clear();
    const counted = { used, granted };
    this.#known.set(key, counted);
    return counted;
  }

  #sweep(now: number): void {
    this.#writes += 1;
    if (this.#writes % SWEEP_EVERY !== 0) return;
    this.run("DELETE FROM policy_counter WHERE expires_at < ?", now);
    this.#known.clear();
  }
}

type Row = { used: number; granted: number };
