/**
 * Runs, one narrow row each, so that a list of thousands is read in milliseconds. Long texts are stored in `run_text`, and a script that
 * runs repeatedly is stored once. `number` orders runs by the time they were opened and is the cursor of lists.
 */
import { present, type RowOf, SqlTable } from "../../lib/sql-table.ts";
import type { RunEvent } from "../../contract/run-events.ts";
import type { RunState } from "../../contract/run-states.ts";
import { sha256Now } from "../../lib/hash.ts";
import type { RunError } from "../../../worker-loader/index.ts";
import { titleOf } from "../../ledger/run-title.ts";
import { runTokens } from "../../ledger/tokens-kept-out.ts";
import type { RecordedDetails, RunOpening, RunSummary } from "../../ledger/run-record.ts";
import type { RunFilter, RunPage } from "../../ledger/run-filter.ts";
import { STATE_OF_CONTINUING } from "./durable-run-table.ts";
import { TextTable } from "./text-table.ts";

export const RUN_TABLES = `
  CREATE TABLE run_script (hash TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE run (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, state TEXT NOT NULL, code TEXT, started_at INTEGER NOT NULL,
    ended_at INTEGER, via TEXT NOT NULL, client TEXT NOT NULL, script TEXT NOT NULL, title TEXT NOT NULL,
    saved_name TEXT, saved_version INTEGER, parent TEXT, replay_of TEXT, language TEXT,
    calls INTEGER NOT NULL DEFAULT 0, failed_calls INTEGER NOT NULL DEFAULT 0, servers TEXT NOT NULL DEFAULT '',
    result_tokens INTEGER NOT NULL DEFAULT 0, definition_tokens INTEGER NOT NULL DEFAULT 0,
    returned_tokens INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0, prepare_ms INTEGER,
    redacted INTEGER NOT NULL DEFAULT 0, seed TEXT NOT NULL, options TEXT NOT NULL, error TEXT, handle TEXT,
    unknown_calls INTEGER NOT NULL DEFAULT 0, session TEXT
  );
  CREATE INDEX run_open ON run (number) WHERE state = 'running';
  CREATE INDEX run_script_used ON run (script);
  CREATE INDEX run_parent ON run (parent) WHERE parent IS NOT NULL;
`;

/** The fields that change while a run continues and when it ends. */
export interface RunProgress {
  readonly calls: number;
  readonly failedCalls: number;
  readonly unknownCalls: number;
  readonly servers: ReadonlySet<string>;
  readonly resultTokens: number;
  readonly definitionTokens: number;
  /** The approximate number of characters written for the run, which retention by size counts. */
  readonly bytes: number;
  readonly isRedacted: boolean;
}

/** The state of a run that is continued. */
export interface RunBefore extends RunProgress {
  /** Number of its last call that has a row. */
  readonly lastCall: number;
  /** Tools that it and the scripts inside it have called, as `server.tool`: their definitions are counted already. */
  readonly calledTools: ReadonlySet<string>;
}

/** Some runs, and the scripts inside them. */
const partsOf = (runs: string): string => `WITH RECURSIVE part (number, id) AS (
  SELECT number, id FROM run WHERE ${runs} UNION SELECT run.number, run.id FROM part JOIN run ON run.parent = part.id
)`;
const RUN_PARTS = partsOf("number = ?");
const END_CODES = { cancelled: "CANCELLED", interrupted: "INTERNAL_ERROR" } as const;

/** Ends the scripts inside a run, or inside several, that wait. */
const END_WAITING = `UPDATE run SET state = ?, code = ?, error = ?, ended_at = max(?, started_at) WHERE state = 'waiting'`;

/** Counts the calls of a row of `run`, and of the scripts inside it. */
const RUN_CALLS = `WITH RECURSIVE part (number, id) AS (
  SELECT run.number, run.id UNION SELECT inner_run.number, inner_run.id FROM part JOIN run AS inner_run ON inner_run.parent = part.id
) SELECT count(*) FROM part CROSS JOIN call ON call.run = part.number`;

