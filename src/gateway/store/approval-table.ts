/** Stores requests for approval, and approvals that hold for more than one call. */
import type { Access } from "../../auth/principal.ts";
import { present, type RowOf, SqlTable } from "../../lib/sql-table.ts";
import type { InputForm } from "../../approvals/input-form.ts";
import type {
  Approval,
  ApprovalFilter,
  ApprovalKind,
  ApprovalState,
  Binding,
  CallingScript,
  DecisionRecord,
} from "../../approvals/approval.ts";

/**
 * A request for input has in `request` the upstream's own state, NULL where its call is still open; `answer` is erased when it is sent. `redacted_args`
 * has the arguments without secrets, where they have some; they replace `args` as soon as no decision is made by these any more. `upstream` is the
 * entry of the upstream that was asked for: another one, or one that was not noted, is asked for again. `access` is that of the run, as JSON text,
 * and `called_by` the saved script inside it that makes the call; the run's request, which has both too, is erased when the run ends.
 *
 * SQLite reads the whole of a row with a long form to find it. `approval_decided` and `approval_summary` have all columns that the frequent statements need.
 */
export const APPROVAL_TABLES = `
  CREATE TABLE approval (
    id TEXT PRIMARY KEY, run TEXT NOT NULL, place TEXT NOT NULL, server TEXT NOT NULL, tool TEXT NOT NULL, args_hash TEXT NOT NULL, policy TEXT NOT NULL,
    script TEXT NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL, args TEXT NOT NULL, reason TEXT NOT NULL, rule TEXT NOT NULL,
    requested_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, decided_at INTEGER, decided_by TEXT, channel TEXT, words TEXT, form TEXT,
    request TEXT, answer TEXT, redacted_args TEXT, upstream TEXT, access TEXT, called_by TEXT
  ) WITHOUT ROWID;
  CREATE INDEX approval_of_run ON approval (run, place);
  CREATE INDEX approval_waiting ON approval (expires_at) WHERE state = 'waiting';
  CREATE INDEX approval_age ON approval (requested_at);
  CREATE INDEX approval_decided ON approval (requested_at) WHERE state NOT IN ('waiting', 'approved');
  CREATE INDEX approval_summary ON approval (run, state, requested_at, place, kind, tool, rule);
  CREATE TABLE approval_grant (
    number INTEGER PRIMARY KEY, tool TEXT NOT NULL, run TEXT NOT NULL, script TEXT NOT NULL, policy TEXT NOT NULL, until INTEGER NOT NULL,
    approval TEXT
  );
`;

const COLUMNS = `id, run, place, server, tool, args_hash AS argsHash, policy, script, kind, state, args, reason, rule, requested_at AS requestedAt,
  expires_at AS expiresAt, decided_at AS decidedAt, decided_by AS decidedBy, channel, words AS comment, form, called_by AS calledBy`;

const ENTRY = "(SELECT definition FROM upstream_entry WHERE server = approval.server)";
/** A package belongs to no upstream, whatever the name of one is. */
const OF_ENTRY = `(approval.kind = 'package' OR approval.upstream IS ${ENTRY})`;

const FORGET_ARGS = "args = coalesce(redacted_args, args), redacted_args = NULL";

/** Approvals of the same millisecond are ordered by the place of their call in the script. */
const OLDEST = "ORDER BY requested_at, length(place), place, id";
const NEWEST = "ORDER BY requested_at DESC, length(place) DESC, place DESC, id DESC";

/** The maximum number of decided approvals that are kept for display; the oldest are deleted first. */
const MAX_KEPT = 2_000;

/**
 * An approval that a grant names is kept, however many are requested after it: by its row the grant is listed, and withdrawn with the key
 * that gave it. Each takes a decision of a person, so there are few. Grants that are older than the column name none.
 */
const IS_OVER = `state NOT IN ('waiting', 'approved')
  AND id NOT IN (SELECT approval FROM approval_grant WHERE approval IS NOT NULL)`;
const PRUNE = `DELETE FROM approval WHERE id IN (SELECT id FROM approval WHERE ${IS_OVER} ORDER BY requested_at DESC LIMIT -1 OFFSET ?)`;
const SUMMARIES = `SELECT id, rule, kind, tool FROM approval WHERE run = ? AND state = ? ${OLDEST}`;

/** Statements that run at every request, for a test of what they read. */
export const FREQUENT_STATEMENTS: readonly string[] = [PRUNE, SUMMARIES];

