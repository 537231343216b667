/**
 * The grants and tokens of a principal, in its Gateway. The token endpoint and the check of access tokens run where the records
 * are, one request of a grant at a time, so that a code or refresh token that is presented twice at once works once.
 */
import { hasDocument } from "./client-document.ts";
import { clientNames } from "./client-names.ts";
import { authorizationServerOf, createAuthorizationServer, resourceOf } from "./authorization-server.ts";
import { sha256 } from "../../lib/hash.ts";
import { sameBytes } from "../key-format.ts";
import { credentialOf, standingOfApprover, type CurrentAuthority, type GrantApprover } from "./grant.ts";
import { readForm } from "./read-form.ts";
import type { RecordTable } from "../record-table.ts";
import { asKv, type Records } from "./records.ts";
import { RepeatedRequests } from "./repeated-requests.ts";
import { withinScopes } from "./scopes.ts";
import { SpentTokens, type SpentToken } from "./spent-tokens.ts";
import { covers, type Standing } from "../principal.ts";
import { readTokenRequest } from "./token-request.ts";
import { readTokenText } from "./user-id.ts";

export type TokenCheck =
  | (Standing & {
      readonly ok: true;
      readonly grant: string;
      /** Role and access without the restriction by the token's scopes. */
      readonly unscoped: Standing;
      /** Expiry, in milliseconds since 1970. */
      readonly until: number | undefined;
    })
  | { readonly ok: false };

interface GrantsOptions {
  readonly table: RecordTable;
  /** Records of OAuth clients, which belong to no principal. */
  readonly clients: Records;
  readonly today: CurrentAuthority;
  /** Called when a grant has ended for any reason. */
  readonly onEnded: (grant: string) => void;
  /** Called when a client has got tokens. @param userId of the principal, see user-id.ts */
  readonly onClientUsed: (clientId: string, userId: string) => void;
  /** Called when a client revokes an access token before its expiry. */
  readonly onTokenRevoked: (grant: string) => void;
}

/** The library's reason for a valid code or refresh token that was issued to another client (OAuth 2.1, 4.3.1). */
const STOLEN = "client_mismatch";
/** A refresh token that is used again this soon after its replacement is taken for a client's retry, not for a theft. */
const RETRY_MS = 30_000;

/** Limit per principal; see `makeRoom` for what ends beyond it. */
const MAX_GRANTS = 1_000;
/** Limit per approver, so that one key of a principal cannot take the places of all others. */
const MAX_GRANTS_OF_APPROVER = 100;

export class Grants implements Records {
  readonly #options: GrantsOptions;
  readonly #spent: SpentTokens;
  readonly #repeated = new RepeatedRequests();
  /** The last request of each grant that is under way. */
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(options: GrantsOptions) {
    this.#options = options;
    this.#spent = new SpentTokens(options.table);
  }

