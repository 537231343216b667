/**
 * The open upstreams of a Gateway: those of gateway.json and those that admins have added, without those that are switched off. The Directory
 * is asked for changes once every few seconds of use, and as long as calls are in flight. Runs share the one map, so that a change applies to them, too.
 */
import { isWithin } from "../../lib/is-within.ts";
import { localServers } from "../../../local-servers.ts";
import type { Access } from "../../auth/principal.ts";
import type { Unlisted } from "../../catalog/call-target.ts";
import { serverIdentifiers } from "../../catalog/server-names.ts";
import { switchedOffServers } from "../../catalog/unlisted-servers.ts";
import { NO_CHANGES, RECHECK_CHANGES_MS, isTaken, withChanges } from "../../config/added-upstreams.ts";
import type { UpstreamChanges } from "../../config/added-upstreams.ts";
import type { Env } from "../../config/env.ts";
import {
  asksClient,
  isDisabled,
  toolChoice,
  type GatewayConfig,
  type ServerConfig,
} from "../../config/gateway-config.ts";
import { loadConfig } from "../../config/load-config.ts";
import { decidesApart } from "../../enforcement/decides-apart.ts";
import { governs, mayAsk, policyInForce } from "../../enforcement/policy-in-force.ts";
import { sha256 } from "../../lib/hash.ts";
import { directoryOf } from "../../rpc/directory-stub.ts";
import { NO_CREDENTIAL, openConnector } from "../../upstream/open-connector.ts";
import type { DecidesApart } from "../../upstream/open-options.ts";
import { createFetchConnector } from "../../upstream/script-fetch/fetch-connector.ts";
import { FETCH_KEY, FETCH_SERVER, FETCH_TOOL } from "../../upstream/script-fetch/fetch-tool.ts";
import { Upstream, type UpstreamEvents } from "../../upstream/upstream.ts";
import { CatalogTable } from "../store/catalog-table.ts";
import { RefreshTurns } from "../../upstream/credentials/refresh-turns.ts";
import { StoredIdentity } from "../../upstream/credentials/stored-identity.ts";
import { CredentialTable } from "../store/credential-table.ts";
import { UpstreamEntryTable } from "../store/upstream-entry-table.ts";
import { CallsInFlight } from "./calls-in-flight.ts";
import type { Tunnels } from "./tunnels.ts";
import { substituteSecrets } from "../../config/secrets.ts";
import { createGuardedFetch } from "../../upstream/guarded-fetch/guarded-fetch.ts";

export interface OpenUpstreamsOptions {
  readonly tunnels: Tunnels;
  /** Called with the configuration before its upstreams are used. */
  readonly onOpened: (config: GatewayConfig) => void;
  /** An upstream has listed other tools than before. */
  readonly onListed: () => void;
  /** A resource that clients follow has changed. */
  readonly onResourceUpdated: (server: string, uri: string) => void;
}

interface Opened {
  readonly definition: string;
  readonly upstream: Upstream;
}

interface OpenServer {
  readonly isAdded: boolean;
  readonly asksPersons: boolean;
  readonly learns: boolean;
  readonly isGoverned: boolean;
  readonly decidesApart: DecidesApart | undefined;
}

export class OpenUpstreams {
  readonly #ctx: DurableObjectState;
  readonly #env: Env;
  readonly #options: OpenUpstreamsOptions;
  readonly #store: CatalogTable;
  readonly #entries: UpstreamEntryTable;
  readonly #turns = new RefreshTurns();
  readonly #opened = new Map<string, Opened>();
  readonly #upstreams = new Map<string, Upstream>();
  /** The principal's sign-in at the identity provider; undefined if gateway.json names none. */
  readonly identity: StoredIdentity | undefined;
  readonly #inFlight = new CallsInFlight(() => this.current(Date.now()), RECHECK_CHANGES_MS);
  #identifiers: ReadonlyMap<string, string> = new Map();
  #changes: UpstreamChanges | undefined;
  #config: GatewayConfig | undefined;
  #checkedAt = -Infinity;
  #checking: Promise<void> | undefined;

