/** The table of tool definitions by server, name and hash. A definition is accepted, or held until an admin has decided. */
import { SqlTable } from "../../lib/sql-table.ts";
import type {
  HeldReason,
  HeldTool,
  NamedHash,
  OfferedTool,
  PinList,
  PinMode,
  PinQuery,
  PinRecord,
  PinReviewed,
} from "../../enforcement/pinned-tools.ts";
import type { PinDecided, PinToDecide } from "../../rpc/directory-stub.ts";
import { reviewTools, type Pin } from "../../policy/pins/pins.ts";
import type { CheckedTool } from "../../policy/pins/tool-texts.ts";
import type { Finding } from "../../policy/pins/finding.ts";

/** `pin_forgotten` has servers of which held definitions were forgotten, because there were too many. */
export const PIN_TABLES = `
  CREATE TABLE pin (
    server TEXT NOT NULL, tool TEXT NOT NULL, hash TEXT NOT NULL, state TEXT NOT NULL, reason TEXT, former TEXT, definition TEXT NOT NULL,
    findings TEXT NOT NULL, since INTEGER NOT NULL, decided_at INTEGER, decided_by TEXT, PRIMARY KEY (server, tool, hash)
  ) WITHOUT ROWID;
  CREATE TABLE pin_version (server TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE pin_forgotten (server TEXT PRIMARY KEY) WITHOUT ROWID;
`;

/**
 * The beginning of a hash that is enough to name a definition, as `isogate pins list` shows it. An upstream that writes two definitions can find
 * ones that share 12 characters in a minute, and would have one accepted in place of the other; for 32 it needs 2^64 attempts.
 */
const MIN_HASH_CHARS = 32;
/** A definition that cannot be hashed has this in place of its hash, and cannot be accepted. */
const UNREADABLE = "unreadable";
/** A row of SQLite has at most 2 MB. */
const MAX_DEFINITION_CHARS = 500_000;
/** Limit per tool; without it, an upstream that changes a tool at each listing would fill the table. */
const MAX_HELD_VERSIONS = 5;
/**
 * Limits per server on the held definitions: an upstream that renames its tools at each listing would otherwise fill the storage of the
 * deployment. The oldest are deleted; one that is still listed is unknown then, which is held as well, and offered again.
 */
const MAX_HELD = 10_000;
const MAX_HELD_CHARS = 10_000_000;
/** Limit on one list. Each server has the same share of it, so that none hides what another has changed. */
const MAX_LISTED = 5_000;
/** Limit on the definitions in one list, which is one message of at most 32 MB. Beyond its share, a server's part has no definitions. */
const MAX_LISTED_CHARS = 10_000_000;

export class PinTable extends SqlTable {
  version(server: string): number {
    const row = this.first<{ version: number }>("SELECT version FROM pin_version WHERE server = ?", server);
    return row?.version ?? 0;
  }

  review(server: string, listed: readonly NamedHash[]): PinReviewed {
    const held: HeldTool[] = [];
    const unknown: string[] = [];
    for (const { name, hash = UNREADABLE } of listed) {
      const row = this.#row(server, name, hash);
      if (row === undefined) unknown.push(name);
      else if (row.state === "held") held.push(heldOf(row));
    }
    return { held, unknown, version: this.version(server) };
  }

