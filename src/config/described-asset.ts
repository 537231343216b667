/**
 * Names the asset that the build makes from a file named in an entry of gateway.json. The build converts an OpenAPI description to tools,
 * so the name depends on the selection of tools, too.
 */
import type { GraphqlServerConfig, OpenApiServerConfig } from "./api-servers.ts";
import { isFilePath } from "./api-servers.ts";

/** @returns undefined if the entry names no file */
export function describedAsset(
  config: Pick<OpenApiServerConfig, "type" | "spec" | "tools"> | Pick<GraphqlServerConfig, "type" | "sdl">,
): string | undefined {
  const path = config.type === "openapi" ? config.spec : config.sdl;
  if (typeof path !== "string" || !isFilePath(path)) return undefined;
  const choice = config.type === "openapi" ? JSON.stringify(config.tools ?? {}) : "";
  return `descriptions/${fingerprint(`${path}\n${choice}`)}.json`;
}

/** FNV-1a, 64 bits: it identifies a text, but does not authenticate it. */
function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}