  /**
   * Handles a request to the token endpoint that names this principal. Everybody knows a principal's name who has seen a token of it, also
   * after it has ended.
   * @param blockedSeconds how long the sender has to wait after too many failures; what was issued here and holds is answered all the same
   */
  async token(origin: string, request: Request, ctx: ExecutionContext, blockedSeconds?: number): Promise<Response> {
    const form = readForm(await request.clone().arrayBuffer());
    const named = readTokenText(readTokenRequest(form).text);
    const grant = named === undefined ? "" : `${named.userId}:${named.grant}`;
    const clients = clientNames(request, form);
    const refusal = await this.#refusalOfUnknown(form, clients === undefined || hasDocument(clients), blockedSeconds);
    if (refusal !== undefined) return refusal;
    const work = (): Promise<Response> => this.#token(origin, request, form, ctx);
    // A request of another client gets nothing, and anybody can send it who has seen a code. The library may ask that client's address for its
    // document, and others do not wait for that.
    if (!this.#isOfClient(grant, clients)) return work();
    const answered = (this.#last.get(grant) ?? Promise.resolve()).then(work);
    const settled = answered.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(grant, settled);
    void settled.then(() => {
      if (this.#last.get(grant) === settled) this.#last.delete(grant);
    });
    return answered;
  }

  /**
   * A code or token that was not issued here, or does not hold any more, is refused before the library asks a client's address for its
   * document. A client that has registered may be unknown as well, which the library says.
   */
  async #refusalOfUnknown(
    form: URLSearchParams,
    isOfDocument: boolean,
    blockedSeconds: number | undefined,
  ): Promise<Response | undefined> {
    const { kind, text } = readTokenRequest(form);
    if ((blockedSeconds === undefined && !isOfDocument) || (await this.#isKnown(text))) return undefined;
    if (blockedSeconds !== undefined) {
      const description = `Too many requests came from your address. Try again in ${blockedSeconds} seconds.`;
      const headers = { "retry-after": String(blockedSeconds), "cache-control": "no-store" };
      return Response.json({ error: "invalid_request", error_description: description }, { status: 429, headers });
    }
    // RFC 7009, 2.2: revoking what is not valid succeeds.
    if (kind === "revocation") return new Response(null, { headers: { "cache-control": "no-store" } });
    return invalidGrant(`This ${kind === "code" ? "code" : "refresh token"} is not valid.`);
  }

  /** @returns true for codes, access tokens and refresh tokens that were issued here, replaced ones included, until their grant ends */
  async #isKnown(text: string): Promise<boolean> {
    const named = readTokenText(text);
    if (named === undefined) return false;
    const grant = `${named.userId}:${named.grant}`;
    const hash = await sha256(text);
    const now = Date.now();
    const record = this.#options.table.get(`grant:${grant}`, now);
    // The library's names of what it has issued last.
    const issued = record && (JSON.parse(record.value) as Readonly<Record<string, unknown>>);
    if ([issued?.["authCodeId"], issued?.["refreshTokenId"], issued?.["previousRefreshTokenId"]].includes(hash))
      return true;
    if (this.#options.table.get(`token:${grant}:${hash}`, now) !== undefined) return true;
    return (await this.#spent.find(grant, text)) !== undefined;
  }

  /** @returns false also for a request that names several clients: the library gives those nothing */
  #isOfClient(grant: string, names: readonly string[] | undefined): boolean {
    const clientId = this.#clientOf(grant);
    if (clientId === undefined || names === undefined) return false;
    const named = names.filter((name) => name !== "");
    return named.length > 0 && named.every((name) => name === clientId);
  }

  #clientOf(grant: string): string | undefined {
    const record = this.#options.table.get(`grant:${grant}`, Date.now());
    return record && (JSON.parse(record.value) as { readonly clientId?: string }).clientId;
  }

  async check(origin: string, text: string): Promise<TokenCheck> {
    const token = await authorizationServerOf(origin).validateToken<GrantApprover>(
      resourceOf(origin),
      text,
      this.#env(),
    );
    const grant = readTokenText(text)?.grant;
    if (token === null || grant === undefined) return { ok: false };
    const standing = standingOfApprover(token.props, this.#options.today);
    if (standing === undefined) return { ok: false };
    const until = token.expiresAt && token.expiresAt * 1_000;
    return { ok: true, grant, ...withinScopes(standing, token.scope), unscoped: standing, until };
  }

  /** Ends all grants approved with an API key, when the key is revoked. */
  endThoseOfKey(id: string): void {
    for (const { name } of this.#options.table.list("grant:", 10_000, undefined, 0).keys) {
      const approver = this.#approverOf(name);
      if (approver?.via === "key" && approver.key === id) this.#end(name);
    }
  }

  /** @returns what the approver of the grant may do now; undefined if there is no such grant, or the approver may not sign in any more */
  standing(id: string): Standing | undefined {
    const approver = this.#approverOfGrant(id, Date.now());
    return approver && standingOfApprover(approver, this.#options.today);
  }

  /**
   * Makes room for a new grant, before it is stored: until its code is used it expires in ten minutes and would be evicted first. The
   * approver's own grants end beyond its limit; where the principal has no place left, one ends that may do no more than the approver, because
   * runs and schedules end with a grant. The first to end is the one that was unused for the longest time.
   * @returns false if there is no room
   */
  makeRoom(approver: GrantApprover): boolean {
    const { table, today } = this.#options;
    const names = table.beyond("grant:", 0);
    const own = names.filter((name) => {
      const other = this.#approverOf(name);
      return other !== undefined && credentialOf(other) === credentialOf(approver);
    });
    const surplus = own.slice(MAX_GRANTS_OF_APPROVER - 1);
    for (const name of surplus) this.#end(name);
    if (names.length - surplus.length < MAX_GRANTS) return true;
    const standing = standingOfApprover(approver, today);
    const lesser = names.findLast((name) => {
      const other = this.#approverOf(name);
      const held = other && standingOfApprover(other, today);
      return held === undefined || (standing !== undefined && reachesAsFar(standing, held));
    });
    if (lesser !== undefined) this.#end(lesser);
    return lesser !== undefined;
  }

  /** @returns the credential of the approver of the grant; undefined if there is no such grant */
  holderOf(id: string): string | undefined {
    const approver = this.#approverOfGrant(id, 0);
    return approver && credentialOf(approver);
  }

  #approverOfGrant(id: string, now: number): GrantApprover | undefined {
    const name = this.#options.table.beyond("grant:", 0).find((one) => one.endsWith(`:${id}`));
    return name === undefined ? undefined : this.#approverOf(name, now);
  }

  /** @param now a grant that has expired by then has none; 0 for one that may have expired */
  #approverOf(name: string, now = 0): GrantApprover | undefined {
    const grant = JSON.parse(this.#options.table.get(name, now)?.value ?? "{}") as {
      metadata?: { approver?: GrantApprover };
    };
    return grant.metadata?.approver;
  }

  async getRecord(key: string) {
    return isOwn(key) ? this.#options.table.get(key, Date.now()) : this.#options.clients.getRecord(key);
  }

  async putRecord(key: string, value: string, expiresAt: number | undefined, metadata: unknown): Promise<void> {
    if (!isOwn(key)) return this.#options.clients.putRecord(key, value, expiresAt, metadata);
    this.#options.table.put(key, value, expiresAt, metadata, Date.now());
  }

  async deleteRecord(key: string): Promise<void> {
    if (!isOwn(key)) return this.#options.clients.deleteRecord(key);
    if (key.startsWith("grant:")) return this.#end(key);
    this.#options.table.delete(key);
    this.#options.onTokenRevoked(key.split(":")[2] ?? "");
  }

  async listRecords(prefix: string, limit: number, after: string | undefined) {
    if (!isOwn(prefix)) return this.#options.clients.listRecords(prefix, limit, after);
    return this.#options.table.list(prefix, limit, after, Date.now());
  }

  /** @param request a form in which each field occurs once; the library refuses others */
  async #token(origin: string, request: Request, form: URLSearchParams, ctx: ExecutionContext): Promise<Response> {
    const { kind, text } = readTokenRequest(form);
    const presented = readTokenText(text);
    if (presented === undefined || (kind !== "code" && kind !== "refresh_token")) {
      return createAuthorizationServer(origin).fetch(request, this.#env(), ctx);
    }
    const grant = `${presented.userId}:${presented.grant}`;
    const name = await RepeatedRequests.nameOf(origin, request.headers.get("authorization"), form);
    const spent = await this.#spent.find(grant, text);
    if (spent !== undefined) return this.#again(name, grant, spent, await sha256(form.get("code_verifier") ?? ""));
    let failure: string | undefined;
    const server = createAuthorizationServer(origin, (reason) => (failure = reason));
    const response = await server.fetch(request, this.#env(), ctx);
    const at = Date.now();
    if (failure === STOLEN) this.#end(`grant:${grant}`);
    if (!response.ok) return response;
    const clientId = this.#clientOf(grant);
    if (clientId !== undefined) this.#options.onClientUsed(clientId, presented.userId);
    if (kind === "refresh_token") {
      await this.#spent.note(grant, text, { kind, at });
      await this.#repeated.keep(name, response, at);
    } else {
      const verifier = await sha256(form.get("code_verifier") ?? "");
      await this.#spent.note(grant, text, { kind, at, verifier });
    }
    return response;
  }

  /** Answers the repeated use of a code or refresh token. @param name hash of the request @param verifier the request's verifier, hashed */
  #again(name: string, grant: string, spent: SpentToken, verifier: string): Response {
    const now = Date.now();
    const isLate = now - spent.at > RETRY_MS;
    const answer = spent.kind === "refresh_token" && !isLate ? this.#repeated.answerTo(name, now) : undefined;
    if (answer !== undefined) return answer;
    const isStolen = spent.kind === "refresh_token" ? isLate : sameBytes(spent.verifier, verifier);
    if (isStolen) this.#end(`grant:${grant}`);
    const description = `This ${spent.kind === "code" ? "code" : "refresh token"} has already been used.`;
    return invalidGrant(description);
  }

  /** Deletes a grant and its tokens. @param key `grant:<user>:<grant>` */
  #end(key: string): void {
    const { table, onEnded } = this.#options;
    const [, user = "", grant = ""] = key.split(":");
    for (const { name } of table.list(`token:${user}:${grant}:`, 10_000, undefined, 0).keys) table.delete(name);
    table.delete(key);
    this.#spent.forget(`${user}:${grant}`);
    this.#repeated.clear();
    onEnded(grant);
  }

  #env() {
    return { OAUTH_KV: asKv(this) };
  }
}

function invalidGrant(description: string): Response {
  const body = { error: "invalid_grant", error_description: description };
  return Response.json(body, { status: 400, headers: { "cache-control": "no-store" } });
}

function isOwn(key: string): boolean {
  return key.startsWith("grant:") || key.startsWith("token:");
}

function reachesAsFar(one: Standing, other: Standing): boolean {
  return covers(one.access, other.access) && (one.role === "admin" || other.role !== "admin");
}
