/**
 * Migrates the tables of a Durable Object in numbered steps: each runs once, in order, in one transaction with the record that it ran.
 * A released step is never edited; a change is a new step.
 */
export function runSteps(storage: DurableObjectStorage, steps: readonly string[]): void {
  const { sql } = storage;
  sql.exec("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)");
  const done = sql.exec<{ version: number }>("SELECT version FROM schema_version").toArray()[0]?.version ?? 0;
  if (done >= steps.length) return;
  storage.transactionSync(() => {
    for (const step of steps.slice(done)) sql.exec(step);
    sql.exec("DELETE FROM schema_version");
    sql.exec("INSERT INTO schema_version (version) VALUES (?)", steps.length);
  });
}
