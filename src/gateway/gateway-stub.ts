/**
 * A principal's Gateway as its callers see it. The platform's RPC types give up on data of any shape (`unknown` inside a
 * tool list becomes `never`), so the contract is written down once, here.
 */
import type { KeyCheck } from "../auth/authenticate.ts";
import type { Account } from "../auth/identity/account.ts";
import type { Access, Principal, Proof, Standing } from "../auth/principal.ts";
import type { TokenCheck } from "../auth/oauth/grants.ts";
import type { Records } from "../auth/oauth/records.ts";
import type { PartStore } from "../catalog/stored-parts.ts";
import type { VectorStore } from "../catalog/semantic/semantic-rank.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import type { Env } from "../env.ts";
import type { RunEnding, RunOpening } from "../ledger/run-record.ts";
import type { OpenRun, RunOffice } from "../runs/execute.ts";
import type { RunControl } from "../runs/run-control.ts";
import type { RunScope, SessionRequest } from "../runs/run-host.ts";
import type { Trigger } from "../schedules/schedule.ts";
import type { SignInStep } from "../upstream/credentials/oauth-sign-in.ts";
import type { UpstreamReport } from "../upstream/upstream.ts";
import type { RunsService } from "./run-ledger.ts";
import type { Scheduler } from "./scheduler.ts";
import type { GatewayKey } from "./store/key-table.ts";
import type { ScriptTable } from "./store/script-table.ts";
import type { StoreTable } from "./store/store-table.ts";

/** Its records are those of this principal's grants and tokens. */
export interface GatewayStub extends VectorStore, PartStore, Records {
  /**
   * @param have hashes of tool lists the caller already holds
   * @param access what may be seen; everything when left out
   * @param origin of the gateway, as the asker knows it; without it there are no links to sign in
   */
  snapshot(have: readonly string[], access?: Access, origin?: string): Promise<Snapshot>;
  /** The caller closes the run, or drops it. */
  openRun(scope: RunScope, opening: RunOpening, control: RunControl): Promise<OpenRun>;
  /** A client has cancelled a request of its session; the run may not be open yet. */
  cancelRequest(request: SessionRequest): Promise<void>;
  /** A client has ended its session: its runs end. */
  endClientSession(session: string): Promise<void>;
  acceptKey(key: GatewayKey): Promise<void>;
  /** @param hash SHA-256 of the whole key, hex */
  checkKey(id: string, hash: string): Promise<KeyCheck>;
  /** The token endpoint, for a code or token of this principal. @param origin the gateway's, as the client called it */
  answerTokenRequest(origin: string, request: Request): Promise<Response>;
  checkToken(origin: string, token: string): Promise<TokenCheck>;
  /** A person has signed in with it; see auth/identity/kept-account.ts. */
  keepAccount(account: Account): Promise<void>;
  keptAccount(): Promise<Account | undefined>;
  checkAccount(): Promise<Standing | undefined>;
  /** Whether what a request was let in by is still good. */
  stands(proof: Proof): Promise<boolean>;
  /** Somebody signed out of it. Its event streams end. @param until when its cookie would expire */
  endSession(session: string, until: number): Promise<void>;
  isSessionEnded(session: string): Promise<boolean>;
  /** Runs and grants that came with it end. Idempotent. */
  forgetKey(id: string): Promise<void>;
  /** All upstreams, in the order of gateway.json. @param origin see `snapshot` */
  upstreams(origin: string): Promise<readonly UpstreamReport[]>;
  /**
   * @param access everything when left out; when narrowed, there is no link where somebody has signed in already
   * @returns where a person signs in; undefined where nobody does
   */
  connectUpstream(server: string, origin: string, access?: Access): Promise<string | undefined>;
  /** @returns whether the other side knows; undefined where there is nothing to disconnect */
  disconnectUpstream(server: string): Promise<boolean | undefined>;
  /** Resolves when a person has signed in to the upstream, or after `ms`; at once where nobody does. */
  awaitSignIn(server: string, ms: number): Promise<void>;
  /** The steps of a sign-in; see upstream/credentials/oauth-sign-in.ts. */
  isTicketOpen(server: string, ticket: string, origin: string): Promise<boolean>;
  beginSignIn(
    server: string,
    ticket: string,
    origin: string,
    browser: string,
  ): Promise<SignInStep<{ readonly url: string }>>;
  /** @param query of the callback */
  finishSignIn(server: string, query: string, origin: string, browser: string): Promise<SignInStep<object>>;
  /** Deletes everything and ends everything. */
  erase(): Promise<void>;
  /** A run that never was open here, or that this object has lost. */
  recordRun(opening: RunOpening, ending: RunEnding, state: "refused" | "ended"): Promise<void>;
  /** Asks a service in one round trip; see `serviceOf`. */
  ask(service: keyof GatewayServices, method: string, args: readonly unknown[]): Promise<unknown>;
}

