/** A principal's upstreams: opened once for the life of its Gateway, listed when that is due, shown without what is withheld. */
import { localServers } from "../../local-servers.ts";
import { allowsServer } from "../auth/principal.ts";
import type { Access } from "../auth/principal.ts";
import { listsBeyond } from "../catalog/list-size.ts";
import { narrowTools } from "../catalog/narrow.ts";
import type { ServerSnapshot, Snapshot } from "../catalog/snapshot.ts";
import type { Env } from "../config/env.ts";
import { isDisabled } from "../config/gateway-config.ts";
import { loadConfig } from "../config/load-config.ts";
import { hidesServer } from "../enforcement/policy-in-force.ts";
import type { PolicyInForce } from "../enforcement/policy-in-force.ts";
import { sha256 } from "../lib/hash.ts";
import { MAX_ALL_LISTS_CHARS } from "../limits/upstream-limits.ts";
import type { OAuthSignIn } from "../upstream/credentials/oauth-sign-in.ts";
import { NO_CREDENTIAL, openConnector } from "../upstream/open-connector.ts";
import { createFetchConnector } from "../upstream/script-fetch/fetch-connector.ts";
import { FETCH_KEY, FETCH_SERVER } from "../upstream/script-fetch/fetch-tool.ts";
import { Upstream } from "../upstream/upstream.ts";
import type { UpstreamEvents, UpstreamReport } from "../upstream/upstream.ts";
import { withoutHeld, withoutHidden } from "./hidden-tools.ts";
import { CatalogTable } from "./store/catalog-table.ts";
import { CredentialTable } from "./store/credential-table.ts";
import { NOTHING_HELD } from "./tool-pins.ts";
import type { HeldTools, ToolPins } from "./tool-pins.ts";
import type { Tunnels } from "./tunnels.ts";

/** The first answer waits at most this long for upstreams that were never listed; a slow one is shown as connecting. */
const FIRST_LISTING_MS = 1_500;

interface Shown {
  readonly servers: readonly ServerSnapshot[];
  readonly lists: Snapshot["lists"];
}

export class PrincipalUpstreams {
  /** Rejects where gateway.json cannot be used. */
  readonly all: Promise<ReadonlyMap<string, Upstream>>;
  readonly #pins: ToolPins;
  readonly #hasFetch: boolean;
  #firstListing: Promise<void> | undefined;

  constructor(
    ctx: DurableObjectState,
    env: Env,
    { pins, tunnels }: { readonly pins: ToolPins; readonly tunnels: Tunnels },
  ) {
    this.#pins = pins;
    const loaded = loadConfig(env);
    this.#hasFetch = loaded.ok && loaded.config.fetch !== undefined;
    this.all = openUpstreams(ctx, env, tunnels);
  }

  /** Reads the lists of servers that have come or gone, without waiting: they answer through what is being opened. */
  async refresh(servers: readonly string[]): Promise<void> {
    const upstreams = await this.all;
    for (const server of servers) void upstreams.get(server)?.refresh();
  }

  async get(server: string): Promise<Upstream | undefined> {
    return (await this.all).get(server);
  }

  async signInAt(server: string): Promise<OAuthSignIn | undefined> {
    return (await this.get(server))?.signIn;
  }