/** The state in which a row of `run` continues that was cut off, or a run around it: see STATE_OF_CONTINUING; else NULL. */
const CONTINUES_AS = `(WITH RECURSIVE around (id, parent) AS (
  SELECT run.id, run.parent UNION SELECT above.id, above.parent FROM around JOIN run AS above ON above.id = around.parent
) SELECT ${STATE_OF_CONTINUING} FROM around CROSS JOIN durable_run ON durable_run.id = around.id)`;

/** A call that asked a person for input has not failed if it was sent again with that, or can be because its run continues. */
const HAS_FAILED = `call.state IN ('failed', 'refused')
  AND NOT (call.code IS 'INPUT_REQUIRED' AND (call.sent_again IS NOT NULL OR ${CONTINUES_AS} IS NOT NULL))`;

interface StoredRunEnd {
  readonly state: Exclude<RunState, "running" | "waiting">;
  readonly error?: RunError;
  readonly endedAt: number;
  readonly prepareMs: number;
  readonly returnedTokens: number;
  readonly handle?: string;
}

export class RunTable extends SqlTable {
  readonly #texts: TextTable;

  constructor(storage: DurableObjectStorage) {
    super(storage);
    this.#texts = new TextTable(storage);
  }

  /** @returns the run's number */
  insert(opening: RunOpening): number {
    const { id, via, client, code, language, input, options, startedAt, seed, saved, parent, replayOf, session } =
      opening;
    const hash = sha256Now(code);
    this.run("INSERT OR IGNORE INTO run_script (hash, text) VALUES (?, ?)", hash, code);
    const { number } = this.one<{ number: number }>(
      `INSERT INTO run (id, state, started_at, via, client, script, title, saved_name, saved_version, parent, replay_of,
           language, seed, options, session) VALUES (?, 'running', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`,
      id,
      startedAt,
      via,
      client,
      hash,
      titleOf(code),
      saved?.name ?? null,
      saved?.version ?? null,
      parent ?? null,
      replayOf ?? null,
      language ?? null,
      seed,
      options,
      session ?? null,
    );
    if (input !== "{}") this.#texts.write(number, "input", input);
    return number;
  }

  progress(number: number, { calls, failedCalls, unknownCalls, servers, ...rest }: RunProgress): void {
    this.run(
      `UPDATE run SET calls = ?, failed_calls = ?, unknown_calls = ?, servers = ?, result_tokens = ?, definition_tokens = ?, bytes = ?,
         redacted = ? WHERE number = ?`,
      calls,
      failedCalls,
      unknownCalls,
      servers.size === 0 ? "" : ` ${[...servers].join(" ")} `,
      rest.resultTokens,
      rest.definitionTokens,
      rest.bytes,
      rest.isRedacted ? 1 : 0,
      number,
    );
  }

  end(number: number, { state, error, endedAt, prepareMs, returnedTokens, handle }: StoredRunEnd): void {
    this.run(
      "UPDATE run SET state = ?, code = ?, error = ?, ended_at = ?, prepare_ms = ?, returned_tokens = ?, handle = ? WHERE number = ?",
      state,
      error?.code ?? null,
      error ? JSON.stringify(error) : null,
      endedAt,
      prepareMs,
      returnedTokens,
      handle ?? null,
      number,
    );
  }

  /** Marks a run as waiting, to be continued later. */
  park(number: number): void {
    this.run("UPDATE run SET state = 'waiting' WHERE number = ?", number);
  }

  /** Marks a run as running again. @returns its progress */
  reopen(number: number): RunBefore {
    this.run("UPDATE run SET state = 'running', ended_at = NULL, error = NULL, code = NULL WHERE number = ?", number);
    const { servers, redacted, ...row } = this.one<ProgressRow>(
      `SELECT ${COUNT_COLUMNS}, bytes, redacted,
           (SELECT coalesce(max(number), 0) FROM call WHERE run = run.number) AS lastCall FROM run WHERE number = ?`,
      number,
    );
    return {
      ...row,
      servers: new Set(serversOf(servers)),
      isRedacted: redacted === 1,
      calledTools: this.#calledTools(number),
    };
  }