interface NewApproval {
  readonly approval: Approval;
  /** The access of the run. */
  readonly access: Access | undefined;
  /** Present if the arguments hold secrets. */
  readonly redactedArgs?: string | undefined;
  /** The state of an upstream that asks for input, as JSON text; absent for a call that is still open. */
  readonly request?: string | undefined;
}

/**
 * Deletes what the ledger does not keep either. A grant that holds keeps its approval, and a run that goes on has its own to go by.
 * @param since milliseconds since 1970: older approvals are deleted @param runs ids of runs that are deleted, as a JSON array
 */
export function pruneApprovals(sql: SqlStorage, now: number, since: number, runs: string): void {
  sql.exec("DELETE FROM approval_grant WHERE until <= ?", now);
  sql.exec(
    `DELETE FROM approval WHERE ${IS_OVER} AND (requested_at < ? OR run IN (SELECT value FROM json_each(?)))
       AND run NOT IN (SELECT id FROM run WHERE state IN ('running', 'waiting') UNION SELECT id FROM durable_run WHERE state <> 'ended')`,
    since,
    runs,
  );
}

/** @param runs an expression for one or more ids of runs @returns a statement that erases the code of the saved scripts inside them */
export const forgetScriptsOf = (runs: string): string =>
  `UPDATE approval SET called_by = json_set(called_by, '$.code', '') WHERE called_by IS NOT NULL AND run IN (${runs})`;

export class ApprovalTable extends SqlTable {
  /** It takes the place of what was asked for the same place before, of another upstream. */
  insert({ approval, access, redactedArgs, request }: NewApproval): void {
    const { id, run, place, server, tool, argsHash, policy, script, kind, state, args, reason, rule } = approval;
    const former = this.rows<{ id: string }>(
      `SELECT id FROM approval WHERE run = ? AND place = ? AND NOT ${OF_ENTRY}`,
      run,
      place,
    );
    for (const one of former) this.void(run, one.id);
    this.run(
      `INSERT INTO approval (id, run, place, server, tool, args_hash, policy, script, kind, state, args, reason, rule, requested_at, expires_at, form, request, redacted_args, access, called_by, upstream)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT definition FROM upstream_entry WHERE server = ?))`,
      ...[id, run, place, server, tool, argsHash, policy, script, kind, state, args, reason, rule],
      approval.requestedAt,
      approval.expiresAt,
      approval.form === undefined ? null : JSON.stringify(approval.form),
      request ?? null,
      redactedArgs ?? null,
      access === undefined ? null : JSON.stringify(access),
      approval.calledBy === undefined ? null : JSON.stringify(approval.calledBy),
      server,
    );
    this.run(PRUNE, MAX_KEPT);
  }

  get(id: string): Approval | undefined {
    return this.#select("id = ?", id)[0];
  }

  /** @returns the access that a run had when it asked for approval; undefined for one that asked before it was noted */
  accessOf(run: string): Access | undefined {
    const sql = "SELECT access FROM approval WHERE run = ? AND access IS NOT NULL LIMIT 1";
    const row = this.first<{ access: string }>(sql, run);
    return row && (JSON.parse(row.access) as Access);
  }

  /** @returns all runs that have asked for approval */
  runs(): readonly string[] {
    return this.rows<{ run: string }>("SELECT DISTINCT run FROM approval").map(({ run }) => run);
  }

