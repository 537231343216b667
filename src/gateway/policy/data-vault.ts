/**
 * Values that the policy tokenizes, and their tokens, of one principal. All are in memory once they are needed; in storage a value is
 * sealed under ISOGATE_ENCRYPTION_KEY and bound to its principal and token. A token is handed out only when its value is stored. A value
 * that the present key cannot open stays stored: one start with a wrong key must not destroy it.
 */
import { DATA_TOKEN_KEPT_MS, MAX_DATA_TOKENS } from "../../limits/data-limits.ts";
import { openKeyRing, type KeyRing } from "../../upstream/credentials/key-ring.ts";
import type { DataTokenTable } from "../store/data-token-table.ts";
import type { Result } from "../../lib/result.ts";
import { replaceTokens } from "./tokens-in-json.ts";

interface Kept {
  readonly token: string;
  readonly kind: string;
  readonly number: number;
  /** Undefined while it cannot be opened. */
  readonly value: string | undefined;
  seenAt: number;
  isStored: boolean;
}

interface Opened extends Kept {
  readonly value: string;
}

interface DataVaultOptions {
  readonly table: DataTokenTable;
  /** Identifies the principal permanently. */
  readonly owner: string;
  /** The value of `ISOGATE_ENCRYPTION_KEY`. */
  readonly secrets: string | undefined;
  readonly now: () => number;
}

/** The time of the last use is written at most once a day. */
const NOTE_USE_EVERY_MS = 86_400_000;

export class DataVault {
  readonly #table: DataTokenTable;
  readonly #owner: string;
  readonly #keys: Result<KeyRing, string>;
  readonly #now: () => number;
  /** Values by token, least recently used first. */
  readonly #byToken = new Map<string, Kept>();
  readonly #byValue = new Map<string, Opened>();
  readonly #fresh = new Set<Opened>();
  #counts = new Map<string, number>();
  #loading: Promise<void> | undefined;
  #storing: Promise<void> = Promise.resolve();

  constructor({ table, owner, secrets, now }: DataVaultOptions) {
    this.#table = table;
    this.#owner = owner;
    this.#keys = openKeyRing(secrets);
    this.#now = now;
  }

  /** Why no value can be stored; undefined if it can. */
  get unavailable(): string | undefined {
    return this.#keys.ok ? undefined : this.#keys.error;
  }

  /** Reads what is stored; everything else needs it before. */
  ready(): Promise<void> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  /** Number of values that the present key cannot open. */
  get unopened(): number {
    return [...this.#byToken.values()].filter((kept) => kept.value === undefined && this.#lives(kept)).length;
  }

  /** @returns the first token in a JSON text whose value is stored and cannot be opened */
  unopenedIn(json: string): string | undefined {
    let unopened: string | undefined;
    replaceTokens(json, (token) => {
      const kept = this.#byToken.get(token);
      if (kept !== undefined && kept.value === undefined && this.#lives(kept)) unopened ??= token;
      return token;
    });
    return unopened;
  }

  /** The token of a value: the same one as long as it lives. */
  tokenOf(kind: string, value: string): string {
    const now = this.#now();
    const known = this.#byValue.get(nameOf(kind, value));
    if (known !== undefined && this.#lives(known)) return this.#seen(known, now).token;
    const number = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, number);
    const kept = { token: tokenText(kind, number), kind, number, value, seenAt: now, isStored: false };
    this.#keep(kept);
    this.#fresh.add(kept);
    this.#forgetBeyond(MAX_DATA_TOKENS);
    return kept.token;
  }

  /** Puts values in place of tokens in a JSON text. What is no token of a value that still lives stays as it is. */
  reveal(json: string, mayReveal: (kind: string) => boolean = () => true): Revealed {
    const revealed = new Map<string, string>();
    const text = replaceTokens(json, (token) => {
      const kept = this.#byToken.get(token);
      if (kept?.value === undefined || !this.#lives(kept) || !mayReveal(kept.kind)) return token;
      revealed.set(kept.value, token);
      return kept.value;
    });
    return { json: text, revealed };
  }

  /** Stores the values of new tokens, before any of them is handed out. */
  store(): Promise<void> {
    const stored = this.#storing.catch(() => undefined).then(() => this.#storeNew());
    this.#storing = stored;
    return stored;
  }

  async #load(): Promise<void> {
    this.#counts = new Map(this.#table.counts());
    const oldest = this.#now() - DATA_TOKEN_KEPT_MS;
    for (const { kind, number, sealed, seen_at: seenAt } of this.#table.all()) {
      // The number of a value that expired is not used again.
      if (seenAt <= oldest) {
        this.#table.remove(kind, number);
        continue;
      }
      const unsealed = this.#keys.ok ? await this.#keys.value.unseal(sealed, this.#binding(kind, number)) : UNOPENED;
      const stored = { token: tokenText(kind, number), kind, number, seenAt, isStored: true };
      if (!unsealed.ok) {
        this.#byToken.set(stored.token, { ...stored, value: undefined });
        continue;
      }
      const kept = { ...stored, value: unsealed.text };
      this.#keep(kept);
      // It is sealed again under the key that replaced the one that it was sealed with.
      if (!unsealed.isCurrent) this.#fresh.add(kept);
    }
  }

  async #storeNew(): Promise<void> {
    const fresh = [...this.#fresh];
    if (fresh.length === 0) return;
    const rows = await Promise.all(
      fresh.map(async ({ kind, number, value, seenAt }) => ({
        kind,
        number,
        sealed: await this.#ring().seal(value, this.#binding(kind, number)),
        seen_at: seenAt,
      })),
    );
    this.#table.insert(rows);
    for (const kept of fresh) {
      kept.isStored = true;
      this.#fresh.delete(kept);
      // It was forgotten while it was being sealed.
      if (this.#byToken.get(kept.token) !== kept) this.#table.remove(kept.kind, kept.number);
    }
  }

  #keep(kept: Opened): void {
    this.#byToken.set(kept.token, kept);
    this.#byValue.set(nameOf(kept.kind, kept.value), kept);
  }

  #seen(kept: Kept, now: number): Kept {
    if (now - kept.seenAt < NOTE_USE_EVERY_MS) return kept;
    kept.seenAt = now;
    this.#byToken.delete(kept.token);
    this.#byToken.set(kept.token, kept);
    if (kept.isStored) this.#table.seen(kept.kind, kept.number, now);
    return kept;
  }

  #lives({ seenAt }: Kept): boolean {
    return this.#now() - seenAt < DATA_TOKEN_KEPT_MS;
  }

  #forgetBeyond(max: number): void {
    for (const kept of this.#byToken.values()) {
      if (this.#byToken.size <= max) return;
      this.#byToken.delete(kept.token);
      const name = kept.value === undefined ? undefined : nameOf(kept.kind, kept.value);
      if (name !== undefined && this.#byValue.get(name) === kept) this.#byValue.delete(name);
      if (kept.isStored) this.#table.remove(kept.kind, kept.number);
    }
  }

  #binding(kind: string, number: number): string {
    return JSON.stringify([this.#owner, "data token", kind, number]);
  }

  #ring(): KeyRing {
    if (!this.#keys.ok) throw new Error(this.#keys.error);
    return this.#keys.value;
  }
}

const UNOPENED = { ok: false } as const;

interface Revealed {
  readonly json: string;
  /** The values that were put in, with their tokens. */
  readonly revealed: ReadonlyMap<string, string>;
}

function tokenText(kind: string, number: number): string {
  return `[${kind.toUpperCase()}_${number}]`;
}

function nameOf(kind: string, value: string): string {
  return `${kind}\n${value}`;
}