  constructor(ctx: DurableObjectState, env: Env, options: OpenUpstreamsOptions) {
    this.#ctx = ctx;
    this.#env = env;
    this.#options = options;
    this.#store = new CatalogTable(ctx.storage);
    this.#entries = new UpstreamEntryTable(ctx.storage);
    this.identity = openIdentity(ctx, env);
  }

  async current(now: number): Promise<ReadonlyMap<string, Upstream>> {
    const isDue = !isWithin(RECHECK_CHANGES_MS, this.#checkedAt, now);
    if (isDue) {
      this.#checking ??= this.#check(now).finally(() => {
        this.#checking = undefined;
      });
    }
    // Later on, requests go on with what is known; before the first answer nothing is.
    if (isDue || this.#changes === undefined) await this.#checking;
    return this.#upstreams;
  }

  /** Identifiers in scripts by the names of all upstreams, also of those that are switched off. */
  get identifiers(): ReadonlyMap<string, string> {
    return this.#identifiers;
  }

  /** Servers that an admin has switched off, as far as these credentials may hear of them. */
  switchedOff(access: Access): Unlisted {
    return this.#config === undefined ? new Map() : switchedOffServers(this.#config, access);
  }

  recheck(): void {
    this.#checkedAt = -Infinity;
  }

  async #check(now: number): Promise<void> {
    const before = this.#changes;
    // A change that is made while the Directory answers is asked for again.
    this.#checkedAt = now;
    try {
      const changes = await directoryOf(this.#env).upstreamChanges(before?.version);
      if (changes !== undefined || before === undefined) await this.#apply(changes ?? NO_CHANGES);
    } catch (error) {
      // Without an answer it is not known which upstreams are switched off; later on, what was known applies.
      if (before === undefined) {
        this.#checkedAt = -Infinity;
        throw error;
      }
      console.error("The changed upstreams could not be read from the Directory:", error);
    }
  }