  /** @param runs the only ones whose approvals are listed @returns the oldest of a state, or the newest of all states; oldest first */
  list({ state, run }: ApprovalFilter, limit: number, now: number, runs?: readonly string[]): readonly Approval[] {
    const asked = run === undefined ? runs : [run].filter((one) => runs?.includes(one) ?? true);
    const ofRun =
      asked === undefined
        ? { where: "1", values: [] }
        : { where: "run IN (SELECT value FROM json_each(?))", values: [JSON.stringify(asked)] };
    if (state === "lasting") {
      const ids = "SELECT approval FROM approval_grant WHERE run = '' AND until > ?";
      return this.#select(
        `${ofRun.where} AND id IN (${ids}) AND ${OF_ENTRY} ${OLDEST} LIMIT ?`,
        ...ofRun.values,
        now,
        limit,
      );
    }
    return state === undefined
      ? this.#select(`${ofRun.where} ${NEWEST} LIMIT ?`, ...ofRun.values, limit).toReversed()
      : this.#select(`${ofRun.where} AND state = ? ${OLDEST} LIMIT ?`, ...ofRun.values, state, limit);
  }

  /** Approvals of a run, oldest first. */
  ofRun(run: string, state: ApprovalState, limit: number): readonly Approval[] {
    return this.#select(`run = ? AND state = ? ${OLDEST} LIMIT ?`, run, state, limit);
  }

  /** As `ofRun`, all of them and without their arguments, which can be long. */
  summariesOfRun(run: string, state: ApprovalState): readonly ApprovalSummary[] {
    return this.rows<ApprovalSummary>(SUMMARIES, run, state);
  }

  /** The latest approval that was requested for this place of the run, of the upstream as it is now. */
  at(run: string, place: string): Approval | undefined {
    const latest = "ORDER BY requested_at DESC, id DESC LIMIT 1";
    return this.#select(`run = ? AND place = ? AND ${OF_ENTRY} ${latest}`, run, place)[0];
  }

  /** All that were requested for this place of the run, also of an upstream that had the name before. */
  idsAt(run: string, place: string): readonly string[] {
    return this.rows<{ id: string }>("SELECT id FROM approval WHERE run = ? AND place = ?", run, place).map(
      ({ id }) => id,
    );
  }

  /** @returns true if it was requested for the upstream as it is now */
  isOfEntry(id: string): boolean {
    return this.rows(`SELECT 1 FROM approval WHERE id = ? AND ${OF_ENTRY}`, id).length > 0;
  }

  /** @returns how often the upstream has asked for input at this place of the run */
  inputCount(run: string, place: string): number {
    const sql = "SELECT count(*) AS n FROM approval WHERE run = ? AND place = ? AND kind = 'input'";
    return this.one<{ n: number }>(sql, run, place).n;
  }

  /** The upstream's state and the responses that a person has given, as JSON texts. */
  input(id: string): { readonly request: string | null; readonly answer: string | null } | undefined {
    const sql = "SELECT request, answer FROM approval WHERE id = ?";
    return this.first<{ request: string | null; answer: string | null }>(sql, id);
  }

  /** Erases a person's answer in one conditional write, so that it is sent once and only with the call it was given for. */
  takeInput(id: string, { run, place, tool, argsHash, script }: Omit<Binding, "policy">, now: number): boolean {
    const rowsWritten = this.run(
      `UPDATE approval SET ${FORGET_ARGS}, answer = NULL, request = NULL, state = CASE state WHEN 'approved' THEN 'used' ELSE state END
         WHERE id = ? AND answer IS NOT NULL AND state IN ('approved', 'denied') AND run = ? AND place = ? AND tool = ? AND args_hash = ?
         AND script = ? AND expires_at > ? AND ${OF_ENTRY}`,
      ...[id, run, place, tool, argsHash, script, now],
    );
    return rowsWritten > 0;
  }

  /** All that wait, without their arguments and scripts, which can be long. Oldest first. */
  waiting(): readonly WaitingApproval[] {
    return this.rows<WaitingApproval>(
      `SELECT id, run, kind, tool, policy, args_hash AS argsHash FROM approval WHERE state = 'waiting' ${OLDEST}`,
    );
  }

  waitingCount(): number {
    return this.one<{ n: number }>("SELECT count(*) AS n FROM approval WHERE state = 'waiting'").n;
  }

  /** The time at which the first waiting approval expires, in milliseconds since 1970. */
  nextExpiry(): number | undefined {
    const { at } = this.one<{ at: number | null }>(
      "SELECT min(expires_at) AS at FROM approval WHERE state = 'waiting'",
    );
    return at ?? undefined;
  }

  /** @returns the ids of the runs whose approvals expire now */
  expire(now: number): readonly string[] {
    const rows = this.rows<{ run: string }>(
      `UPDATE approval SET ${FORGET_ARGS}, state = 'expired' WHERE state = 'waiting' AND expires_at <= ? RETURNING run`,
      now,
    );
    return [...new Set(rows.map(({ run }) => run))];
  }

  /** Decides in one conditional write, so that of several simultaneous decisions one takes effect. */
  decide(
    id: string,
    state: "approved" | "denied",
    how: DecisionRecord & { comment?: string; answer?: string },
  ): boolean {
    const rowsWritten = this.run(
      `UPDATE approval SET ${state === "denied" ? `${FORGET_ARGS}, ` : ""}state = ?, decided_at = ?, decided_by = ?, channel = ?, words = ?, answer = ?
         WHERE id = ? AND state = 'waiting' AND expires_at > ?`,
      ...[state, how.decidedAt, how.decidedBy, how.channel, how.comment ?? null, how.answer ?? null, id, how.decidedAt],
    );
    return rowsWritten > 0;
  }

  /** Consumes an approval in one conditional write, so that it is used once and only for the call it was given for. */
  consume(id: string, { run, place, tool, argsHash, policy, script }: Binding, now: number): boolean {
    const rowsWritten = this.run(
      `UPDATE approval SET ${FORGET_ARGS}, state = 'used' WHERE id = ? AND state = 'approved' AND run = ? AND place = ? AND tool = ? AND args_hash = ?
         AND policy = ? AND script = ? AND expires_at > ? AND ${OF_ENTRY}`,
      ...[id, run, place, tool, argsHash, policy, script, now],
    );
    return rowsWritten > 0;
  }

  /** Voids approvals that were neither decided nor used, and erases answers that were not sent. @param id limits this to one approval */
  void(run: string, id?: string): void {
    this.run(
      `UPDATE approval SET ${FORGET_ARGS}, answer = NULL, state = CASE WHEN state IN ('waiting', 'approved') THEN 'void' ELSE state END
         WHERE run = ? AND (state IN ('waiting', 'approved') OR answer IS NOT NULL) AND (? IS NULL OR id = ?)`,
      ...[run, id ?? null, id ?? null],
    );
  }

  /** @param run "" for all runs */
  grant(
    { id, tool, policy, script }: Pick<Approval, "id" | "tool" | "policy" | "script">,
    run: string,
    until: number,
    now: number,
  ): void {
    this.run("DELETE FROM approval_grant WHERE until <= ?", now);
    this.run(
      "INSERT INTO approval_grant (tool, run, script, policy, until, approval) VALUES (?, ?, ?, ?, ?, ?)",
      ...[tool, run, script, policy, until, id],
    );
  }

  /** @returns until when approvals for minutes hold, by their ids */
  lasting(now: number): ReadonlyMap<string, number> {
    const sql = `SELECT held.approval, held.until FROM approval_grant AS held JOIN approval ON approval.id = held.approval
      WHERE held.run = '' AND held.until > ? AND ${OF_ENTRY}`;
    return new Map(this.rows<{ approval: string; until: number }>(sql, now).map((row) => [row.approval, row.until]));
  }

  /** @returns false if the approval does not hold for minutes, or not any more */
  withdraw(id: string, now: number): boolean {
    return this.run("DELETE FROM approval_grant WHERE approval = ? AND run = '' AND until > ?", id, now) > 0;
  }

  isGranted({ tool, run, script, policy }: Binding, now: number): boolean {
    const found = this.rows(
      `SELECT 1 FROM approval_grant AS held JOIN approval ON approval.id = held.approval
         WHERE held.tool = ? AND held.policy = ? AND held.until > ? AND (held.run = '' OR (held.run = ? AND held.script = ?)) AND ${OF_ENTRY} LIMIT 1`,
      ...[tool, policy, now, run, script],
    );
    return found.length > 0;
  }

  withdrawAllBy(credential: string): void {
    this.run(
      "DELETE FROM approval_grant WHERE EXISTS (SELECT 1 FROM approval WHERE id = approval_grant.approval AND decided_by = ?)",
      credential,
    );
  }

  /** Erases the code of saved scripts; their names stay. */
  forgetScripts(run: string): void {
    this.run(forgetScriptsOf("?"), run);
  }

  endGrants(run: string): void {
    this.run("DELETE FROM approval_grant WHERE run = ?", run);
  }

  #select(where: string, ...values: (string | number)[]): Approval[] {
    return this.rows<Row>(`SELECT ${COLUMNS} FROM approval WHERE ${where}`, ...values).map(approvalOf);
  }
}

/** Types, not interfaces: the platform's SQL interface takes only types. */
type WaitingApproval = Pick<Approval, "id" | "run" | "kind" | "tool" | "policy" | "argsHash">;
export type ApprovalSummary = {
  readonly id: string;
  readonly rule: string;
  readonly kind: ApprovalKind;
  readonly tool: string;
};

type StoredFields = Omit<Approval, "form" | "calledBy" | "lastsUntil">;
type Row = RowOf<StoredFields> & { form: string | null; calledBy: string | null };

function approvalOf({ form, calledBy, ...row }: Row): Approval {
  return {
    ...present<StoredFields>(row),
    ...(form !== null && { form: JSON.parse(form) as InputForm }),
    ...(calledBy !== null && { calledBy: JSON.parse(calledBy) as CallingScript }),
  };
}
