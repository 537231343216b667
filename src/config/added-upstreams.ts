/**
 * Upstreams that an admin adds or switches off while the gateway runs. The Directory stores them; the Worker and every Gateway join them to
 * gateway.json, whose entry is used where both have the name.
 */
import type { GatewayConfig, ServerConfig } from "./gateway-config.ts";
import { isUnusable, parseGatewayConfig } from "./parse-gateway-config.ts";

export interface UpstreamChanges {
  /** Changes with every change; 0 where nothing was ever changed. */
  readonly version: number;
  readonly added: readonly AddedUpstream[];
  /** Names of upstreams that are switched off, from gateway.json or added. */
  readonly disabled: readonly string[];
}

export interface AddedUpstream {
  readonly name: string;
  /** JSON, as an entry of gateway.json has it. */
  readonly entry: string;
}

export const NO_CHANGES: UpstreamChanges = { version: 0, added: [], disabled: [] };

/** How soon the Worker and every Gateway know of a change. */
export const RECHECK_CHANGES_MS = 5_000;

const known = new WeakMap<GatewayConfig, { readonly version: number; readonly config: GatewayConfig }>();

/** @param config as gateway.json has it @returns the same object for the same version */
export function withChanges(config: GatewayConfig, changes: UpstreamChanges): GatewayConfig {
  if (changes.version === 0) return config;
  const before = known.get(config);
  if (before?.version === changes.version) return before.config;
  const mcpServers: Record<string, ServerConfig> = { ...config.mcpServers };
  for (const { name, entry } of changes.added) {
    if (isTaken(name, config)) continue;
    const server = readAdded(name, entry);
    if (server !== undefined) mcpServers[name] = server;
  }
  for (const name of changes.disabled) {
    const server = Object.hasOwn(mcpServers, name) ? mcpServers[name] : undefined;
    if (server !== undefined && !isUnusable(server)) mcpServers[name] = { ...server, disabled: true };
  }
  const joined = { ...config, mcpServers };
  known.set(config, { version: changes.version, config: joined });
  return joined;
}

/** @returns true where gateway.json has the name, or a function of scripts */
export function isTaken(name: string, { mcpServers, fetch }: GatewayConfig): boolean {
  return Object.hasOwn(mcpServers, name) || (fetch !== undefined && name === "fetch");
}

/** @returns undefined where an older version of the gateway has stored what this one does not accept */
function readAdded(name: string, entry: string): ServerConfig | undefined {
  const parsed = parseGatewayConfig({ mcpServers: { [name]: JSON.parse(entry) as unknown } });
  return parsed.ok ? parsed.config.mcpServers[name] : undefined;
}