/** What a Gateway holds besides upstreams, by area: what each can be asked is its public methods. */
export interface GatewayServices {
  readonly runs: RunsService;
  readonly store: StoreTable;
  readonly scripts: ScriptTable;
  readonly schedules: Scheduler;
}

type Remote<Service> = {
  readonly [Method in keyof Service]: Service[Method] extends (...asked: infer Asked) => infer Answer
    ? (...asked: Asked) => Promise<Awaited<Answer>>
    : never;
};

/** One area of a Gateway. Not a stub of its own: each of those would have to be disposed of on both sides. */
export function serviceOf<Area extends keyof GatewayServices>(
  gateway: GatewayStub,
  area: Area,
): Remote<GatewayServices[Area]> {
  const target = {} as Remote<GatewayServices[Area]>;
  return new Proxy(target, {
    get:
      (_target, method) =>
      (...args: readonly unknown[]) =>
        gateway.ask(area, String(method), args),
  });
}

/**
 * Where a run of this principal is opened and written down.
 * @param origin of the gateway, as the asker knows it: where links begin
 * @param trigger by what a schedule's run was started; undefined for any other run
 */
export function officeOf(
  gateway: GatewayStub,
  { id, access, credential }: Principal,
  origin: string,
  trigger?: Trigger,
): RunOffice {
  const schedules = serviceOf(gateway, "schedules");
  const runs = serviceOf(gateway, "runs");
  const store = serviceOf(gateway, "store");
  const scripts = serviceOf(gateway, "scripts");
  const allowed = { access, origin, ...(credential !== undefined && { credential }) };
  return {
    open: (asked, opening, control) => gateway.openRun({ ...asked, ...allowed }, opening, control),
    record: (opening, ending, state) => gateway.recordRun(opening, ending, state),
    script: (name, version) => scripts.get(name, version),
    results: { read: (run, of, part) => runs.part(run, of, part) },
    schedules: {
      owner: { principal: id, ...allowed },
      list: () => schedules.list(),
      get: (name) => schedules.get(name),
      put: (schedule, isActive) => schedules.put(schedule, isActive, trigger),
      remove: (name) => schedules.remove(name, access),
      setActive: (name, isActive) => schedules.setActive(name, isActive, access, trigger),
      trigger: (name, atMost) => schedules.trigger(name, access, { atMost, ...(trigger && { from: trigger }) }),
    },
    isErased,
    store: {
      get: (key) => store.get(key),
      put: (key, value) => store.put(key, value, Date.now()),
      delete: (key) => store.delete(key),
      keys: () => store.keys(),
    },
  };
}

export function gatewayOf(env: Env, principal: string): GatewayStub {
  return env.GATEWAY.getByName(principal) as unknown as GatewayStub;
}

/**
 * The Gateway that a ticket or a `state` names.
 * @returns undefined when it names none of this deployment: ids carry a proof of where they were made
 */
export function gatewayAt(env: Env, token: string): { readonly id: string; readonly gateway: GatewayStub } | undefined {
  const id = /^isogate_([0-9a-f]{64})_/.exec(token)?.[1];
  if (id === undefined) return undefined;
  try {
    return { id, gateway: env.GATEWAY.get(env.GATEWAY.idFromString(id)) as unknown as GatewayStub };
  } catch {
    return undefined;
  }
}

/** How a Gateway that has erased itself ends: its caller sees the abort as an error with this message. */
export const ERASED = "ISOGATE_ERASED";

export function isErased(error: unknown): boolean {
  return error instanceof Error && error.message.includes(ERASED);
}

/** Resolves when nothing is left in storage and nothing of it runs any more. */
export async function eraseGateway(env: Env, principal: string): Promise<void> {
  try {
    await gatewayOf(env, principal).erase();
  } catch (error) {
    if (!isErased(error)) throw error;
  }
}
