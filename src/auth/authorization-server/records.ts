/**
 * Storage for the OAuth library in Durable Objects instead of Workers KV: a deployment needs no namespace, and a code or refresh
 * token that was used is used everywhere at once. `RecordTable` is the storage, `asKv` adapts it to the library's interface.
 */
export interface StoredRecord {
  readonly value: string;
  readonly metadata: unknown;
}

export interface RecordPage {
  readonly keys: readonly { readonly name: string; readonly metadata: unknown }[];
  /** Cursor of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/** The storage operations; they are also called over RPC. */
export interface Records {
  getRecord(key: string): Promise<StoredRecord | undefined>;
  /** @param expiresAt milliseconds since 1970 */
  putRecord(key: string, value: string, expiresAt: number | undefined, metadata: unknown): Promise<void>;
  deleteRecord(key: string): Promise<void>;
  listRecords(prefix: string, limit: number, after: string | undefined): Promise<RecordPage>;
}

interface PutOptions {
  readonly expirationTtl?: number;
  readonly expiration?: number;
  readonly metadata?: unknown;
}

interface ListOptions {
  readonly prefix?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

const PAGE = 1_000;

/** The part of a KV namespace that the library uses. */
export function asKv(records: Records): KVNamespace {
  const kv = {
    async get(key: string, options?: { readonly type?: string }): Promise<unknown> {
      const record = await records.getRecord(key);
      if (record === undefined) return null;
      return options?.type === "json" ? (JSON.parse(record.value) as unknown) : record.value;
    },
    put(key: string, value: string, { expirationTtl, expiration, metadata }: PutOptions = {}): Promise<void> {
      const expiresAt =
        expirationTtl === undefined ? expiration && expiration * 1_000 : Date.now() + expirationTtl * 1_000;
      return records.putRecord(key, value, expiresAt, metadata);
    },
    delete(key: string): Promise<void> {
      return records.deleteRecord(key);
    },
    async list({ prefix = "", limit = PAGE, cursor }: ListOptions = {}): Promise<unknown> {
      const { keys, next } = await records.listRecords(prefix, limit, cursor);
      return next === undefined ? { keys, list_complete: true } : { keys, list_complete: false, cursor: next };
    },
  };
  return kv as unknown as KVNamespace;
}
