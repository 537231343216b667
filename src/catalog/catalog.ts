/**
 * The catalog: all tools of all upstreams, by name and with their SDK. It is derived from tool lists alone, so it is built once
 * per hash and shared by every principal whose Gateway names the same lists. catalog-index.ts makes it searchable.
 */
import { buildServerSdk, type ServerSdk } from "../../sdk-gen/index.ts";
import type { ToolDefinition } from "../upstream/connector.ts";
import { toolTable, type ToolTable } from "../upstream/tool-table.ts";

/** One upstream's part of the catalog. */
export interface ServerCatalog {
  readonly name: string;
  readonly identifier: string;
  readonly hash: string;
  readonly sdk: ServerSdk;
  readonly table: ToolTable;
}

export interface Catalog {
  readonly servers: readonly ServerCatalog[];
  readonly toolCount: number;
}

export function buildServerCatalog(
  name: string,
  identifier: string,
  hash: string,
  tools: readonly ToolDefinition[],
): ServerCatalog {
  return { name, identifier, hash, sdk: buildServerSdk({ name, identifier, tools }), table: toolTable(tools) };
}

export function joinCatalog(servers: readonly ServerCatalog[]): Catalog {
  return { servers, toolCount: servers.reduce((sum, { sdk }) => sum + sdk.tools.length, 0) };
}
