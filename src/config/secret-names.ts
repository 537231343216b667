/** The secrets that gateway.json needs. */
import { isDisabled, type GatewayConfig, type ServerConfig } from "./gateway-config.ts";
import { TEMPLATES } from "./template-keys.ts";

/** @returns the names of the secrets that are put into requests, each once */
export function secretNames({ auth, telemetry, mcpServers }: GatewayConfig): readonly string[] {
  const templates = [auth, telemetry, Object.values(mcpServers).map((server) => templatesOf(server))];
  const found = [...JSON.stringify(templates).matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g)];
  return [...new Set(found.map(([, name = ""]) => name))];
}

/** The message of an entry that is not used has a reference, too; a local process gets variables and no secrets of the Worker. */
function templatesOf(server: ServerConfig): readonly unknown[] {
  if (server.type === "unusable" || "command" in server || isDisabled(server)) return [];
  return TEMPLATES.filter((key) => key !== "spec" || server.type !== "openapi" || typeof server.spec === "string").map(
    (key): unknown => Reflect.get(server, key),
  );
}
