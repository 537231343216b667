/**
 * The journal of calls: a row is written before a call is sent and completed when it was answered. A text too long for a row is stored in
 * `run_text`; of a text too long to store, length and hash are recorded.
 */
import { present, type RowOf, SqlTable } from "../../lib/sql-table.ts";
import type { CallState } from "../../contract/run-states.ts";
import type { CallRecord, LoggedVerdict } from "../../ledger/run-record.ts";
import type { AnswerForm } from "../../upstream/answer-form.ts";
import { TextTable } from "./text-table.ts";
import type { Ruling } from "../../enforcement/ruling.ts";

/**
 * `path` is `server.tool` with the names that rules are written with; `mismatch` says where a result breaks the tool's output schema; `sent_again` is
 * the number of the later call, if this one was sent again with a person's input or because no answer was heard.
 */
export const CALL_TABLES = `
  CREATE TABLE call (
    run INTEGER NOT NULL, number INTEGER NOT NULL, server TEXT NOT NULL, tool TEXT NOT NULL, state TEXT NOT NULL,
    raw INTEGER NOT NULL, started_at INTEGER NOT NULL, ended_at INTEGER, attempts INTEGER NOT NULL, code TEXT, message TEXT,
    arguments TEXT, arguments_hash TEXT NOT NULL, result TEXT, result_length INTEGER, result_hash TEXT,
    redacted INTEGER NOT NULL, decision TEXT, rule TEXT, policy TEXT, path TEXT, logged TEXT, mismatch TEXT, sent_again INTEGER,
    PRIMARY KEY (run, number)
  ) WITHOUT ROWID;
`;

/** The forms that the numbers of the column `raw` stand for. */
export const ANSWER_FORMS: readonly AnswerForm[] = ["value", "raw", "page"];

const COLUMNS = `number, server, tool, state, raw, started_at AS startedAt, ended_at AS endedAt, attempts, arguments_hash AS argumentsHash, code, message,
  result_length AS resultLength, result_hash AS resultHash, redacted, mismatch, decision, rule, policy, logged`;

/** A longer text gets rows of its own: rows are read whole when calls are listed. */
const MAX_IN_ROW_LENGTH = 16_384;

interface SentCall {
  readonly server: string;
  readonly tool: string;
  readonly form: AnswerForm;
  readonly startedAt: number;
  /** Absent if too long to store. */
  readonly arguments: string | undefined;
  readonly argumentsHash: string;
  readonly isRedacted: boolean;
  readonly ruling: Ruling | undefined;
}

export interface AnsweredCall {
  readonly state: Exclude<CallState, "sent">;
  readonly endedAt: number;
  readonly attempts: number;
  readonly code: string | undefined;
  readonly message: string | undefined;
  /** Absent if there is none or if it is too long to store. */
  readonly result: string | undefined;
  readonly resultLength: number | undefined;
  readonly resultHash: string | undefined;
  readonly isRedacted: boolean;
  readonly mismatch: string | undefined;
  /** JSON pointer of the rule about data that withheld the result. */
  readonly deniedBy?: string | undefined;
  /** All marks of the call; those of its row are replaced. */
  readonly marks?: readonly LoggedVerdict[] | undefined;
}

export class CallTable extends SqlTable {
  readonly #texts: TextTable;

  constructor(storage: DurableObjectStorage) {
    super(storage);
    this.#texts = new TextTable(storage);
  }

  insert(run: number, number: number, call: SentCall): void {
    const { server, tool, form, startedAt, arguments: args, argumentsHash, isRedacted, ruling } = call;
    this.run(
      `INSERT INTO call (run, number, server, tool, state, raw, started_at, attempts, arguments, arguments_hash, redacted,
         decision, rule, policy, path, logged) VALUES (?, ?, ?, ?, 'sent', ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?)`,
      run,
      number,
      server,
      tool,
      ANSWER_FORMS.indexOf(form),
      startedAt,
      this.#inRow(run, `arguments:${number}`, args),
      argumentsHash,
      isRedacted ? 1 : 0,
      ruling?.decision ?? null,
      ruling?.rule ?? null,
      ruling?.policy ?? null,
      ruling?.path ?? null,
      ruling === undefined || ruling.logged.length === 0 ? null : JSON.stringify(ruling.logged),
    );
  }

