/** Answers codemode-mcp's `list_servers_with_tools`: every server with its tools. */
import type { Catalog, ServerCatalog } from "../catalog/catalog.ts";
import type { Snapshot } from "../catalog/snapshot.ts";

/**
 * A model reads the answer. Of all servers together it has this much of each kind of text at most; what is longer is left out, tool by
 * tool, and `search_tools` has it.
 */
const MAX_CHARS = { names: 200_000, descriptions: 200_000, schemas: 200_000 };
/** Maximum length of one tool's description; the rest is cut off. */
const MAX_DESCRIPTION_CHARS = 2_000;

type Room = Record<keyof typeof MAX_CHARS, number>;

/** @returns JSON text */
export function serverListing({ servers }: Snapshot, catalog: Catalog): string {
  const byName = new Map(catalog.servers.map((server) => [server.name, server]));
  const room = { ...MAX_CHARS };
  const listed = servers.map(({ name, status }) => {
    const server = byName.get(name);
    const tools = server === undefined ? [] : toolsOf(server, room);
    const toolCount = server?.table.tools.length ?? 0;
    return { server: server?.identifier ?? name, status: status.state, toolCount, tools };
  });
  const summary = {
    totalServers: listed.length,
    successfulServers: listed.filter(({ status }) => status === "ready").length,
    totalTools: catalog.toolCount,
  };
  // Indented, deep schemas would be many times as long.
  return JSON.stringify({ summary, servers: listed });
}

function toolsOf({ table }: ServerCatalog, room: Room): object[] {
  return table.tools.flatMap(({ name, description = "", inputSchema }) => {
    if (!takes(room, "names", name.length)) return [];
    const text = description.slice(0, MAX_DESCRIPTION_CHARS);
    const hasText = text !== "" && takes(room, "descriptions", text.length);
    const hasSchema = room.schemas > 0 && takes(room, "schemas", JSON.stringify(inputSchema)?.length ?? 0);
    return [{ name, ...(hasText && { description: text }), ...(hasSchema && { inputSchema }) }];
  });
}

function takes(room: Room, kind: keyof Room, chars: number): boolean {
  if (chars > room[kind]) return false;
  room[kind] -= chars;
  return true;
}
