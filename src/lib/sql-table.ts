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
    return this.#exec(statement, values).rowsWritten;
  }

  protected rows<T extends Row>(query: string, ...values: Values): T[] {
    return this.#exec<T>(query, values).toArray();
  }

  protected first<T extends Row>(query: string, ...values: Values): T | undefined {
    return this.rows<T>(query, ...values)[0];
  }

  /** @throws Error unless the query has exactly one row, as an aggregate has */
  protected one<T extends Row>(query: string, ...values: Values): T {
    return this.#exec<T>(query, values).one();
  }

  /** @throws RangeError for values that are longer than a row */
  #exec<T extends Row>(query: string, values: Values): SqlStorageCursor<T> {
    refuseLongRow(values);
    return this.storage.sql.exec<T>(query, ...values);
  }
}

/** A row whose columns have the names of a record's fields; NULL is an absent field. */
export type RowOf<T> = { [K in keyof T]-?: object extends Pick<T, K> ? T[K] | null : T[K] };

/** @returns the record of a row */
export function present<T extends object>(row: RowOf<T>): T {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T;
}

const MAX_ROW_BYTES = 2_000_000;
const MAX_BYTES_PER_UNIT = 3;

/** Local workerd stores rows of any size, so that a longer one would fail on the platform only. */
function refuseLongRow(values: Values): void {
  const sizes = values.map((value) => (typeof value === "string" ? value.length * MAX_BYTES_PER_UNIT : bytesOf(value)));
  if (sum(sizes) <= MAX_ROW_BYTES) return;
  const bytes = sum(values.map(bytesOf));
  if (bytes > MAX_ROW_BYTES) throw new RangeError(`A row of ${bytes} bytes is longer than ${MAX_ROW_BYTES}.`);
}

function bytesOf(value: Values[number]): number {
  if (typeof value === "string") return new TextEncoder().encode(value).length;
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? value.byteLength : 0;
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((all, size) => all + size, 0);
}
