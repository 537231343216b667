/** Earlier calls as the conditions of a policy read them: the journal of calls, and the necessary facts about deleted calls. */
import { SqlTable } from "../../lib/sql-table.ts";
import type { ReplayedCall } from "../../enforcement/replayed-call.ts";
import type { PolicyRuleHits } from "../../rpc/gateway-stub.ts";
import { parseAnswer } from "../../upstream/answer-form.ts";
import { ANSWER_FORMS } from "./call-table.ts";
import type { CallState } from "../../policy/conditions/call-row.ts";

export const HISTORY_TABLES = `
  CREATE TABLE policy_history (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE policy_called_tool (path TEXT PRIMARY KEY) WITHOUT ROWID;
`;

export interface RecordedCall extends Omit<ReplayedCall, "was" | "args" | "output"> {
  /** The decision of the policy that was in force; undefined if there was none. */
  readonly decision: "allow" | "deny" | "ask" | undefined;
  /** JSON texts; undefined if they were not stored unchanged. */
  readonly args: string | undefined;
  readonly output: string | undefined;
}

/** The maximum age of a run; a run that waits for a person may continue for days. */
const MAX_RUN_MS = 31 * 86_400_000;

export class CallHistoryTable extends SqlTable {
  /** Visits calls, those of the newest run first, until the visitor returns false. Calls of scripts inside a run belong to the outermost run. */
  visit(since: number, visit: (call: RecordedCall) => boolean): void {
    const roots = new Roots(this.storage);
    const rows = this.storage.sql.exec<Row>(
      `SELECT coalesce(call.path, call.server || '.' || call.tool) AS path, call.state, call.decision, call.started_at,
         call.arguments, call.result, call.raw, call.redacted, call.number, call.code, call.attempts, call.sent_again, run.id, run.parent, run.session
         FROM run CROSS JOIN call ON call.run = run.number
         WHERE run.started_at >= ? AND call.started_at >= ? ORDER BY run.number DESC, call.number DESC`,
      since - MAX_RUN_MS,
      since,
    );
    for (const row of rows) {
      const state = stateOf(row);
      if (state === undefined) continue;
      const isWhole = row.redacted === 0;
      const said =
        isWhole && row.result !== null ? parseAnswer(row.result, ANSWER_FORMS[row.raw] ?? "value") : undefined;
      const { root, session } = roots.of(row);
      const isWanted = visit({
        path: row.path,
        state,
        startedAt: row.started_at,
        run: root,
        session,
        place: { run: row.id, call: row.number },
        decision: row.decision ?? undefined,
        args: isWhole ? (row.arguments ?? undefined) : undefined,
        output: said?.ok === true ? said.value : undefined,
      });
      if (!isWanted) return;
    }
  }

  /** The time since which no call has been deleted, in milliseconds since 1970. */
  completeSince(): number {
    const row = this.first<{ value: number }>("SELECT value FROM policy_history WHERE name = 'complete_since'");
    return row?.value ?? -Infinity;
  }

  /** Tools that a run and its nested scripts have called so far. */
  toolsOfRun(run: string): readonly string[] {
    return this.rows<{ path: string }>(
      `WITH RECURSIVE part (number, id) AS (
           SELECT number, id FROM run WHERE id = ? UNION SELECT run.number, run.id FROM part JOIN run ON run.parent = part.id
         )
         SELECT DISTINCT coalesce(path, server || '.' || tool) AS path FROM part CROSS JOIN call ON call.run = part.number
           WHERE state <> 'refused'`,
      run,
    ).map(({ path }) => path);
  }

  /** Tools that were ever called: data that is kept between runs may contain their results. */
  calledTools(): readonly string[] {
    return this.rows<{ path: string }>(`SELECT path FROM policy_called_tool
           UNION SELECT coalesce(path, server || '.' || tool) AS path FROM call WHERE state <> 'refused'`).map(
      ({ path }) => path,
    );
  }

