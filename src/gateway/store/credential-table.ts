/**
 * Credentials of the principal, sealed row by row. The additional data of a row names its owner and purpose, so that a row copied to
 * another place or principal cannot be opened there.
 */
import { SqlTable } from "../../lib/sql-table.ts";
import { sha256 } from "../../lib/hash.ts";
import type { CredentialStore, LastingKind, OneTimeKind, Stored } from "../../upstream/credentials/credential-store.ts";
import { openKeyRing, type KeyRing } from "../../upstream/credentials/key-ring.ts";
import type { Result } from "../../lib/result.ts";

export const CREDENTIAL_TABLES = `
  CREATE TABLE credential (
    kind TEXT NOT NULL, name TEXT NOT NULL, server TEXT NOT NULL, sealed TEXT NOT NULL, expires_at INTEGER,
    PRIMARY KEY (kind, name)
  );
`;

/** The maximum per upstream and kind, so that a client that requests links without end cannot fill the storage. */
const MAX_ONE_TIME = 50;

interface Row {
  readonly [column: string]: SqlStorageValue;
  readonly kind: string;
  readonly name: string;
  readonly server: string;
  readonly sealed: string;
}

type Place = Pick<Row, "kind" | "name" | "server">;

interface CredentialTableOptions {
  /** Identifies the principal permanently. */
  readonly owner: string;
  /** The value of `ISOGATE_ENCRYPTION_KEY`. */
  readonly secrets: string | undefined;
}

export class CredentialTable extends SqlTable implements CredentialStore {
  readonly #owner: string;
  readonly #keys: Result<KeyRing, string>;
  /** The last write or removal of each lasting value that was asked for, by kind and server. */
  readonly #last = new Map<string, symbol>();

  constructor(storage: DurableObjectStorage, { owner, secrets }: CredentialTableOptions) {
    super(storage);
    this.#owner = owner;
    this.#keys = openKeyRing(secrets);
  }

  get unavailable(): string | undefined {
    return this.#keys.ok ? undefined : this.#keys.error;
  }

  async read(kind: LastingKind, server: string): Promise<Stored> {
    const row = this.#row(kind, server, server);
    if (row === undefined) return { state: "absent" };
    const unsealed = await this.#ring().unseal(row.sealed, this.#binding(row));
    if (!unsealed.ok) return { state: "unreadable" };
    if (!unsealed.isCurrent) await this.#sealAgain(row, unsealed.text);
    return { state: "found", value: JSON.parse(unsealed.text) as unknown };
  }

  async write(kind: LastingKind, server: string, value: unknown): Promise<void> {
    const isLast = this.#begin(kind, server);
    await this.#insert({ kind, name: server, server }, value, null, isLast);
  }

  remove(kind: LastingKind, server: string): void {
    this.#begin(kind, server);
    this.run("DELETE FROM credential WHERE kind = ? AND name = ?", kind, server);
  }

  async writeOneTime(
    kind: OneTimeKind,
    secret: string,
    server: string,
    value: unknown,
    expiresAt: number,
  ): Promise<void> {
    await this.#insert({ kind, name: await sha256(secret), server }, value, expiresAt);
    this.run("DELETE FROM credential WHERE expires_at < ?", Date.now());
    this.run(
      `DELETE FROM credential WHERE kind = ? AND server = ? AND name NOT IN
         (SELECT name FROM credential WHERE kind = ? AND server = ? ORDER BY expires_at DESC LIMIT ?)`,
      kind,
      server,
      kind,
      server,
      MAX_ONE_TIME,
    );
  }

  async readOneTime(kind: OneTimeKind, secret: string, server: string): Promise<unknown> {
    return this.#openOneTime(this.#row(kind, await sha256(secret), server));
  }

  async takeOneTime(kind: OneTimeKind, secret: string, server: string): Promise<unknown> {
    const name = await sha256(secret);
    // There is no await between reading and deleting, so that the value is handed out once.
    const row = this.#row(kind, name, server);
    this.run("DELETE FROM credential WHERE kind = ? AND name = ? AND server = ?", kind, name, server);
    return this.#openOneTime(row);
  }

  removeOneTime(kind: OneTimeKind, server: string): void {
    this.run("DELETE FROM credential WHERE kind = ? AND server = ?", kind, server);
  }

  /** Removes the tickets and begun sign-ins of all servers, also of those that are switched off. */
  removeAllOneTime(): void {
    this.run("DELETE FROM credential WHERE kind IN ('ticket', 'sign-in')");
  }

  async #openOneTime(row: Row | undefined): Promise<unknown> {
    if (row === undefined || Number(row["expires_at"]) < Date.now()) return undefined;
    const unsealed = await this.#ring().unseal(row.sealed, this.#binding(row));
    return unsealed.ok ? (JSON.parse(unsealed.text) as unknown) : undefined;
  }

  #row(kind: string, name: string, server: string): Row | undefined {
    return this.first<Row>("SELECT * FROM credential WHERE kind = ? AND name = ? AND server = ?", kind, name, server);
  }

  /** @returns whether this is still the last write or removal: sealing takes time, and what was removed meanwhile stays removed */
  #begin(kind: LastingKind, server: string): () => boolean {
    const key = `${kind} ${server}`;
    const begun = Symbol(key);
    this.#last.set(key, begun);
    return () => this.#last.get(key) === begun;
  }

  async #insert(place: Place, value: unknown, expiresAt: number | null, isWanted = () => true): Promise<void> {
    const sealed = await this.#ring().seal(JSON.stringify(value), this.#binding(place));
    if (!isWanted()) return;
    this.run(
      "INSERT OR REPLACE INTO credential (kind, name, server, sealed, expires_at) VALUES (?, ?, ?, ?, ?)",
      place.kind,
      place.name,
      place.server,
      sealed,
      expiresAt,
    );
  }

  /** Seals the row with the current key, only if it still is what was read: it may have been replaced meanwhile. */
  async #sealAgain(row: Row, text: string): Promise<void> {
    const sealed = await this.#ring().seal(text, this.#binding(row));
    this.run(
      "UPDATE credential SET sealed = ? WHERE kind = ? AND name = ? AND sealed = ?",
      sealed,
      row.kind,
      row.name,
      row.sealed,
    );
  }

  #binding({ kind, name, server }: Place): string {
    return JSON.stringify([this.#owner, kind, name, server]);
  }

  #ring(): KeyRing {
    if (!this.#keys.ok) throw new Error(this.#keys.error);
    return this.#keys.value;
  }
}