  /** Adds new definitions. @param listed names of all tools that the server lists now */
  offer(server: string, mode: PinMode, offered: readonly OfferedTool[], listed: readonly string[], now: number): void {
    this.storage.transactionSync(() => {
      const known = this.#acceptedOf(server);
      const isFirst = !this.#has(server);
      const offeredNames = new Set(offered.map(({ tool }) => tool.name));
      const others = listed.filter((name) => !offeredNames.has(name));
      const reviews = reviewTools(known, [
        ...offered,
        // Names that are still listed count as present, whatever their definitions.
        ...others.map((name) => ({ tool: { name }, hash: known.get(name)?.hash ?? "" })),
      ]);
      for (const [index, { tool, hash, findings }] of offered.entries()) {
        const definition = JSON.stringify(tool);
        const isReadable = hash !== undefined && definition.length <= MAX_DEFINITION_CHARS;
        const review = reviews[index];
        const isHard = findings.some(({ severity }) => severity === "hold");
        const isAccepted = isReadable && isFirst && mode === "baseline" && !isHard;
        const state = review?.state === "changed" || review?.state === "renamed" ? review.state : "new";
        const reason: HeldReason = !isReadable ? "unreadable" : isHard ? "finding" : state;
        this.run(
          `INSERT OR IGNORE INTO pin (server, tool, hash, state, reason, former, definition, findings, since)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          server,
          tool.name,
          isReadable ? hash : UNREADABLE,
          isAccepted ? "accepted" : "held",
          isAccepted ? null : reason,
          review?.state === "renamed" ? review.pin.name : null,
          isReadable ? definition : JSON.stringify({ name: tool.name }),
          JSON.stringify(findings),
          now,
        );
        this.#forgetOldest(server, tool.name);
      }
      this.#forgetBeyondLimits(server);
    });
  }

  /** Lists held definitions first, then by server and tool. */
  list({ state, server }: PinQuery): PinList {
    const filter = [state ?? null, server ?? null];
    // Only the keys are sorted: definitions of all servers together may not fit into memory.
    const keys = this.rows<Pick<Row, "server" | "tool" | "hash">>(
      `SELECT server, tool, hash FROM (
         SELECT server, tool, hash, state, row_number() OVER (PARTITION BY server ORDER BY state DESC, tool, since DESC) AS place
           FROM pin WHERE state = coalesce(?, state) AND server = coalesce(?, server)
         ORDER BY place, server LIMIT ?
       ) ORDER BY state DESC, server, place`,
      ...filter,
      MAX_LISTED,
    );
    const counts = this.rows<{ server: string; count: number }>(
      `SELECT server, count(*) AS count FROM pin WHERE state = coalesce(?, state) AND server = coalesce(?, server)
         GROUP BY server ORDER BY server`,
      ...filter,
    );
    const listed = new Map<string, number>();
    for (const key of keys) listed.set(key.server, (listed.get(key.server) ?? 0) + 1);
    const share = MAX_LISTED_CHARS / Math.max(1, counts.length);
    const chars = new Map<string, number>();
    const pins = keys.flatMap(({ server: of, tool, hash }): PinRecord[] => {
      const row = this.#row(of, tool, hash);
      if (row === undefined) return [];
      const record = this.#recordOf(row);
      const { definition, accepted } = record;
      const used = chars.get(row.server) ?? 0;
      if (definition === undefined || used > share) return [{ ...record, definition: undefined, accepted: undefined }];
      chars.set(
        row.server,
        used + row.definition.length + (accepted === undefined ? 0 : JSON.stringify(accepted).length),
      );
      return [record];
    });
    const more = counts.flatMap(({ server: of, count }) => {
      const left = count - (listed.get(of) ?? 0);
      return left > 0 ? [{ server: of, count: left }] : [];
    });
    return { pins, more };
  }

  /**
   * Without a hash, one held definition is accepted, and not one of several: the server may have sent another since the admin looked. For the
   * same reason a server of which definitions were forgotten needs a hash: the only one that is left may be one that nobody has seen. Every
   * accepted definition is held, because the server could go back to an earlier one.
   */
  decide({ server, tool, hash }: PinToDecide, decision: "accept" | "hold", by: string, now: number): PinDecided {
    const rows = this.rows<Row>("SELECT * FROM pin WHERE server = ? AND tool = ? ORDER BY since DESC", server, tool);
    const wanted = decision === "accept" ? "held" : "accepted";
    const named = hash === undefined ? undefined : rows.filter((one) => isNamedBy(one.hash, hash));
    const row = named === undefined ? (rows.find(({ state }) => state === wanted) ?? rows[0]) : named[0];
    if (row === undefined) return { ok: false, reason: rows.length === 0 ? "unknown" : "another" };
    const meant = named ?? rows.filter((one) => one.state === wanted);
    const isBlind = named === undefined && this.#hasForgotten(server);
    if (decision === "accept" && (meant.length > 1 || isBlind)) return { ok: false, reason: "several" };
    if (row.hash === UNREADABLE && decision === "accept") return { ok: false, reason: "unreadable" };
    const state = decision === "accept" ? "accepted" : "held";
    this.storage.transactionSync(() => {
      for (const one of meant.length === 0 ? [row] : meant) {
        this.run(
          "UPDATE pin SET state = ?, reason = ?, decided_at = ?, decided_by = ? WHERE server = ? AND tool = ? AND hash = ?",
          state,
          state === "held" ? "decided" : null,
          now,
          by,
          server,
          tool,
          one.hash,
        );
      }
      this.run(
        "INSERT INTO pin_version (server, version) VALUES (?, 1) ON CONFLICT (server) DO UPDATE SET version = version + 1",
        server,
      );
    });
    const decided = this.#row(server, tool, row.hash);
    return decided === undefined ? { ok: false, reason: "unknown" } : { ok: true, pin: this.#recordOf(decided) };
  }

  #row(server: string, tool: string, hash: string): Row | undefined {
    return this.first<Row>("SELECT * FROM pin WHERE server = ? AND tool = ? AND hash = ?", server, tool, hash);
  }

  #has(server: string): boolean {
    return this.rows("SELECT 1 FROM pin WHERE server = ? LIMIT 1", server).length > 0;
  }

  /** @returns the last accepted definition of each tool */
  #acceptedOf(server: string): ReadonlyMap<string, Pin> {
    const pins = new Map<string, Pin>();
    for (const { tool: name, hash, definition } of this.rows<Row>(
      "SELECT * FROM pin WHERE server = ? AND state = 'accepted' ORDER BY coalesce(decided_at, since)",
      server,
    )) {
      pins.set(name, { name, hash, tool: JSON.parse(definition) as CheckedTool });
    }
    return pins;
  }

  #hasForgotten(server: string): boolean {
    return this.rows("SELECT 1 FROM pin_forgotten WHERE server = ?", server).length > 0;
  }

  #forgetOldest(server: string, tool: string): void {
    const forgotten = this.run(
      `DELETE FROM pin WHERE server = ? AND tool = ? AND state = 'held' AND hash NOT IN
         (SELECT hash FROM pin WHERE server = ? AND tool = ? AND state = 'held' ORDER BY since DESC LIMIT ?)`,
      server,
      tool,
      server,
      tool,
      MAX_HELD_VERSIONS,
    );
    if (forgotten > 0) this.#noteForgotten(server);
  }

  #noteForgotten(server: string): void {
    this.run("INSERT OR IGNORE INTO pin_forgotten (server) VALUES (?)", server);
  }

  #forgetBeyondLimits(server: string): void {
    const forgotten = this.run(
      `DELETE FROM pin WHERE server = ? AND state = 'held' AND (tool, hash) IN (
         SELECT tool, hash FROM (
           SELECT tool, hash, row_number() OVER newest AS n, sum(length(definition) + length(findings)) OVER newest AS chars
             FROM pin WHERE server = ? AND state = 'held'
             WINDOW newest AS (ORDER BY since DESC, tool, hash ROWS UNBOUNDED PRECEDING)
         ) WHERE n > ? OR chars > ?)`,
      server,
      server,
      MAX_HELD,
      MAX_HELD_CHARS,
    );
    if (forgotten > 0) this.#noteForgotten(server);
  }

  #recordOf(row: Row): PinRecord {
    const isHeld = row.state === "held";
    const [accepted] = isHeld
      ? this.rows<{ definition: string }>(
          `SELECT definition FROM pin WHERE server = ? AND tool = ? AND state = 'accepted'
               ORDER BY coalesce(decided_at, since) DESC LIMIT 1`,
          row.server,
          row.former ?? row.tool,
        )
      : [];
    return {
      server: row.server,
      tool: row.tool,
      hash: row.hash,
      state: row.state,
      reason: row.reason ?? undefined,
      former: row.former ?? undefined,
      since: row.since,
      decidedBy: row.decided_by ?? undefined,
      findings: JSON.parse(row.findings) as readonly Finding[],
      definition: isHeld ? (JSON.parse(row.definition) as CheckedTool) : undefined,
      accepted: accepted && (JSON.parse(accepted.definition) as CheckedTool),
    };
  }
}

function isNamedBy(hash: string, given: string): boolean {
  return hash === given || (given.length >= MIN_HASH_CHARS && hash !== UNREADABLE && hash.startsWith(given));
}

function heldOf({ tool, reason, findings }: Row): HeldTool {
  const first = (JSON.parse(findings) as readonly Finding[]).find(({ severity }) => severity === "hold");
  return { name: tool, reason: reason ?? "new", ...(first && { finding: first.message }) };
}

type Row = {
  server: string;
  tool: string;
  hash: string;
  state: "accepted" | "held";
  reason: HeldReason | null;
  former: string | null;
  definition: string;
  findings: string;
  since: number;
  decided_at: number | null;
  decided_by: string | null;
};
