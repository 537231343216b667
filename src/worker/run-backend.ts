/** Executes runs for MCP, REST and schedules with this Worker's loader, assets and configuration and the principal's Gateway. */
import type { Catalog } from "../catalog/catalog.ts";
import { missingToolsOf, withoutAbsentNames } from "../catalog/absent-tools.ts";
import { identifiersOf, serverIdentifiers } from "../catalog/server-names.ts";
import { switchedOffServers, unlistedServers } from "../catalog/unlisted-servers.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import { allowsServer, type Access } from "../auth/principal.ts";
import { configuredPackages } from "../config/packages.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import { hidesServer, policyInForce, type PolicyInForce } from "../enforcement/policy-in-force.ts";
import { gatewayOf } from "../rpc/gateway-stub.ts";
import { gatewayForRun } from "../rpc/gateway-for-run.ts";
import { execute } from "../runs/execute.ts";
import type { Executed, RunWatching } from "../runs/execute-context.ts";
import type { StoredRun } from "../runs/durable/durable-run.ts";
import type { RunOrigin } from "../runs/run-opening.ts";
import { fetchReach } from "./fetch-hosts.ts";
import { searchIndex } from "./search-index.ts";
import { bundledPackages, loadPackage, transpileWith } from "./guest-assets.ts";
import type { RequestContext } from "./request-context.ts";

export interface RunInput extends RunWatching {
  /** The arguments of `execute_code`, unchecked. */
  readonly args: unknown;
  readonly origin: RunOrigin;
  readonly catalog: Catalog;
  readonly snapshot: Snapshot;
  /** The recorded state of a run that is resumed. */
  readonly resumed?: StoredRun;
  /** Called when the run is open: from then on, the answer is its outcome. */
  readonly onOpen?: () => void;
}

/**
 * Local workerd never frees a named isolate: 1.6–2 MB each, up to 40 MB of what its last runs have left, and some 10 kB per run and per call
 * that V8 does not collect, because it does not know of them (they are the runtime's own). The platform evicts these isolates.
 */
const NAMED_BOUNDS_LOCALLY = { maxIsolates: 150, maxLoad: 2_000 };

/** @returns identifiers; servers that the policy hides are named nowhere */
function forbiddenServers(
  { mcpServers }: GatewayConfig,
  access: Access,
  policy: PolicyInForce | undefined,
): ReadonlySet<string> {
  const isForbidden = (name: string): boolean =>
    !allowsServer(access, name) && !(policy !== undefined && hidesServer(policy, name));
  const identifiers = [...serverIdentifiers(Object.keys(mcpServers))];
  return new Set(identifiers.flatMap(([name, identifier]) => (isForbidden(name) ? [identifier] : [])));
}

export function executeFor(context: RequestContext, input: RunInput): Promise<Executed> {
  const { env, config, principal, origin: gatewayOrigin, trigger, waitUntil } = context;
  const { args, snapshot, catalog, ...rest } = input;
  const policy = policyInForce(config);
  const identifiers = identifiersOf(snapshot.servers);
  const missing = missingToolsOf(snapshot.servers, identifiers, config.mcpServers);
  const executed = execute(args, {
    loader: env.LOADER,
    ...(env.ISOGATE_OPEN === "local" && { namedBounds: NAMED_BOUNDS_LOCALLY }),
    owner: principal.id,
    transpile: transpileWith(env),
    defaults: config.limits,
    fetchReach: fetchReach(config, principal.access),
    packages: configuredPackages(config.packages),
    bundledPackages: () => bundledPackages(env),
    loadPackage: (name) => loadPackage(env, name),
    servers: [...identifiers.values()],
    serverNames: new Map(Array.from(identifiers, ([name, identifier]) => [identifier, name])),
    forbidden: forbiddenServers(config, principal.access, policy),
    catalog: withoutAbsentNames(catalog, missing),
    unlisted: new Map([...switchedOffServers(config, principal.access), ...unlistedServers(snapshot, identifiers)]),
    index: () => searchIndex(context, catalog),
    withheld: { access: principal.access, ...missing },
    scripts: snapshot.scripts,
    policy,
    gateway: gatewayForRun(gatewayOf(env, principal.id), principal, gatewayOrigin, { trigger, policy }),
    ...(trigger?.atMost && { atMost: trigger.atMost }),
    ...rest,
  });
  // Without this, the platform ends the invocation when the client disconnects, and the run would not be closed.
  waitUntil(executed.then(() => undefined));
  return executed;
}