  /** In the order of gateway.json. @param origin see `GatewayStub.snapshot` */
  async reports(origin: string): Promise<readonly UpstreamReport[]> {
    const upstreams = [...(await this.all).values()].filter(({ name }) => !this.#isOwn(name));
    await this.#refreshDue(upstreams);
    return Promise.all(upstreams.map((upstream) => upstream.report(origin)));
  }

  /** @param have hashes of lists that the caller holds already. What `access` or the policy withholds is in no list */
  async shown(
    have: readonly string[],
    access: Access,
    policy: PolicyInForce | undefined,
    origin: string | undefined,
  ): Promise<Shown> {
    const upstreams = [...(await this.all).values()].filter(
      ({ name }) =>
        !this.#isOwn(name) && allowsServer(access, name) && !(policy !== undefined && hidesServer(policy, name)),
    );
    await this.#refreshDue(upstreams);
    const lists: Record<string, Snapshot["lists"][string]> = {};
    const listed = await Promise.all(upstreams.map((upstream) => upstream.describe()));
    const beyond = listsBeyond(
      listed.map((described) => described?.tools ?? []),
      MAX_ALL_LISTS_CHARS,
    );
    const servers = await Promise.all(
      upstreams.map(async (upstream, index): Promise<ServerSnapshot> => {
        const described = listed[index];
        const summary = await upstream.summary(origin);
        if (described === undefined) return summary;
        if (beyond.has(index)) return { ...summary, status: { state: "down", reason: tooMuch(upstream.name) } };
        const visible = policy === undefined ? described : withoutHidden(described, upstream.name, policy);
        const { shown, held } = withoutHeld(visible, await this.heldOf(upstream));
        const { hash, tools, withheld } = narrowTools(shown, access);
        if (!have.includes(hash)) lists[hash] = tools;
        return { ...summary, hash, ...(withheld.length > 0 && { withheld }), ...(held.length > 0 && { held }) };
      }),
    );
    return { servers, lists };
  }

  /** Tools of an upstream that no call may reach until an admin has accepted them. */
  async heldOf(upstream: Upstream): Promise<HeldTools> {
    const listed = this.#isOwn(upstream.name) ? undefined : await upstream.describe();
    if (listed === undefined) return NOTHING_HELD;
    const others = async (): Promise<ReadonlySet<string>> => {
      const known = [...(await this.all).values()].filter(({ name }) => name !== upstream.name);
      const lists = await Promise.all(known.map((other) => other.describe()));
      return new Set(lists.flatMap((list) => list?.tools.map(({ name }) => name) ?? []));
    };
    return this.#pins.held(upstream.name, listed, others, Date.now());
  }

  /** The gateway's own, which is a function for scripts and no server of anybody. */
  #isOwn(server: string): boolean {
    return this.#hasFetch && server === FETCH_SERVER;
  }

  /** Lists that are due are read again behind the answer; only upstreams that were never listed are waited for, and not for long. */
  async #refreshDue(upstreams: readonly Upstream[]): Promise<void> {
    const now = Date.now();
    const first = upstreams.flatMap((upstream) => upstream.refreshIfDue(now) ?? []);
    if (first.length > 0) {
      const moment = new Promise<void>((resolve) => setTimeout(resolve, FIRST_LISTING_MS));
      this.#firstListing = Promise.race([Promise.all(first).then(() => undefined), moment]);
    }
    await this.#firstListing;
  }
}

async function openUpstreams(
  ctx: DurableObjectState,
  env: Env,
  tunnels: Tunnels,
): Promise<ReadonlyMap<string, Upstream>> {
  const loaded = loadConfig(env);
  if (!loaded.ok) throw new Error(`gateway.json is invalid: ${loaded.problems.map(({ text }) => text).join("; ")}`);
  const store = new CatalogTable(ctx.storage);
  const gateway = ctx.id.toString();
  const secrets = env.ISOGATE_ENCRYPTION_KEY;
  const credentials = { gateway, store: new CredentialTable(ctx.storage, { owner: gateway, secrets }) };
  const openTunnel = (server: string) => tunnels.hub.openTransport(server);
  const upstreams = new Map<string, Upstream>();
  for (const [name, config] of Object.entries(loaded.config.mcpServers)) {
    if (isDisabled(config)) continue;
    const definition = await sha256(JSON.stringify(config));
    const open = (known: string | undefined, events: UpstreamEvents) =>
      openConnector({
        server: name,
        config,
        env: { ...env },
        localServers,
        openTunnel,
        known,
        credentials,
        ...events,
      });
    upstreams.set(name, new Upstream({ name, definition, store, open }));
  }
  const { fetch } = loaded.config;
  if (fetch !== undefined) {
    const connector = createFetchConnector({ allow: fetch.allow, allowLoopback: env.ISOGATE_OPEN === "local" });
    const open = () => ({ ok: true, connector, credential: NO_CREDENTIAL }) as const;
    const definition = await sha256(JSON.stringify(fetch));
    upstreams.set(FETCH_KEY, new Upstream({ name: FETCH_SERVER, definition, store, open }));
  }
  return upstreams;
}

function tooMuch(server: string): string {
  const most = MAX_ALL_LISTS_CHARS / 1_000_000;
  return `The tools of ${server} do not fit beside those of the other servers: all lists together may have ${most} million characters of JSON. Its tools can be called, not found.`;
}