  /** @returns tools that the run and the scripts inside it have called, as `server.tool` */
  #calledTools(number: number): ReadonlySet<string> {
    const rows = this.rows<{ name: string }>(
      `${RUN_PARTS} SELECT DISTINCT server || '.' || tool AS name FROM part CROSS JOIN call ON call.run = part.number WHERE state <> 'refused'`,
      number,
    );
    return new Set(rows.map(({ name }) => name));
  }

  /** Ends the scripts inside a run that has ended: nothing continues those that wait. @returns their ends, as events */
  endWaitingInside(id: string, state: "cancelled" | "interrupted", at: number): readonly RunEvent[] {
    const [code, message] = [END_CODES[state], "The run that called this script ended while the script waited."];
    return this.rows<{ id: string; calls: number; failed_calls: number; unknown_calls: number }>(
      `${END_WAITING} AND number IN (${RUN_PARTS} SELECT number FROM part) RETURNING id, calls, failed_calls, unknown_calls`,
      ...[state, code, JSON.stringify({ code, message }), at, this.numberOf(id) ?? null],
    ).map(({ id: run, ...counts }) => ({ type: "run_ended", run, state, at, ...counts, code, message }));
  }

  /** Ends runs that a crash or an eviction cut off, and the scripts inside them; `now` becomes their end. */
  interruptRunning(now: number): void {
    const code = END_CODES.interrupted;
    const error = JSON.stringify({
      code,
      message: "The gateway was restarted while this run was going on. Calls marked unknown may have happened.",
    });
    this.run(
      `${END_WAITING} AND number IN (${partsOf("state = 'running'")} SELECT number FROM part)`,
      ...["interrupted", code, error, now],
    );
    this.run(
      `UPDATE run SET state = 'interrupted', code = ?, error = ?, ended_at = max(?, started_at),
         calls = (${RUN_CALLS}), failed_calls = (${RUN_CALLS} WHERE ${HAS_FAILED}), unknown_calls = (${RUN_CALLS} WHERE call.state = 'unknown'),
         servers = coalesce((SELECT ' ' || replace(group_concat(DISTINCT server), ',', ' ') || ' ' FROM call WHERE run = run.number), '')
         WHERE state = 'running'`,
      ...[code, error, now],
    );
  }

  numberOf(id: string): number | undefined {
    return this.first<{ number: number }>("SELECT number FROM run WHERE id = ?", id)?.number;
  }

  list(filter: RunFilter): RunPage {
    const { where, values } = conditions(filter);
    const rows = this.rows<RunRow>(
      `SELECT ${SUMMARY_COLUMNS} FROM run ${where} ORDER BY number DESC LIMIT ?`,
      ...values,
      filter.limit + 1,
    );
    const last = rows.length > filter.limit ? rows[filter.limit - 1] : undefined;
    return { runs: rows.slice(0, filter.limit).map(summaryOf), ...(last && { next: String(last.number) }) };
  }

  read(id: string): RecordedDetails | undefined {
    return this.#find(id, SUMMARY_COLUMNS);
  }

  /** Reads a run as it was cut off, also if it continues. */
  readAsStored(id: string): RecordedDetails | undefined {
    return this.#find(id, `${OTHER_COLUMNS}, state, code, error, ended_at AS endedAt`);
  }

  #find(id: string, columns: string): RecordedDetails | undefined {
    const row = this.first<DetailRow>(
      `SELECT ${columns}, script, text, language, seed, options, prepare_ms AS prepareMs, handle, redacted
           FROM run LEFT JOIN run_script ON hash = script WHERE id = ?`,
      id,
    );
    return row && this.#detailsOf(row);
  }

  #detailsOf({
    script,
    text,
    language,
    prepareMs,
    handle,
    options,
    seed,
    redacted,
    ...row
  }: DetailRow): RecordedDetails {
    const value = this.#texts.read(row.number, "value");
    return {
      ...summaryOf(row),
      ...present<OptionalDetails>({ language, prepareMs, handle }),
      script: text ?? "",
      scriptHash: script,
      input: this.#texts.read(row.number, "input") ?? "{}",
      options,
      seed,
      ...(row.error !== null && { error: JSON.parse(row.error) as RunError }),
      ...(value !== undefined && { value }),
      logs: JSON.parse(this.#texts.read(row.number, "logs") ?? "[]") as string[],
      isRedacted: redacted === 1,
    };
  }
}

