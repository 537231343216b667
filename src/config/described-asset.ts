/**
 * The name of what the build makes of a file that an entry of gateway.json names. The build reads an OpenAPI description into tools, so the
 * choice of tools and the names of security schemes belong to the name.
 */
import { sha256Now } from "../lib/hash.ts";
import { isFilePath, schemesOf, type GraphqlServerConfig, type OpenApiServerConfig } from "./api-servers.ts";

/** @returns undefined if the entry names no file */
export function describedAsset(
  config: Pick<OpenApiServerConfig, "type" | "spec" | "tools" | "auth"> | Pick<GraphqlServerConfig, "type" | "sdl">,
): string | undefined {
  const path = config.type === "openapi" ? config.spec : config.sdl;
  if (typeof path !== "string" || !isFilePath(path)) return undefined;
  const schemes = config.type === "openapi" ? Object.keys(schemesOf(config.auth)) : [];
  const tools = config.type === "openapi" ? JSON.stringify(config.tools ?? {}) : "";
  const choice = schemes.length === 0 ? tools : `${tools}\n${JSON.stringify(schemes)}`;
  return `descriptions/${sha256Now(`${path}\n${choice}`).slice(0, 16)}.json`;
}
