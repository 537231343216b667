/**
 * The Gateway's tables, as numbered steps: each runs once, in order, in one transaction with the record that it ran.
 * A step that was released is never edited; a change is a new step.
 */
import { CATALOG_TABLES, SHAPE_TABLES } from "./catalog-table.ts";
import { VECTOR_TABLES } from "./vector-table.ts";

const STEPS: readonly string[] = [CATALOG_TABLES, SHAPE_TABLES, VECTOR_TABLES];

export function migrate(storage: DurableObjectStorage): void {
  const { sql } = storage;
  sql.exec("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)");
  const done = sql.exec<{ version: number }>("SELECT version FROM schema_version").toArray()[0]?.version ?? 0;
  if (done >= STEPS.length) return;
  storage.transactionSync(() => {
    for (const step of STEPS.slice(done)) sql.exec(step);
    sql.exec("DELETE FROM schema_version");
    sql.exec("INSERT INTO schema_version (version) VALUES (?)", STEPS.length);
  });
}
