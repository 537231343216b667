/**
 * The credentials that may act for a Gateway's principal: keys, grants of the authorization server, sessions of browsers and the account of an identity
 * provider. As in PrincipalData, every method is one that RPC may reach.
 */
import type { GrantApprover } from "../auth/authorization-server/grant.ts";
import { Grants, type TokenCheck } from "../auth/authorization-server/grants.ts";
import { RecordTable } from "../auth/record-table.ts";
import type { RecordPage, StoredRecord } from "../auth/authorization-server/records.ts";
import { EndedSessions } from "../auth/ended-sessions.ts";
import type { GatewayKey } from "../auth/gateway-key.ts";
import type { Account } from "../auth/identity/account.ts";
import { ACCOUNT_CREDENTIAL, StoredAccount } from "../auth/identity/stored-account.ts";
import { ownCredential } from "../auth/own-credential.ts";
import { FULL_ACCESS, covers, narrower, type Access, type Proof, type Standing } from "../auth/principal.ts";
import type { Env } from "../config/env.ts";
import { loadConfig } from "../config/load-config.ts";
import { directoryOf } from "../rpc/directory-stub.ts";
import { PrincipalData } from "./principal-data.ts";
import { KeyTable } from "./store/key-table.ts";
import type { KeyCheck } from "../auth/authority.ts";

/** The Directory is told of a key's last use at most this often. */
const NOTE_USE_EVERY_MS = 300_000;

export abstract class PrincipalIdentity extends PrincipalData {
  /** Ends the runs, tunnels and event streams that were opened with a credential. */
  protected abstract readonly endAllOf: (credential: string) => void;
  /** @returns the credential that a person holds: what has approved a grant, and every other credential itself. Limits per credential count by it */
  protected readonly holderOf = (credential: string): string => this.#grants.holderOf(credential) ?? credential;
  /** Deletes everything that is stored. What is left is when that was: sessions that had begun before do not come back. */
  protected readonly deleteEverything = async (): Promise<void> => {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#endedSessions.endAll(Date.now());
    await this.ctx.storage.sync();
  };
  readonly #keys: KeyTable;
  readonly #grants: Grants;
  readonly #account: StoredAccount;
  readonly #endedSessions: EndedSessions;
  /** When the Directory was last told of a key's use, by key. */
  readonly #notedUse = new Map<string, number>();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const loaded = loadConfig(env);
    this.#keys = new KeyTable(ctx.storage);
    // One table for all: a record that any of them stores may delete a sign-in that has expired.
    const records = this.#openRecords();
    this.#account = new StoredAccount(records, loaded.ok ? loaded.config.auth : {});
    this.#endedSessions = new EndedSessions(records, ctx.storage.kv);
    this.#grants = this.#openGrants(records);
  }

  acceptKey(key: GatewayKey): void {
    this.#keys.accept(key);
  }

  checkKey(id: string, hash: string): KeyCheck {
    const now = Date.now();
    if (this.#account.isOut()) return { ok: false, reason: "unknown" };
    const check = this.#keys.check(id, hash, now);
    if (check.ok && now - (this.#notedUse.get(id) ?? 0) >= NOTE_USE_EVERY_MS) {
      this.#notedUse.set(id, now);
      this.ctx.waitUntil(directoryOf(this.env).noteKeyUse(id, now));
    }
    return check.ok ? { ok: true, ...this.#withinAccount(check) } : check;
  }

  forgetKey(id: string): void {
    this.#keys.forget(id);
    this.endAllOf(id);
    this.schedules.pauseThoseOf(id);
    this.durable.withdrawAllBy(id);
    this.#grants.endThoseOfKey(id);
  }

  answerTokenRequest(origin: string, request: Request, blockedSeconds?: number): Promise<Response> {
    return this.#grants.token(origin, request, this.ctx as unknown as ExecutionContext, blockedSeconds);
  }

  checkToken(origin: string, token: string): Promise<TokenCheck> {
    return this.#grants.check(origin, token);
  }

  makeRoomForGrant(approver: GrantApprover): boolean {
    return this.#grants.makeRoom(approver);
  }

  stands({ credential, session, until }: Proof, access?: Access): boolean {
    const now = Date.now();
    if (until !== undefined && until <= now) return false;
    if (session !== undefined && this.#endedSessions.has(session, now)) return false;
    const standing = credential === undefined ? undefined : this.#standingOf(credential);
    return standing !== undefined && (access === undefined || covers(standing.access, access));
  }

  endSession(id: string, until: number): void {
    this.#endedSessions.end(id, until, Date.now());
    this.ledger.endStreams(({ session }) => session === id);
  }

  isSessionEnded(id: string): boolean {
    return this.#endedSessions.has(id, Date.now());
  }

  keepAccount(account: Account): void {
    this.#account.keep(account);
  }

  keptAccount(): Account | undefined {
    return this.#account.kept();
  }

  checkAccount(): Standing | undefined {
    return this.#account.standing();
  }

  getRecord(key: string): Promise<StoredRecord | undefined> {
    return this.#grants.getRecord(key);
  }

  putRecord(key: string, value: string, expiresAt: number | undefined, metadata: unknown): Promise<void> {
    return this.#grants.putRecord(key, value, expiresAt, metadata);
  }

  deleteRecord(key: string): Promise<void> {
    return this.#grants.deleteRecord(key);
  }

  listRecords(prefix: string, limit: number, after: string | undefined): Promise<RecordPage> {
    return this.#grants.listRecords(prefix, limit, after);
  }

  #standingOf(credential: string): Standing | undefined {
    if (credential === ownCredential(this.env)) return { role: "admin", access: FULL_ACCESS };
    if (credential === ACCOUNT_CREDENTIAL) return this.#account.standing();
    return this.#standingOfKey(credential) ?? this.#grants.standing(credential);
  }

  #standingOfKey(id: string): Standing | undefined {
    const standing = this.#account.isOut() ? undefined : this.#keys.standing(id, Date.now());
    return standing && this.#withinAccount(standing);
  }

  /** A person's own keys may do no more than gateway.json permits the person now. */
  #withinAccount(standing: Standing): Standing {
    const account = this.#account.standing();
    return account === undefined ? standing : narrower(standing, account);
  }

  /** The key behind an expired sign-in is not known any more once its record is deleted, so approvals that were given with it end then. */
  #openRecords(): RecordTable {
    return new RecordTable(this.ctx.storage, {
      onExpired: (key) => {
        if (key.startsWith("grant:")) this.durable.withdrawAllBy(key.slice(key.lastIndexOf(":") + 1));
      },
    });
  }

  #openGrants(table: RecordTable): Grants {
    const loaded = loadConfig(this.env);
    return new Grants({
      table,
      clients: directoryOf(this.env),
      today: {
        config: loaded.ok ? loaded.config.auth : {},
        ownerHash: ownCredential(this.env),
        standingOfKey: (id) => this.#standingOfKey(id),
      },
      onClientUsed: (client, userId) => this.ctx.waitUntil(directoryOf(this.env).keepClient(client, userId)),
      onTokenRevoked: (grant) => this.endAllOf(grant),
      onEnded: (grant) => {
        this.endAllOf(grant);
        this.schedules.pauseThoseOf(grant);
        this.durable.withdrawAllBy(grant);
      },
    });
  }
}