type ProgressRow = RowOf<Omit<RunBefore, "servers" | "isRedacted" | "calledTools">> & {
  servers: string;
  redacted: number;
};

type SummaryFields = Omit<RunSummary, "message" | "saved" | "servers" | "tokens">;
type RunRow = RowOf<SummaryFields> & {
  number: number;
  error: string | null;
  savedName: string | null;
  savedVersion: number | null;
  servers: string;
  resultTokens: number;
  definitionTokens: number;
  returnedTokens: number;
};

type OptionalDetails = Pick<RecordedDetails, "language" | "prepareMs" | "handle">;
type DetailRow = RunRow &
  RowOf<OptionalDetails> & { script: string; text: string | null; seed: string; options: string; redacted: number };

/**
 * The state in which a run is shown. One that was cut off and continues by itself has not ended, nor have the scripts that it runs; what its
 * row says of its end holds if it never does.
 */
const SHOWN_STATE = `CASE WHEN state = 'interrupted' THEN coalesce(${CONTINUES_AS}, state) ELSE state END`;
const unlessContinues = (column: string): string =>
  `CASE WHEN state = 'interrupted' AND ${CONTINUES_AS} IS NOT NULL THEN NULL ELSE ${column} END`;

const COUNT_COLUMNS = `calls, failed_calls AS failedCalls, unknown_calls AS unknownCalls, servers, result_tokens AS resultTokens,
  definition_tokens AS definitionTokens`;
const OTHER_COLUMNS = `number, id, started_at AS startedAt, via, client, title, saved_name AS savedName, saved_version AS savedVersion, parent,
  replay_of AS replayOf, ${COUNT_COLUMNS}, returned_tokens AS returnedTokens`;
const SUMMARY_COLUMNS = `${OTHER_COLUMNS}, ${SHOWN_STATE} AS state, ${unlessContinues("code")} AS code, ${unlessContinues("error")} AS error,
  ${unlessContinues("ended_at")} AS endedAt`;

function summaryOf({
  number: _number,
  error,
  savedName: name,
  savedVersion: version,
  servers,
  ...row
}: RunRow): RunSummary {
  const { resultTokens, definitionTokens, returnedTokens, ...fields } = row;
  return {
    ...present<SummaryFields>(fields),
    ...(error !== null && { message: (JSON.parse(error) as RunError).message.slice(0, 500) }),
    servers: serversOf(servers),
    ...(name !== null && version !== null && { saved: { name, version } }),
    tokens: runTokens(resultTokens, definitionTokens, returnedTokens),
  };
}

function serversOf(text: string): string[] {
  return text.split(" ").filter((server) => server !== "");
}

function conditions(filter: RunFilter): { readonly where: string; readonly values: readonly (string | number)[] } {
  const parts: string[] = [];
  const values: (string | number)[] = [];
  const add = (sql: string, ...bound: (string | number)[]): void => {
    parts.push(sql);
    values.push(...bound);
  };
  const { before, state, code, server, saved, parent, since, until, text } = filter;
  if (before !== undefined) add("number < ?", before);
  if (state !== undefined) add(`${SHOWN_STATE} = ?`, state);
  if (code !== undefined) add(`${unlessContinues("code")} = ?`, code);
  if (server !== undefined) add("instr(servers, ?) > 0", ` ${server} `);
  if (saved !== undefined) add("saved_name = ?", saved);
  if (parent !== undefined) add("parent = ?", parent);
  if (since !== undefined) add("started_at >= ?", since);
  if (until !== undefined) add("started_at < ?", until);
  if (text !== undefined && text !== "") {
    // LIKE is not used, because the platform refuses patterns of more than 50 bytes.
    const has = (column: string): string => `instr(lower(${column}), lower(?)) > 0`;
    add(
      `(${has("id")} OR ${has("client")} OR ${has("error")} OR script IN (SELECT hash FROM run_script WHERE ${has("text")}))`,
      text,
      text,
      text,
      text,
    );
  }
  return { where: parts.length > 0 ? `WHERE ${parts.join(" AND ")}` : "", values };
}
