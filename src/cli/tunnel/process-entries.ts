/** The local processes among the servers of a file. */
import type { GatewayConfig, ServerConfig } from "../../config/gateway-config.ts";
import type { ProcessEntry } from "./process-entry.ts";

/** @param mcpServers as `parseGatewayConfig` reads them; those that it does not understand are not among them */
export function processEntries(mcpServers: GatewayConfig["mcpServers"]): readonly ProcessEntry[] {
  return Object.entries(mcpServers).flatMap(([name, server]) => entryOf(name, server));
}

function entryOf(name: string, server: ServerConfig): readonly ProcessEntry[] {
  if (!("command" in server) || server.disabled === true) return [];
  const { command, args = [], env = {}, cwd } = server;
  const variables = Object.entries(env).map(([key, value]) => [key, String(value)] as const);
  return [{ name, command, args: args.map(String), env: Object.fromEntries(variables), cwd, substituted: [] }];
}
