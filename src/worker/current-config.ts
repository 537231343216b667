/**
 * gateway.json with what admins have changed while the gateway runs. The Directory is asked once every few seconds of use in each isolate,
 * never for a call.
 */
import { isWithin } from "../lib/is-within.ts";
import { NO_CHANGES, RECHECK_CHANGES_MS, withChanges, type UpstreamChanges } from "../config/added-upstreams.ts";
import type { Env } from "../config/env.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import { loadConfig } from "../config/load-config.ts";
import type { ConfigResult } from "../config/parse-gateway-config.ts";
import { directoryOf } from "../rpc/directory-stub.ts";

interface Known {
  readonly changes: UpstreamChanges;
  checkedAt: number;
}

/** Known changes by the configuration of gateway.json. */
const known = new WeakMap<GatewayConfig, Known>();

/** @throws where the Directory cannot be asked and was never asked before: an upstream that is switched off would be used */
export async function currentConfig(env: Env): Promise<ConfigResult> {
  const loaded = loadConfig(env);
  if (!loaded.ok) return loaded;
  return { ...loaded, config: withChanges(loaded.config, await changesOf(env, loaded.config)) };
}

/** To call when this isolate has made a change, so that its next request knows. */
export function forgetChanges(env: Env): void {
  const loaded = loadConfig(env);
  const before = loaded.ok ? known.get(loaded.config) : undefined;
  if (before !== undefined) before.checkedAt = -Infinity;
}

async function changesOf(env: Env, config: GatewayConfig): Promise<UpstreamChanges> {
  const before = known.get(config);
  const now = Date.now();
  if (before !== undefined && isWithin(RECHECK_CHANGES_MS, before.checkedAt, now)) return before.changes;
  // Requests that arrive meanwhile go on with what is known.
  if (before !== undefined && before.checkedAt !== -Infinity) before.checkedAt = now;
  try {
    const changes = (await directoryOf(env).upstreamChanges(before?.changes.version)) ?? before?.changes ?? NO_CHANGES;
    known.set(config, { changes, checkedAt: now });
    return changes;
  } catch (error) {
    if (before === undefined) throw error;
    console.error("The changed upstreams could not be read from the Directory:", error);
    return before.changes;
  }
}
