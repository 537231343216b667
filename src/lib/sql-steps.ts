/**
 * Migrates the tables of a Durable Object in numbered steps: the base creates all tables, later steps change them. Each runs once, in order, in
 * one transaction with the record that it ran. A released step is never edited; a change is a new step.
 */
export interface BaseStep {
  /** The number of the base. Before it, the same tables were made in that many steps, so that a store of this version has them. */
  readonly version: number;
  readonly tables: readonly string[];
}

const OLD_STORE = "The store has tables of version ";

/** @returns what is to be done, if `error` is that of a store of a version before the base; it keeps its text on its way over RPC */
export function oldStoreText(error: unknown): string | undefined {
  return error instanceof Error && error.message.startsWith(OLD_STORE) ? error.message : undefined;
}

/**
 * @param later the steps after the base, which have the numbers after its own
 * @throws Error for a store of a version before the base
 */
export function runSteps(storage: DurableObjectStorage, base: BaseStep, later: readonly string[]): void {
  const { sql } = storage;
  sql.exec("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)");
  const done = sql.exec<{ version: number }>("SELECT version FROM schema_version").toArray()[0]?.version;
  if (done !== undefined && done < base.version) {
    throw new Error(
      `${OLD_STORE}${done}, and this version reads those from version ${base.version} on. Use the version that ` +
        "you used before, or empty the store (that of a local gateway is the folder .wrangler/state, or that of --state).",
    );
  }
  const newest = base.version + later.length;
  if (done !== undefined && done >= newest) return;
  const steps = done === undefined ? [...base.tables, ...later] : later.slice(done - base.version);
  storage.transactionSync(() => {
    for (const step of steps) sql.exec(step);
    sql.exec("DELETE FROM schema_version");
    sql.exec("INSERT INTO schema_version (version) VALUES (?)", newest);
  });
}
