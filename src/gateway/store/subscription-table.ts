/** The resources to which 2025-era clients have subscribed in their sessions (`resources/subscribe`). Sessions themselves are not stored. */
import { SqlTable } from "../../lib/sql-table.ts";
import { MAX_SUBSCRIPTIONS } from "../../limits/listen-limits.ts";
import type { ServerResource } from "../../rpc/listening.ts";

export const SUBSCRIPTION_TABLES = `
  CREATE TABLE session_resource (
    session TEXT NOT NULL, uri TEXT NOT NULL, server TEXT NOT NULL, set_at INTEGER NOT NULL, PRIMARY KEY (session, uri)
  ) WITHOUT ROWID;
`;

export class SubscriptionTable extends SqlTable {
  /**
   * The oldest are forgotten, because most clients do not say when a session ends.
   * @param listened sessions in which a client listens now, which keep theirs
   */
  add(session: string, { server, uri }: ServerResource, now: number, listened: readonly string[]): void {
    this.run(
      "INSERT OR REPLACE INTO session_resource (session, uri, server, set_at) VALUES (?, ?, ?, ?)",
      session,
      uri,
      server,
      now,
    );
    this.run(
      `DELETE FROM session_resource WHERE (session, uri) IN
        (SELECT session, uri FROM session_resource WHERE session NOT IN (SELECT value FROM json_each(?))
          ORDER BY set_at DESC, session, uri LIMIT -1 OFFSET ?)`,
      JSON.stringify(listened),
      MAX_SUBSCRIPTIONS,
    );
  }

  /** @returns the server of a resource; undefined if the session has not subscribed to it */
  remove(session: string, uri: string): string | undefined {
    const query = "DELETE FROM session_resource WHERE session = ? AND uri = ? RETURNING server";
    return this.first<{ server: string }>(query, session, uri)?.server;
  }

  removeAll(session: string): void {
    this.run("DELETE FROM session_resource WHERE session = ?", session);
  }

  of(session: string): readonly ServerResource[] {
    return this.rows<{ server: string; uri: string }>(
      "SELECT server, uri FROM session_resource WHERE session = ? ORDER BY uri",
      session,
    );
  }

  /** @returns resources to which somebody has subscribed since then */
  since(time: number): readonly ServerResource[] {
    return this.rows<{ server: string; uri: string }>(
      "SELECT server, uri FROM session_resource WHERE set_at > ?",
      time,
    );
  }
}
