/**
 * Tools that clients see beside the gateway's own two, under names of their own: `expose` of gateway.json. Which they are depends on the
 * catalog, which has only what the caller may use, and on nothing that a client or an earlier answer says.
 */
import type { ToolChoice } from "../config/server-options.ts";
import type { ToolDefinition } from "../upstream/connector.ts";
import { joinCatalog, type Catalog, type ServerCatalog } from "./catalog.ts";
import { MAX_NAME_LENGTH, directName, isOfAnother, namePrefixes, publicNames } from "./direct-names.ts";
import type { NamePrefixes } from "./direct-names.ts";
import { FOREIGN_TOOL_NAMES } from "./foreign-tool-names.ts";
import type { Snapshot } from "./snapshot.ts";
import { estimateTokens } from "./tokens.ts";

/** `auto`: as `both` where the tools fit in MAX_AUTO_TOKENS, else as `script`. */
type Exposure = "script" | "direct" | "both" | "auto";

export interface ServerExposure {
  readonly expose: Exposure;
  /** True for an MCP server, whose results have structured content where its tools have output schemas. */
  readonly isMcp: boolean;
  /** @returns true if the policy may change what the tool answers, so that its output schema does not describe it */
  readonly changesResults?: (tool: string) => boolean;
  /** Its tools and prompts keep their names where no other server has them. */
  readonly keepsNames?: boolean;
  /** Its `tools` of gateway.json. */
  readonly choice?: ToolChoice;
}

/** Maps the names of all servers of gateway.json to their exposure. */
export type Exposures = ReadonlyMap<string, ServerExposure>;

export interface DirectTool {
  /** The tool's name in `tools/list`. */
  readonly name: string;
  /** Identifier of its server. */
  readonly server: string;
  readonly definition: ToolDefinition;
  /** Its results have structured content of its output schema, if it has one. */
  readonly keepsOutput: boolean;
}

/** The tokens that all servers with `auto` together may add to `tools/list`, which every conversation pays for. */
const MAX_AUTO_TOKENS = 2_000;

/** @returns the servers whose tools are published directly */
export function directServers({ servers }: Catalog, exposures: Exposures): readonly ServerCatalog[] {
  let room = MAX_AUTO_TOKENS;
  return servers.filter((server) => {
    const { expose } = exposures.get(server.name) ?? NOT_EXPOSED;
    if (expose !== "auto") return expose !== "script";
    const tokens = tokensOf(server);
    if (tokens > room) return false;
    room -= tokens;
    return true;
  });
}

/** Name prefixes of all servers: those of gateway.json, also when they are down, and those that admins have added. */
export function prefixesOf({ servers }: Catalog, exposures: Exposures): NamePrefixes {
  return namePrefixes([...exposures.keys(), ...servers.map(({ name }) => name)]);
}

export function directTools(catalog: Catalog, exposures: Exposures): readonly DirectTool[] {
  const offered = directServers(catalog, exposures).flatMap((server) =>
    // Functions of scripts that the gateway adds to a server, such as $resources.read, are no tools of it.
    server.table.tools.filter(({ name }) => !name.startsWith("$")).map((definition) => ({ server, definition })),
  );
  const prefixes = prefixesOf(catalog, exposures);
  const mayKeep = (name: string, server: string): boolean =>
    exposures.get(server)?.keepsNames === true &&
    isUsableName(name) &&
    !RESERVED.has(name) &&
    !isOfAnother(name, server, prefixes);
  const names = publicNames(
    offered.map(({ server: { name: server }, definition: { name } }) => ({
      server,
      prefixed: directName(server, name),
      wanted: mayKeep(name, server) ? name : undefined,
    })),
  );
  const byName = new Map<string, DirectTool>();
  for (const [index, { server, definition }] of offered.entries()) {
    const name = names[index] ?? "";
    const { isMcp, changesResults } = exposures.get(server.name) ?? NOT_EXPOSED;
    const keepsOutput = isMcp && changesResults?.(definition.name) !== true;
    if (!byName.has(name)) byName.set(name, { name, server: server.identifier, definition, keepsOutput });
  }
  return [...byName.values()];
}

/**
 * The gateway's own tools, and the names by which it answers clients of other systems: a server with such a name would be sent what is meant for
 * the gateway. `find` and `search` are left to servers, because many have a tool of that name.
 */
const RESERVED: ReadonlySet<string> = new Set(
  ["search_tools", "execute_code", ...FOREIGN_TOOL_NAMES].filter((name) => name !== "find" && name !== "search"),
);

function isUsableName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && /^[A-Za-z0-9_-]+$/.test(name);
}

export const NOT_EXPOSED: ServerExposure = { expose: "script", isMcp: false };

/** @returns the catalog without the servers that are only exposed directly */
export function scriptCatalog(catalog: Catalog, exposures: Exposures): Catalog {
  const servers = catalog.servers.filter(({ name }) => !isDirectOnly(name, exposures));
  return servers.length === catalog.servers.length ? catalog : joinCatalog(servers);
}

/** As `scriptCatalog`. */
export function scriptSnapshot(snapshot: Snapshot, exposures: Exposures): Snapshot {
  return { ...snapshot, servers: snapshot.servers.filter(({ name }) => !isDirectOnly(name, exposures)) };
}

function isDirectOnly(server: string, exposures: Exposures): boolean {
  return exposures.get(server)?.expose === "direct";
}

const tokensOfServers = new WeakMap<ServerCatalog, number>();

function tokensOf(server: ServerCatalog): number {
  let tokens = tokensOfServers.get(server);
  if (tokens === undefined) {
    tokens = server.table.tools.reduce((sum, tool) => sum + tokensOfTool(tool), 0);
    tokensOfServers.set(server, tokens);
  }
  return tokens;
}

function tokensOfTool({ name, description, inputSchema, outputSchema }: ToolDefinition): number {
  return estimateTokens(JSON.stringify([name, description, inputSchema, outputSchema]));
}
