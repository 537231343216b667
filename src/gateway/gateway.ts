/**
 * One Gateway per principal: owns the connections to upstreams, their credentials and what they listed, and hands out
 * the RunHost through which a run reaches them. Thin: what it does is in the modules it wires.
 *
 * Every public method can be called by whoever holds a stub, so only the gateway's own Worker does; a guest gets a
 * narrow RpcTarget instead. Nothing in memory that cannot be rebuilt from storage.
 */
import { DurableObject } from "cloudflare:workers";
import { localServers } from "../../local-servers.ts";
import type { KeyCheck } from "../auth/authenticate.ts";
import { allowsServer, FULL_ACCESS } from "../auth/principal.ts";
import type { Access } from "../auth/principal.ts";
import { narrowTools } from "../catalog/narrow.ts";
import type { ServerSnapshot, Snapshot } from "../catalog/snapshot.ts";
import { loadConfig } from "../config/load-config.ts";
import { directoryOf } from "../directory/directory-stub.ts";
import type { Env } from "../env.ts";
import { sha256 } from "../hash.ts";
import { RunHost } from "../runs/run-host.ts";
import type { RunScope } from "../runs/run-host.ts";
import { openConnector } from "../upstream/open-connector.ts";
import { Upstream } from "../upstream/upstream.ts";
import { ERASED } from "./gateway-stub.ts";
import { CatalogTable } from "./store/catalog-table.ts";
import { KeyTable } from "./store/key-table.ts";
import type { GatewayKey } from "./store/key-table.ts";
import { migrate } from "./store/migrations.ts";
import { VectorTable } from "./store/vector-table.ts";

/** The first answer waits at most this long for upstreams that were never listed; a slow one is shown as connecting. */
const FIRST_LISTING_MS = 1_500;
/** The Directory is told of a key's last use at most this often. */
const NOTE_USE_EVERY_MS = 300_000;

export class Gateway extends DurableObject<Env> {
  readonly #upstreams: Promise<ReadonlyMap<string, Upstream>>;
  readonly #vectors: VectorTable;
  readonly #keys: KeyTable;
  readonly #openRuns = new Set<RunHost>();
  /** When the Directory was last told of a key's use, by key. */
  readonly #notedUse = new Map<string, number>();
  #firstListing: Promise<void> | undefined;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    migrate(ctx.storage);
    this.#vectors = new VectorTable(ctx.storage);
    this.#keys = new KeyTable(ctx.storage);
    this.#upstreams = this.#openUpstreams();
  }

  /** See GatewayStub. What `access` withholds does not leave the Gateway. */
  async snapshot(have: readonly string[], access: Access = FULL_ACCESS): Promise<Snapshot> {
    const all = [...(await this.#upstreams).values()];
    const upstreams = all.filter(({ name }) => allowsServer(access, name));
    await this.#refresh(upstreams);
    const lists: Record<string, Snapshot["lists"][string]> = {};
    const servers = await Promise.all(
      upstreams.map(async (upstream): Promise<ServerSnapshot> => {
        const described = await upstream.describe();
        if (described === undefined) return upstream.summary();
        const { hash, tools, withheld } = narrowTools(described, access);
        if (!have.includes(hash)) lists[hash] = tools;
        return { ...upstream.summary(), hash, ...(withheld.length > 0 && { withheld }) };
      }),
    );
    return { servers, lists };
  }

  readVectors(keys: readonly string[]): Readonly<Record<string, ArrayBuffer>> {
    return this.#vectors.read(keys);
  }

  writeVectors(vectors: Readonly<Record<string, ArrayBuffer>>): void {
    this.#vectors.write(vectors);
  }

  /** @returns the run's only way to upstreams; dropping it aborts what is in flight. */
  async openRun(scope: RunScope): Promise<RunHost> {
    const host = new RunHost(await this.#upstreams, scope, () => this.#openRuns.delete(host));
    this.#openRuns.add(host);
    return host;
  }

  get openRunCount(): number {
    return this.#openRuns.size;
  }

  acceptKey(key: GatewayKey): void {
    this.#keys.accept(key);
  }

  checkKey(id: string, hash: string): KeyCheck {
    const now = Date.now();
    const check = this.#keys.check(id, hash, now);
    if (check.ok && now - (this.#notedUse.get(id) ?? 0) >= NOTE_USE_EVERY_MS) {
      this.#notedUse.set(id, now);
      this.ctx.waitUntil(directoryOf(this.env).noteKeyUse(id, now));
    }
    return check;
  }

  forgetKey(id: string): void {
    this.#keys.forget(id);
    for (const run of this.#openRuns) if (run.credential === id) run.withdraw();
  }

  /** Ends in an abort, so that nothing in memory outlives what was deleted or writes it again; see `eraseGateway`. */
  async erase(): Promise<void> {
    for (const run of this.#openRuns) run.withdraw();
    await this.ctx.storage.deleteAll();
    await this.ctx.storage.sync();
    this.ctx.abort(ERASED);
  }

  /** What is due is read again behind the answer; only what was never asked before is waited for, and not for long. */
  async #refresh(upstreams: readonly Upstream[]): Promise<void> {
    const now = Date.now();
    const first = upstreams.flatMap((upstream) => upstream.refreshIfDue(now) ?? []);
    if (first.length > 0) {
      const moment = new Promise<void>((resolve) => setTimeout(resolve, FIRST_LISTING_MS));
      this.#firstListing = Promise.race([Promise.all(first).then(() => undefined), moment]);
    }
    await this.#firstListing;
  }

  async #openUpstreams(): Promise<ReadonlyMap<string, Upstream>> {
    const loaded = loadConfig(this.env);
    if (!loaded.ok) throw new Error(`gateway.json is invalid: ${loaded.problems.join("; ")}`);
    const store = new CatalogTable(this.ctx.storage);
    const upstreams = new Map<string, Upstream>();
    for (const [name, config] of Object.entries(loaded.config.mcpServers)) {
      const definition = await sha256(JSON.stringify(config));
      const open = (known: string | undefined, onToolsChanged: () => void) =>
        openConnector({ server: name, config, env: { ...this.env }, localServers, known, onToolsChanged });
      upstreams.set(name, new Upstream({ name, definition, store, open }));
    }
    return upstreams;
  }
}
