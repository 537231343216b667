/** Answers codemode-mcp's `list_servers_with_tools`: every server with its tools. */
import type { Catalog, ServerCatalog } from "../catalog/catalog.ts";
import type { Snapshot } from "../catalog/snapshot.ts";

/** A model reads the answer: if the schemas are longer together, they are left out, and `search_tools` has them. */
const MAX_SCHEMA_CHARS = 200_000;

/** @returns JSON text */
export function serverListing({ servers }: Snapshot, catalog: Catalog): string {
  const byName = new Map(catalog.servers.map((server) => [server.name, server]));
  const schemas = { left: MAX_SCHEMA_CHARS };
  const listed = servers.map(({ name, status }) => {
    const server = byName.get(name);
    const tools = server === undefined ? [] : toolsOf(server, schemas);
    return { server: server?.identifier ?? name, status: status.state, toolCount: tools.length, tools };
  });
  const summary = {
    totalServers: listed.length,
    successfulServers: listed.filter(({ status }) => status === "ready").length,
    totalTools: catalog.toolCount,
  };
  return JSON.stringify({ summary, servers: listed }, undefined, 2);
}

function toolsOf({ table }: ServerCatalog, schemas: { left: number }): object[] {
  return table.tools.map(({ name, description, inputSchema }) => {
    schemas.left -= schemas.left > 0 ? JSON.stringify(inputSchema).length : 0;
    return { name, ...(description !== undefined && { description }), ...(schemas.left > 0 && { inputSchema }) };
  });
}
