/** The base of all tables of a Durable Object: statements and queries with bound values. */
// oxlint-disable typescript/no-unnecessary-type-parameters -- the caller names the type of the rows
type Row = Record<string, SqlStorageValue>;
type Values = readonly (SqlStorageValue | Uint8Array)[];

export abstract class SqlTable {
  protected readonly storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.storage = storage;
  }

  /** @returns the number of rows written */
  protected run(statement: string, ...values: Values): number {
    return this.storage.sql.exec(statement, ...values).rowsWritten;
  }

  protected rows<T extends Row>(query: string, ...values: Values): T[] {
    return this.storage.sql.exec<T>(query, ...values).toArray();
  }

  protected first<T extends Row>(query: string, ...values: Values): T | undefined {
    return this.rows<T>(query, ...values)[0];
  }

  /** @throws Error unless the query has exactly one row, as an aggregate has */
  protected one<T extends Row>(query: string, ...values: Values): T {
    return this.storage.sql.exec<T>(query, ...values).one();
  }
}