  /** How often each rule of the policy decided. @param policy hash of the document */
  hits(policy: string): readonly PolicyRuleHits[] {
    const decided = this.rows<{ rule: string; decision: string; count: number; last: number }>(
      `SELECT rule, decision, count(*) AS count, max(started_at) AS last FROM call
           WHERE policy = ? AND rule IS NOT NULL GROUP BY rule, decision`,
      policy,
    );
    const logged = this.rows<{ rule: string; count: number; last: number }>(
      `SELECT value ->> 'rule' AS rule, count(*) AS count, max(started_at) AS last FROM call, json_each(call.logged)
           WHERE policy = ? AND logged IS NOT NULL GROUP BY 1`,
      policy,
    );
    // A call that waits for a person is not recorded as a call before it is decided.
    const waiting = this.rows<{ rule: string; count: number; last: number }>(
      `SELECT rule, count(*) AS count, max(requested_at) AS last FROM approval
           WHERE policy = ? AND state = 'waiting' AND kind = 'rule' GROUP BY rule`,
      policy,
    );
    const others = [
      ...waiting.map((row) => ({ ...row, decision: "waiting" })),
      ...logged.map((row) => ({ ...row, decision: "logged" })),
    ];
    return [...decided, ...others] as PolicyRuleHits[];
  }

  noteCalledTool(path: string): void {
    this.run("INSERT OR IGNORE INTO policy_called_tool (path) VALUES (?)", path);
  }
}

/**
 * Records facts about calls that are about to be deleted; it has to be called before runs are deleted.
 * @param numbers JSON list of the runs' numbers
 */
export function noteDeletedCalls(sql: SqlStorage, numbers: string): void {
  sql.exec(
    `INSERT INTO policy_called_tool (path) SELECT DISTINCT coalesce(path, server || '.' || tool) FROM call
       WHERE state <> 'refused' AND run IN (SELECT value FROM json_each(?)) ON CONFLICT DO NOTHING`,
    numbers,
  );
  sql.exec(
    `INSERT INTO policy_history (name, value)
       SELECT 'complete_since', coalesce(max(started_at), 0) + 1 FROM call WHERE run IN (SELECT value FROM json_each(?))
       ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)`,
    numbers,
  );
}

/** @returns undefined for a call that was refused by something other than the policy: it does not count as a call */
function stateOf({ state, decision, code, attempts, sent_again: again }: Row): CallState | undefined {
  switch (state) {
    case "sent":
    case "unknown":
      // When the call was sent again, the other row counts.
      return again === null ? "unknown" : "failed";
    case "failed":
      // The upstream has the call and waits for input. When it is sent again with that, the other row counts.
      return code === "INPUT_REQUIRED" && attempts > 0 && again === null ? "unknown" : "failed";
    case "ok":
      return state;
    case "refused":
      return decision === null ? undefined : "denied";
  }
}

/** Finds, for a run that another run started, the run that a person or client requested. */
class Roots extends SqlTable {
  readonly #known = new Map<string, { readonly root: string; readonly session: string | undefined }>();

  of({ id, parent, session }: Pick<Row, "id" | "parent" | "session">): {
    readonly root: string;
    readonly session: string | undefined;
  } {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    let [root, last, next] = [id, session, parent];
    for (let level = 0; next !== null && level < MAX_LEVELS; level += 1) {
      root = next;
      const above = this.first<{ parent: string | null; session: string | null }>(
        "SELECT parent, session FROM run WHERE id = ?",
        next,
      );
      last = above?.session ?? null;
      next = above?.parent ?? null;
    }
    const found = { root, session: last ?? undefined };
    this.#known.set(id, found);
    return found;
  }
}

/** The maximum number of levels that are followed; scripts that call scripts are nested less deep. */
const MAX_LEVELS = 100;

type Row = {
  path: string;
  state: "sent" | "ok" | "failed" | "unknown" | "refused";
  decision: "allow" | "deny" | "ask" | null;
  number: number;
  started_at: number;
  arguments: string | null;
  result: string | null;
  raw: number;
  redacted: number;
  code: string | null;
  attempts: number;
  sent_again: number | null;
  id: string;
  parent: string | null;
  session: string | null;
};
