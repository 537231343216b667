/**
 * The name of what the build makes of a file that an entry of gateway.json names. The build reads an OpenAPI description into tools, so the
 * choice of tools belongs to the name.
 */
import type { GraphqlServerConfig, OpenApiServerConfig } from "./api-servers.ts";
import { isFilePath } from "./api-servers.ts";

/** @returns undefined where the entry names no file */
export function describedAsset(
  config: Pick<OpenApiServerConfig, "type" | "spec" | "tools"> | Pick<GraphqlServerConfig, "type" | "sdl">,
): string | undefined {
  const path = config.type === "openapi" ? config.spec : config.sdl;
  if (typeof path !== "string" || !isFilePath(path)) return undefined;
  const choice = config.type === "openapi" ? JSON.stringify(config.tools ?? {}) : "";
  return `descriptions/${fingerprint(`${path}\n${choice}`)}.json`;
}

/** FNV-1a, 64 bits: a name, no proof. */
function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}
