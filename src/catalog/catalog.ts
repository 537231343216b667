/**
 * All tools of all upstreams, ready to be searched, described and called by name. Derived from tool lists and nothing
 * else, so it is built once per hash and shared by every principal whose Gateway names the same lists.
 */
import { buildServerSdk } from "../../sdk-gen/index.ts";
import type { ServerSdk } from "../../sdk-gen/index.ts";
import type { ToolDefinition } from "../upstream/connector.ts";
import { toolTable } from "../upstream/tool-table.ts";
import type { ToolTable } from "../upstream/tool-table.ts";
import { buildPart, joinParts } from "./search/index.ts";
import type { IndexPart, SearchIndex } from "./search/index.ts";

/** One upstream's part of the catalog. */
export interface ServerCatalog {
  readonly name: string;
  readonly identifier: string;
  readonly hash: string;
  readonly sdk: ServerSdk;
  readonly table: ToolTable;
  readonly part: IndexPart;
}

export interface Catalog {
  readonly servers: readonly ServerCatalog[];
  readonly index: SearchIndex;
  readonly toolCount: number;
}

export function buildServerCatalog(
  name: string,
  identifier: string,
  hash: string,
  tools: readonly ToolDefinition[],
): ServerCatalog {
  const sdk = buildServerSdk({ name, identifier, tools });
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const documents = sdk.tools.map(({ name: toolName, identifier: toolIdentifier, parameters }) => {
    const { title, description, annotations } = byName.get(toolName) ?? {};
    return {
      server: identifier,
      tool: toolIdentifier,
      name: toolName,
      description: description ?? "",
      parameters,
      ...(title !== undefined && { title }),
      ...(annotations?.readOnlyHint !== undefined && { readOnly: annotations.readOnlyHint }),
      ...(annotations?.destructiveHint !== undefined && { destructive: annotations.destructiveHint }),
    };
  });
  return { name, identifier, hash, sdk, table: toolTable(tools), part: buildPart(documents) };
}

export function joinCatalog(servers: readonly ServerCatalog[]): Catalog {
  const index = joinParts(servers.map(({ part }) => part));
  return { servers, index, toolCount: servers.reduce((sum, { sdk }) => sum + sdk.tools.length, 0) };
}