  async #apply(changes: UpstreamChanges): Promise<void> {
    const loaded = loadConfig(this.#env);
    if (!loaded.ok) throw new Error(`gateway.json is invalid: ${loaded.problems.map(({ text }) => text).join("; ")}`);
    const config = withChanges(loaded.config, changes);
    const wanted = Object.entries(config.mcpServers).filter(([, server]) => !isDisabled(server));
    const definitions = new Map<string, string>();
    for (const [name, server] of wanted) definitions.set(name, await sha256(JSON.stringify(server)));
    const { fetch } = config;
    const policy = policyInForce(config);
    const asksPersons = policy !== undefined && mayAsk(policy);
    const learns = policy === undefined || policy.compiled.flows.length === 0;
    if (fetch !== undefined) definitions.set(FETCH_KEY, await sha256(JSON.stringify([fetch, FETCH_TOOL])));
    this.#options.onOpened(config);
    // From here on nothing waits, so that no run sees half of a change.
    for (const [name, { definition, upstream }] of this.#opened) {
      if (definitions.get(name) === definition) continue;
      this.#opened.delete(name);
      upstream.retire();
    }
    this.#upstreams.clear();
    this.#identifiers = serverIdentifiers(Object.keys(config.mcpServers));
    for (const [name, server] of wanted) {
      this.#keep(name, definitions, (definition) =>
        this.#openServer(name, server, definition, {
          isAdded: !isTaken(name, loaded.config),
          asksPersons,
          learns,
          isGoverned: policy !== undefined && governs(policy, name),
          decidesApart: policy && decidesApart(policy, name),
        }),
      );
    }
    if (fetch !== undefined)
      this.#keep(FETCH_KEY, definitions, (definition) => this.#openFetch(fetch.allow, definition, learns));
    this.#changes = changes;
    this.#config = config;
  }

  #keep(name: string, definitions: ReadonlyMap<string, string>, open: (definition: string) => Upstream): void {
    const definition = definitions.get(name) ?? "";
    const opened = this.#opened.get(name) ?? { definition, upstream: open(definition) };
    this.#opened.set(name, opened);
    this.#entries.note(opened.upstream.name, definition);
    this.#upstreams.set(name, opened.upstream);
  }

  #openServer(
    name: string,
    config: ServerConfig,
    definition: string,
    { isAdded, asksPersons, learns, isGoverned, decidesApart: apart }: OpenServer,
  ): Upstream {
    const gateway = this.#ctx.id.toString();
    const secrets = this.#env.ISOGATE_ENCRYPTION_KEY;
    // The grant of an added upstream belongs to that very entry: another entry with the same name may lead elsewhere.
    const owner = isAdded ? `${gateway} ${definition}` : gateway;
    const store = new CredentialTable(this.#ctx.storage, { owner, secrets });
    const firstIssuer = (client: string, issuer: string) => directoryOf(this.#env).firstIssuer(client, issuer);
    const credentials = { gateway, store, firstIssuer, turns: this.#turns, identity: this.identity };
    const env = { ...this.#env };
    const open = (known: string | undefined, events: UpstreamEvents) =>
      openConnector({
        server: name,
        config,
        env,
        localServers,
        tunnels: this.#options.tunnels.hub,
        known,
        credentials,
        asksPersons,
        isGoverned,
        decidesApart: apart,
        ...events,
      });
    const { onListed, onResourceUpdated } = this.#options;
    // A tunnel's server runs on a machine of its principal: another principal's has other tools under the same name.
    const owned = config.type === "tunnel" && { pinnedAs: `${name}@${this.#ctx.id.name ?? gateway}` };
    return new Upstream({
      name,
      ...owned,
      listedAs: asksPersons && hearsCapabilities(config) ? `${definition} asks persons` : definition,
      store: this.#store,
      learns,
      choice: toolChoice(config),
      asksClient: asksClient(config),
      inFlight: this.#inFlight,
      open,
      onListed,
      onResourceUpdated: (uri) => onResourceUpdated(name, uri),
    });
  }

  #openFetch(allow: readonly string[], definition: string, learns: boolean): Upstream {
    const connector = createFetchConnector({ allow, allowLoopback: this.#env.ISOGATE_OPEN === "local" });
    const open = () => ({ ok: true, connector, credential: NO_CREDENTIAL }) as const;
    return new Upstream({ name: FETCH_SERVER, listedAs: definition, store: this.#store, learns, open });
  }
}

/**
 * True for an MCP server: it may list other tools for a client that can ask a person. A list that was read before the gateway could is then
 * none, because the first baseline of pins is taken from what is stored, and would hold those other tools as new.
 */
function hearsCapabilities({ type }: ServerConfig): boolean {
  return type !== "local" && type !== "openapi" && type !== "graphql";
}

/** The maximum size of an answer of the identity provider. */
const MAX_ANSWER_BYTES = 256_000;

/**
 * The place of a principal's sign-in at the identity provider of `auth.oidc`, for upstreams that are reached with it.
 *
 * @returns undefined if gateway.json names no identity provider, or its secret is missing
 */
function openIdentity(ctx: DurableObjectState, env: Env): StoredIdentity | undefined {
  const loaded = loadConfig(env);
  const oidc = loaded.ok ? loaded.config.auth.oidc : undefined;
  const secret = oidc && substituteSecrets(oidc.client_secret, { ...env });
  if (oidc === undefined || secret?.ok !== true) return undefined;
  const allowLoopback = env.ISOGATE_OPEN === "local";
  return new StoredIdentity({
    store: new CredentialTable(ctx.storage, { owner: ctx.id.toString(), secrets: env.ISOGATE_ENCRYPTION_KEY }),
    provider: { issuer: oidc.issuer, client_id: oidc.client_id, clientSecret: secret.text },
    fetch: createGuardedFetch({ allowLoopback, maxBytes: MAX_ANSWER_BYTES, maxRedirects: 0 }),
    allowLoopback,
  });
}
