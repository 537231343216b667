/** Tools of servers that are not listed: gateway.json leaves them out or renames them, or no admin has accepted them. */
import { toolChoice, type GatewayConfig } from "../config/gateway-config.ts";
import type { ToolChoice } from "../config/server-options.ts";
import type { HeldTool } from "../enforcement/pinned-tools.ts";
import { excludedBy, renamedTo } from "../upstream/around/choose-tools.ts";
import type { ToolDefinition } from "../upstream/connector.ts";
import { toolTable, type ToolTable } from "../upstream/tool-table.ts";
import { joinCatalog, type Catalog, type ServerCatalog } from "./catalog.ts";
import type { ServerSnapshot } from "./snapshot.ts";

/** Tools of one server that are not listed, with the reason. */
export interface AbsentTools {
  /** The server's name in gateway.json. */
  readonly name?: string | undefined;
  /** The tools of gateway.json: which are left out, and which are renamed. */
  readonly choice?: ToolChoice | undefined;
  /** Tools that no admin has accepted. */
  readonly held?: readonly HeldTool[] | undefined;
}

/** The same of all servers, by their identifiers. */
export interface AbsentToolsByServer {
  readonly names: ReadonlyMap<string, string>;
  readonly choices: ReadonlyMap<string, ToolChoice>;
  readonly held: ReadonlyMap<string, readonly HeldTool[]>;
}

/** The same with the tools that the caller may not use. */
export interface MissingTools extends AbsentToolsByServer {
  /** Names of tools that the caller's credentials do not allow, by server identifier. */
  readonly tools: ReadonlyMap<string, readonly string[]>;
}

export function absentTools({ names, choices, held }: AbsentToolsByServer, server: string): AbsentTools {
  return { name: names.get(server), choice: choices.get(server), held: held.get(server) };
}

/** @param identifiers of the servers, by their names */
export function missingToolsOf(
  servers: readonly ServerSnapshot[],
  identifiers: ReadonlyMap<string, string>,
  mcpServers: GatewayConfig["mcpServers"],
): MissingTools {
  const byIdentifier = <T>(find: (server: ServerSnapshot) => T): ReadonlyMap<string, T> =>
    new Map(servers.map((server) => [identifiers.get(server.name) ?? server.name, find(server)]));
  return {
    names: byIdentifier(({ name }) => name),
    tools: byIdentifier(({ withheld = [] }) => withheld),
    held: byIdentifier(({ held = [] }) => held),
    choices: byIdentifier(({ name }) => toolChoice(mcpServers[name])),
  };
}

/**
 * @param isOut tells of a name that means none of the tools in the table, but another one
 * @returns the tool that a script means by this name. The name of a tool that is not listed means no other tool that is spelled alike.
 */
export function toolMeant(
  name: string,
  table: ToolTable,
  { choice = {}, held = [] }: AbsentTools,
  isOut: (name: string) => boolean = () => false,
): ToolDefinition | undefined {
  const tool = table.find(name);
  if (tool === undefined || tool.name === name) return tool;
  // A definition that nobody has accepted must not leave its name to another tool, which may have it as its identifier.
  if (held.some((one) => one.name === name)) return undefined;
  if (table.identifierOf(tool) === name) return tool;
  const isLeftOut = excludedBy(choice, name) !== undefined || (renamedTo(choice, name) ?? tool.name) !== tool.name;
  return isLeftOut || isOut(name) || heldBy(name, held) !== undefined ? undefined : tool;
}

/** @returns the catalog in which no name of an absent tool means another one */
export function withoutAbsentNames(catalog: Catalog, missing: MissingTools): Catalog {
  const servers = catalog.servers.map((server): ServerCatalog => {
    const { identifier, table } = server;
    const absent = absentTools(missing, identifier);
    const withheld = missing.tools.get(identifier) ?? [];
    const hasAbsent = [absent.held, absent.choice?.exclude, withheld, Object.keys(absent.choice?.rename ?? {})];
    if (hasAbsent.every((names) => names === undefined || names.length === 0)) return server;
    let full: ToolTable | undefined;
    const isOut = (name: string): boolean => {
      full ??= toolTable([...table.tools, ...withheld.map((one) => ({ name: one }))]);
      return full.find(name)?.name !== table.find(name)?.name;
    };
    const find = (name: string): ToolDefinition | undefined => toolMeant(name, table, absent, isOut);
    return { ...server, table: { ...table, find } };
  });
  return joinCatalog(servers);
}

/** Tables of held tools are kept: a script may call tools in other spellings than theirs again and again. */
const heldTables = new WeakMap<readonly HeldTool[], ToolTable>();

/** @returns the held tool that a script means by this name */
export function heldBy(tool: string, held: readonly HeldTool[]): HeldTool | undefined {
  let table = heldTables.get(held);
  if (table === undefined) heldTables.set(held, (table = toolTable(held)));
  const name = table.find(tool)?.name;
  return held.find((one) => one.name === name);
}
