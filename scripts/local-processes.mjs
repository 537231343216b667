// Servers of gateway.json that are local processes (`command`), for `npm start`: the gateway gets them as tunnels, and `isogate tunnel`
// starts them here and carries them to it.
import { join } from "node:path";
import process from "node:process";
import { isUnusable, parseGatewayConfig } from "../src/config/parse-gateway-config.ts";
import { isRecord } from "../src/lib/is-record.ts";
import { parseJsonc } from "../src/lib/jsonc.ts";
import { expandEntry, variablesFor } from "../src/cli/tunnel/expand-entry.ts";
import { processEntries } from "../src/cli/tunnel/process-entries.ts";
import { devVar } from "./dev-vars.mjs";
import { start } from "./processes.mjs";
import { root } from "./stack.mjs";

/** The places in which clients keep their server entries, as src/config/find-servers.ts reads them. */
const CONTAINERS = ["mcpServers", "servers", "context_servers"];
/** Keys that a tunnel does not have. What else an entry says, such as which tools it offers, stays and is checked by the gateway. */
const OF_PROCESSES = new Set(
  "command args env env_vars envFile headers oauth cwd working_dir workingDirectory sandbox sandboxEnabled timeout type transport transportType protocol url".split(
    " ",
  ),
);

/** @returns {readonly string[]} names of the usable entries that are local processes */
export function localProcesses({ mcpServers }) {
  return Object.keys(mcpServers).filter((name) => "command" in mcpServers[name] && mcpServers[name].disabled !== true);
}

/** @param {string} text gateway.json @returns {object} its content, with tunnels in place of local processes */
export function withTunnels(text) {
  const { value } = parseJsonc(text);
  return withTunnelsIn({ ...value, ...(isRecord(value.mcp) && { mcp: withTunnelsIn(value.mcp) }) });
}

function withTunnelsIn(settings) {
  const changed = CONTAINERS.filter((key) => key in settings).map((key) => [key, replaced(settings[key])]);
  return { ...settings, ...Object.fromEntries(changed) };
}

function replaced(servers) {
  if (Array.isArray(servers)) return servers.map(toTunnel);
  if (!isRecord(servers)) return servers;
  return Object.fromEntries(Object.entries(servers).map(([name, entry]) => [name, toTunnel(entry)]));
}

function toTunnel(entry) {
  if (!isRecord(entry) || typeof entry.command !== "string" || entry.command === "" || !isUsable(entry)) return entry;
  const kept = Object.entries(entry).filter(([key]) => !OF_PROCESSES.has(key));
  return { ...Object.fromEntries(kept), type: "tunnel" };
}

/** An entry that is not usable stays as it is, so that the gateway says what is wrong with it, also with keys that a tunnel does not have. */
function isUsable(entry) {
  const read = parseGatewayConfig({ mcpServers: { entry } });
  return read.ok && !isUnusable(read.config.mcpServers.entry);
}

/** @returns {Promise<ReadonlyMap<string, string>>} the local processes that cannot be started, by name, with the reason */
export async function unstartable({ mcpServers }) {
  const variables = await variablesFor(join(root, "gateway.json"));
  const entries = processEntries(mcpServers).map((entry) => [entry.name, expandEntry(entry, variables)]);
  return new Map(entries.flatMap(([name, expanded]) => (expanded.ok ? [] : [[name, expanded.error]])));
}

/** Starts the local processes of gateway.json, as soon as the gateway asks for them, and carries them to it. */
export function carryProcesses(origin) {
  const key = devVar("ISOGATE_API_KEY");
  const command = join(root, "bin/isogate.mjs");
  return start("isogate tunnel", process.execPath, [command, "tunnel", "gateway.json", "--url", origin], {
    cwd: root,
    env: key ? { ISOGATE_API_KEY: key } : {},
    log: join(root, ".isogate/tunnel.log"),
  });
}
