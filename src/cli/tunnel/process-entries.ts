/** The local processes among the servers of a file. */
import type { ProcessEntry } from "./process-entry.ts";

/** @param mcpServers as `parseGatewayConfig` reads them */
export function processEntries(mcpServers: Readonly<Record<string, object>>): readonly ProcessEntry[] {
  return Object.entries(mcpServers).flatMap(([name, server]) => entryOf(name, server));
}

function entryOf(name: string, server: object): readonly ProcessEntry[] {
  if (!("command" in server) || typeof server.command !== "string") return [];
  if ("disabled" in server && server.disabled === true) return [];
  const { args, env, cwd } = server as { readonly args?: unknown; readonly env?: unknown; readonly cwd?: unknown };
  const variables = typeof env === "object" && env !== null ? Object.entries(env) : [];
  return [
    {
      name,
      command: server.command,
      args: Array.isArray(args) ? args.map(String) : [],
      env: Object.fromEntries(variables.map(([key, value]) => [key, String(value)])),
      cwd: typeof cwd === "string" ? cwd : undefined,
    },
  ];
}
