/** The log level that a 2025-era client has set in its session (`logging/setLevel`). Sessions themselves are not stored. */
import { SqlTable } from "../../lib/sql-table.ts";
import { isLogLevel, type LogLevel } from "../../lib/log-message.ts";
import { MAX_LOG_SESSIONS } from "../../limits/upstream-limits.ts";

export const LOG_LEVEL_TABLES = `
  CREATE TABLE session_log_level (session TEXT PRIMARY KEY, level TEXT NOT NULL, set_at INTEGER NOT NULL) WITHOUT ROWID;
`;

export class LogLevelTable extends SqlTable {
  get(session: string): LogLevel | undefined {
    const row = this.first<{ level: string }>("SELECT level FROM session_log_level WHERE session = ?", session);
    return isLogLevel(row?.level) ? row.level : undefined;
  }

  /** The oldest sessions are forgotten, because most clients do not say when a session ends. */
  set(session: string, level: LogLevel, now: number): void {
    this.run("INSERT OR REPLACE INTO session_log_level (session, level, set_at) VALUES (?, ?, ?)", session, level, now);
    this.run(
      `DELETE FROM session_log_level WHERE session IN
        (SELECT session FROM session_log_level ORDER BY set_at DESC, session LIMIT -1 OFFSET ?)`,
      MAX_LOG_SESSIONS,
    );
  }

  delete(session: string): void {
    this.run("DELETE FROM session_log_level WHERE session = ?", session);
  }
}