  complete(run: number, number: number, answer: AnsweredCall): void {
    const { state, endedAt, attempts, code, message, result, resultLength, resultHash, isRedacted, mismatch } = answer;
    const { deniedBy, marks = [] } = answer;
    this.run(
      `UPDATE call SET state = ?, ended_at = ?, attempts = ?, code = ?, message = ?, result = ?, result_length = ?,
         result_hash = ?, redacted = max(redacted, ?), mismatch = ?, decision = coalesce(?, decision),
         rule = coalesce(?, rule), logged = coalesce(?, logged) WHERE run = ? AND number = ?`,
      state,
      endedAt,
      attempts,
      code ?? null,
      message ?? null,
      this.#inRow(run, `result:${number}`, result),
      resultLength ?? null,
      resultHash ?? null,
      isRedacted ? 1 : 0,
      mismatch ?? null,
      deniedBy === undefined ? null : "deny",
      deniedBy ?? null,
      marks.length === 0 ? null : JSON.stringify(marks),
      run,
      number,
    );
  }

  /** Records that a call was sent again, as another call of the run. @param again null if that one was not sent after all */
  sentAgain(run: number, number: number, again: number | null): void {
    this.run("UPDATE call SET sent_again = ? WHERE run = ? AND number = ?", again, run, number);
  }

  /** Marks calls of runs that are still marked running: they were sent before the Gateway was restarted, and their answers are lost. */
  markUnknown(): void {
    this.run(
      `UPDATE call SET state = 'unknown' WHERE state = 'sent' AND run IN (SELECT number FROM run WHERE state = 'running')`,
    );
  }

  /** Calls in order, without texts that are too long for a row. */
  list(run: number, after: number, limit: number): readonly CallRecord[] {
    return this.rows<CallRow>(
      `SELECT ${COLUMNS}, arguments, result FROM call WHERE run = ? AND number > ? ORDER BY number LIMIT ?`,
      run,
      after,
      limit,
    ).map(recordOf);
  }

  /** Calls in order, from the first, without arguments and results: a thousand of those are 30 MB. */
  outline(run: number, limit: number): readonly CallRecord[] {
    return this.rows<CallRow>(
      `SELECT ${COLUMNS}, NULL AS arguments, NULL AS result FROM call WHERE run = ? ORDER BY number LIMIT ?`,
      run,
      limit,
    ).map(recordOf);
  }

  /** The number of calls that `list` has of a run, on all of its pages: not those of the scripts inside it. */
  count(run: number): number {
    return this.one<{ n: number }>("SELECT count(*) AS n FROM call WHERE run = ?", run).n;
  }

  /** One call, with all stored texts. */
  read(run: number, number: number): CallRecord | undefined {
    const row = this.first<CallRow>(
      `SELECT ${COLUMNS}, arguments, result FROM call WHERE run = ? AND number = ?`,
      run,
      number,
    );
    if (row === undefined) return undefined;
    const args = row.arguments ?? this.#texts.read(run, `arguments:${number}`) ?? null;
    return recordOf({
      ...row,
      arguments: args,
      result: row.result ?? this.#texts.read(run, `result:${number}`) ?? null,
    });
  }

  #inRow(run: number, part: `arguments:${number}` | `result:${number}`, text: string | undefined): string | null {
    if (text === undefined) return null;
    if (text.length <= MAX_IN_ROW_LENGTH) return text;
    this.#texts.write(run, part, text);
    return null;
  }
}

function recordOf({ raw, redacted, logged, ...row }: CallRow): CallRecord {
  return {
    ...present<StoredFields>(row),
    raw: ANSWER_FORMS[raw] === "raw",
    isRedacted: redacted === 1,
    ...(logged !== null && { logged: JSON.parse(logged) as readonly LoggedVerdict[] }),
  };
}

type StoredFields = Omit<CallRecord, "raw" | "isRedacted" | "logged">;
type CallRow = RowOf<StoredFields> & { raw: number; redacted: number; logged: string | null };
