/**
 * The Directory, one per deployment, lists keys and principals for admins. The hash of a key is in the Gateway of its principal,
 * which checks it. A record is written before the Gateway gets the key and deleted after the Gateway has forgotten it, so that a
 * failure in between cannot leave a key that somebody has and that is not listed. The record of a key whose making failed is removed: its text was not given out.
 */
import { DurableObject } from "cloudflare:workers";
import { ENTERPRISE_ASSERTION, assertionLifetime } from "../auth/authorization-server/used-assertions.ts";
import { RecordTable } from "../auth/record-table.ts";
import { makeKeyText, newKeyId } from "../auth/key-format.ts";
import type { Env } from "../config/env.ts";
import { eraseGateway, gatewayOf, type Serves } from "../rpc/gateway-stub.ts";
import { sha256 } from "../lib/hash.ts";
import type {
  CreatedKey,
  DirectoryStub,
  KeyRecord,
  LeaseRequest,
  NewKey,
  NewPrincipal,
  PinDecided,
  PinToDecide,
  PrincipalRecord,
} from "../rpc/directory-stub.ts";
import { BegunKeyTable } from "./store/begun-key-table.ts";
import { InTurn } from "./in-turn.ts";
import { KeyTable } from "./store/key-table.ts";
import type { NamedHash, OfferedTool, PinList, PinMode, PinQuery, PinReviewed } from "../enforcement/pinned-tools.ts";
import { PinTable } from "./store/pin-table.ts";
import { LeaseTable } from "./store/lease-table.ts";
import { migrate } from "./store/migrations.ts";
import { PrincipalTable } from "./store/principal-table.ts";
import { SetupTable } from "./store/setup-table.ts";
import { UpstreamTable } from "./store/upstream-table.ts";
import type { AddedUpstream, UpstreamChanges } from "../config/added-upstreams.ts";

/** Limit on records of OAuth clients and of pending sign-ins, which unauthenticated requests can create. */
const MAX_RECORDS = 5_000;
const UNUSED_CLIENT_MS = 86_400_000;
/** The library keeps a registration that is in use for the same time. */
const USED_CLIENT_MS = 90 * 86_400_000;
/** Limit on clients that are kept for one user, so that one cannot take the places of all others. */
const MAX_CLIENTS_OF_USER = 100;

export class Directory extends DurableObject<Env> implements Serves<DirectoryStub> {
  readonly #keys: KeyTable;
  readonly #principals: PrincipalTable;
  readonly #setup: SetupTable;
  readonly #begun: BegunKeyTable;
  readonly #records: RecordTable;
  /** Without a limit: only what a trusted provider has signed gets into it, and an assertion that it forgot could be used again. */
  readonly #assertions: RecordTable;
  /** Records of the users that keep a client, `kept:<user>:<client>`. They have no limit of their own, because each user has one. */
  readonly #kept: RecordTable;
  readonly #leases: LeaseTable;
  readonly #pins: PinTable;
  readonly #upstreams: UpstreamTable;
  /** Serializes work per principal: a key created while its principal is removed would be valid and not listed. */
  readonly #inTurn = new InTurn();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    migrate(ctx.storage);
    this.#keys = new KeyTable(ctx.storage);
    this.#principals = new PrincipalTable(ctx.storage);
    this.#setup = new SetupTable(ctx.storage);
    this.#begun = new BegunKeyTable(ctx.storage);
    this.#records = new RecordTable(ctx.storage, { maxPerKind: MAX_RECORDS });
    this.#assertions = new RecordTable(ctx.storage);
    this.#kept = new RecordTable(ctx.storage);
    this.#leases = new LeaseTable(ctx.storage);
    this.#pins = new PinTable(ctx.storage);
    this.#upstreams = new UpstreamTable(ctx.storage);
    for (const id of this.#begun.all()) this.#undoKey(id);
  }

  lendCounter(request: LeaseRequest): number | undefined {
    return this.#leases.lend(request, Date.now());
  }

  pinVersion(server: string): number {
    return this.#pins.version(server);
  }

  reviewPins(server: string, listed: readonly NamedHash[]): PinReviewed {
    return this.#pins.review(server, listed);
  }

  offerPins(server: string, mode: PinMode, offered: readonly OfferedTool[], listed: readonly string[]): void {
    this.#pins.offer(server, mode, offered, listed, Date.now());
  }

  pins(query: PinQuery): PinList {
    return this.#pins.list(query);
  }

  decidePin(pin: PinToDecide, decision: "accept" | "hold", by: string): PinDecided {
    return this.#pins.decide(pin, decision, by, Date.now());
  }

  upstreamChanges(known: number | undefined): UpstreamChanges | undefined {
    return this.#upstreams.changes(known);
  }

  addUpstream(upstream: AddedUpstream, by: string): "added" | "exists" | "full" {
    return this.#upstreams.add(upstream, by, Date.now());
  }

  removeUpstream(name: string): boolean {
    return this.#upstreams.remove(name);
  }

  setUpstreamDisabled(name: string, isDisabled: boolean): "changed" | "full" {
    return this.#upstreams.setDisabled(name, isDisabled);
  }

