/**
 * One Directory per deployment: which keys and principals there are. A key's hash goes to the Gateway of the principal it
 * names, which checks it from then on; here is only what an admin lists. A record is written before its Gateway is told and
 * deleted after, so that a failure in between never leaves a key that works and is listed nowhere.
 */
import { DurableObject } from "cloudflare:workers";
import { RecordTable } from "../auth/authorization-server/record-table.ts";
import { makeKeyText, newKeyId } from "../auth/key-format.ts";
import type { Env } from "../config/env.ts";
import { eraseGateway, gatewayOf } from "../rpc/gateway-stub.ts";
import { sha256 } from "../lib/hash.ts";
import type {
  CreatedKey,
  DirectoryStub,
  KeyRecord,
  LeaseRequest,
  NewKey,
  NewPrincipal,
  PrincipalRecord,
} from "../rpc/directory-stub.ts";
import { InTurn } from "./in-turn.ts";
import { KeyTable } from "./store/key-table.ts";
import { LeaseTable } from "./store/lease-table.ts";
import { migrate } from "./store/migrations.ts";
import { PrincipalTable } from "./store/principal-table.ts";
import { SetupTable } from "./store/setup-table.ts";

/** Of clients, and of sign-ins under way: anybody can cause either. */
const MOST_RECORDS = 5_000;
const UNUSED_CLIENT_MS = 86_400_000;
/** As long as the library itself keeps a registration that is in use. */
const USED_CLIENT_MS = 90 * 86_400_000;

/** A stub's methods as the object behind it may write them: RPC makes a promise of either. */
type Served<T> = {
  [M in keyof T]: T[M] extends (...args: infer A) => Promise<infer R> ? (...args: A) => R | Promise<R> : T[M];
};

export class Directory extends DurableObject<Env> implements Served<DirectoryStub> {
  readonly #keys: KeyTable;
  readonly #principals: PrincipalTable;
  readonly #setup: SetupTable;
  readonly #records: RecordTable;
  readonly #leases: LeaseTable;
  /** By principal: a key that was made while its principal is removed would be good, and listed nowhere. */
  readonly #inTurn = new InTurn();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    migrate(ctx.storage);
    this.#keys = new KeyTable(ctx.storage);
    this.#principals = new PrincipalTable(ctx.storage);
    this.#setup = new SetupTable(ctx.storage);
    this.#records = new RecordTable(ctx.storage, MOST_RECORDS);
    this.#leases = new LeaseTable(ctx.storage);
  }

  lendCounter(asked: LeaseRequest): number | undefined {
    return this.#leases.lend(asked, Date.now());
  }

  deployment(): { readonly tagKey: string; readonly hasKeys: boolean } {
    return { tagKey: this.#setup.tagKey(), hasKeys: this.#keys.hasAny() };
  }

  createKey(asked: NewKey): Promise<CreatedKey> {
    if (asked.principal === undefined) return this.#createKey(asked);
    return this.#inTurn.run(asked.principal, () => this.#createKey(asked));
  }

  async #createKey(asked: NewKey): Promise<CreatedKey> {
    if (asked.principal !== undefined) {
      const kind = this.#principals.kind(asked.principal);
      if (kind === undefined) return { ok: false, reason: "no-such-principal" };
      // Whoever makes a key can use it: for somebody who signs in by themselves that would be to act as them.
      if (kind !== "key" && asked.principal !== asked.createdBy) return { ok: false, reason: "signs-in-itself" };
    }
    const id = newKeyId();
    const principal = asked.principal ?? id;
    const text = await makeKeyText(principal, id, this.#setup.tagKey());
    const { name, role, access, createdBy, expiresAt } = asked;
    const key: KeyRecord = {
      id,
      name,
      principal,
      role,
      access,
      createdBy,
      createdAt: Date.now(),
      expiresAt,
      lastUsedAt: undefined,
    };
    this.ctx.storage.transactionSync(() => {
      if (asked.principal === undefined) this.#principals.note({ id, kind: "key", label: name }, key.createdAt);
      this.#keys.insert(key);
    });
    await gatewayOf(this.env, principal).acceptKey({ id, hash: await sha256(text), role, access, expiresAt });
    return { ok: true, key, text };
  }

  async createFirstKey(asked: NewKey, setupTokenHash: string): Promise<CreatedKey> {
    if (this.#setup.isSpent(setupTokenHash) || this.#keys.hasAdmin(Date.now())) {
      return { ok: false, reason: "setup-token-spent" };
    }
    // Before anything is waited for: of two who present it at once, one is too late.
    this.#setup.spend(setupTokenHash);
    try {
      return await this.createKey(asked);
    } catch (error) {
      this.#setup.giveBack(setupTokenHash);
      throw error;
    }
  }

  keys(): readonly KeyRecord[] {
    return this.#keys.all();
  }

  labelOf(principal: string, key: string | undefined): string | undefined {
    const own = key === undefined ? undefined : this.#keys.find(key);
    return own?.principal === principal ? own.name : this.#principals.label(principal);
  }

  async revokeKey(id: string): Promise<boolean> {
    const principal = this.#keys.find(id)?.principal;
    if (principal === undefined) return false;
    return this.#inTurn.run(principal, async () => {
      if (this.#keys.find(id) === undefined) return false;
      await gatewayOf(this.env, principal).forgetKey(id);
      this.#keys.delete(id);
      return true;
    });
  }

  noteKeyUse(id: string, at: number): void {
    this.#keys.noteUse(id, at);
  }

  notePrincipal(principal: NewPrincipal): void {
    this.#principals.note(principal, Date.now());
  }

  principals(): readonly PrincipalRecord[] {
    return this.#principals.all();
  }

  removePrincipal(id: string): Promise<boolean> {
    return this.#inTurn.run(id, async () => {
      if (!this.#principals.has(id)) return false;
      await eraseGateway(this.env, id);
      this.ctx.storage.transactionSync(() => {
        for (const key of this.#keys.ofPrincipal(id)) this.#keys.delete(key.id);
        this.#principals.delete(id);
      });
      return true;
    });
  }

  getRecord(key: string) {
    return this.#records.get(key, Date.now());
  }

  /** A new client goes after a day unless somebody signs in with it, so that made-up ones never push out used ones. */
  putRecord(key: string, value: string, expiresAt: number | undefined, metadata: unknown): void {
    const now = Date.now();
    const isNewClient = key.startsWith("client:") && this.#records.get(key, now) === undefined;
    this.#records.put(key, value, isNewClient ? now + UNUSED_CLIENT_MS : expiresAt, metadata, now);
  }

  keepClient(clientId: string): void {
    this.#records.extend(`client:${clientId}`, Date.now() + USED_CLIENT_MS);
  }

  deleteRecord(key: string): void {
    this.#records.delete(key);
  }

  listRecords(prefix: string, limit: number, after: string | undefined) {
    return this.#records.list(prefix, limit, after, Date.now());
  }
}