  deployment(): { readonly tagKey: string; readonly hasKeys: boolean } {
    return { tagKey: this.#setup.tagKey(), hasKeys: this.#keys.hasAny() };
  }

  createKey(request: NewKey): Promise<CreatedKey> {
    const id = newKeyId();
    return this.#inTurn.run(request.principal ?? id, () => this.#createKey(id, request));
  }

  async #createKey(id: string, request: NewKey, setupToken?: string): Promise<CreatedKey> {
    try {
      return await this.#makeKey(id, request, setupToken);
    } catch (error) {
      this.#undoKey(id);
      throw error;
    }
  }

  async #makeKey(id: string, request: NewKey, setupToken: string | undefined): Promise<CreatedKey> {
    if (request.principal !== undefined) {
      const kind = this.#principals.kind(request.principal);
      if (kind === undefined) return { ok: false, reason: "no-such-principal" };
      // The creator of a key can use it: with a key for another person's account, they could act as that person.
      if (kind !== "key" && request.principal !== request.createdBy) return { ok: false, reason: "signs-in-itself" };
    }
    const principal = request.principal ?? id;
    const text = await makeKeyText(principal, id, this.#setup.tagKey());
    const { name, role, access, createdBy, expiresAt } = request;
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
      if (request.principal === undefined) this.#principals.note({ id, kind: "key", label: name }, key.createdAt);
      this.#keys.insert(key);
      if (setupToken === undefined) this.#begun.begin(id, undefined);
    });
    await gatewayOf(this.env, principal).acceptKey({ id, hash: await sha256(text), role, access, expiresAt });
    this.ctx.storage.transactionSync(() => {
      if (setupToken !== undefined) this.#setup.spend(setupToken);
      this.#begun.end(id);
    });
    return { ok: true, key, text };
  }

  createFirstKey(request: Omit<NewKey, "principal">, setupTokenHash: string): Promise<CreatedKey> {
    if (this.#setup.isSpent(setupTokenHash) || this.#begun.isSettingUp() || this.#keys.hasAdmin(Date.now())) {
      return Promise.resolve({ ok: false, reason: "setup-token-spent" });
    }
    const id = newKeyId();
    // The token is taken before the first await, so that only one of two simultaneous requests succeeds.
    this.#begun.begin(id, setupTokenHash);
    return this.#inTurn.run(id, () => this.#createKey(id, request, setupTokenHash));
  }

  /** Removes what a key that was not made has left. The Gateway may know its hash, of a text that is nowhere. */
  #undoKey(id: string): void {
    this.ctx.storage.transactionSync(() => {
      if (this.#keys.find(id)?.principal === id) this.#principals.delete(id);
      this.#keys.delete(id);
      this.#begun.end(id);
    });
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

  /** A request for the record of an assertion marks the assertion as used; see used-assertions.ts. */
  getRecord(key: string) {
    const now = Date.now();
    const lifetime = assertionLifetime(key);
    if (lifetime === undefined) return this.#records.get(key, now);
    const table = key.startsWith(ENTERPRISE_ASSERTION) ? this.#assertions : this.#records;
    const found = table.get(key, now);
    if (found === undefined) table.put(key, "1", now + lifetime, undefined, now);
    return found;
  }

  /** A new client expires after a day unless it gets tokens, so that unused ones do not evict used ones. */
  putRecord(key: string, value: string, expiresAt: number | undefined, metadata: unknown): void {
    if (assertionLifetime(key) !== undefined) return;
    const now = Date.now();
    const isNewClient = key.startsWith("client:") && this.#records.get(key, now) === undefined;
    this.#records.put(key, value, isNewClient ? now + UNUSED_CLIENT_MS : expiresAt, metadata, now);
  }

  firstIssuer(client: string, issuer: string): string {
    const key = `issuer:${client}`;
    const first = this.#records.get(key, Date.now())?.value;
    if (first === undefined) this.#records.put(key, issuer, undefined, undefined, Date.now());
    return first ?? issuer;
  }

  /** Beyond its limit a user does not keep the clients any more that it has not used for the longest time. */
  keepClient(clientId: string, userId: string): void {
    const now = Date.now();
    // The id of a client with a metadata document is an address, and nothing is stored of it.
    if (this.#records.get(`client:${clientId}`, now) === undefined) return;
    this.#records.extend(`client:${clientId}`, now + USED_CLIENT_MS);
    this.#kept.put(`kept:${userId}:${clientId}`, "", now + USED_CLIENT_MS, undefined, now);
    const surplus = this.#kept.beyond(`kept:${userId}:`, MAX_CLIENTS_OF_USER);
    for (const key of surplus) this.#kept.delete(key);
    if (surplus.length === 0) return;
    const kept = new Set(this.#kept.beyond("kept:", 0).map(clientIn));
    for (const client of surplus.map(clientIn)) if (!kept.has(client)) this.#records.delete(`client:${client}`);
  }

  deleteRecord(key: string): void {
    this.#records.delete(key);
  }

  listRecords(prefix: string, limit: number, after: string | undefined) {
    return this.#records.list(prefix, limit, after, Date.now());
  }
}

/** @param key `kept:<user>:<client>` */
function clientIn(key: string): string {
  return key.slice(key.indexOf(":", "kept:".length) + 1);
}
