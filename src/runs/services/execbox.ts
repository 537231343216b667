/** `execbox.find`: the one server that has the tool of `mcp.…` or `codemode.…`, or why there is not one. */
import * as z from "zod";
import type { Catalog, ServerCatalog } from "../../catalog/catalog.ts";
import { nearest } from "../../lib/nearest.ts";
import type { Answer, Services } from "./service.ts";
import { invalidArgs } from "./service.ts";
import { isAllowed } from "../allowed-servers.ts";

const schema = z.strictObject({ tool: z.string().max(512) });

/** @param allowedServers of the run; empty means all */
export function execboxService(catalog: Catalog, allowedServers: readonly string[]): Services {
  const allowed = catalog.servers.filter((server) => isAllowed(server, allowedServers));
  return {
    "execbox.find"(args) {
      const parsed = schema.safeParse(args);
      if (!parsed.success) return invalidArgs("A tool is asked for by its name, of at most 512 characters.");
      return find(parsed.data.tool, allowed, catalog.servers);
    },
  };
}

function find(tool: string, allowed: readonly ServerCatalog[], all: readonly ServerCatalog[]): Answer {
  const [first, ...others] = having(tool, allowed);
  if (first === undefined) return notFound(tool, allowed, having(tool, all));
  if (others.length === 0) return { ok: true, value: { server: first.identifier, tool } };
  const calls = [first, ...others].map(({ identifier, table }) => {
    const found = table.find(tool);
    return `${identifier}.${found ? table.identifierOf(found) : tool}`;
  });
  const message = `Several servers have a tool ${quote(tool)}: ${calls.join(", ")}. Name the one that is meant.`;
  return { ok: false, error: { code: "TOOL_NOT_FOUND", message, tool } };
}

/** A tool of that very name, or of that identifier, hides others whose name is only like it. */
function having(tool: string, servers: readonly ServerCatalog[]): readonly ServerCatalog[] {
  const candidates = servers.filter(({ table }) => table.find(tool) !== undefined);
  const exact = candidates.filter(({ table }) => {
    const found = table.find(tool);
    return found !== undefined && (found.name === tool || table.identifierOf(found) === tool);
  });
  return exact.length > 0 ? exact : candidates;
}

function notFound(tool: string, allowed: readonly ServerCatalog[], elsewhere: readonly ServerCatalog[]): Answer {
  if (elsewhere.length > 0) {
    const owners = elsewhere.map(({ identifier }) => identifier).join(", ");
    const message = `Of the servers that this run may use, none has a tool ${quote(tool)}; ${owners} has, and options.allowed_servers leaves it out.`;
    return { ok: false, error: { code: "SERVER_NOT_ALLOWED", message, tool } };
  }
  const paths = new Map<string, string>();
  for (const { identifier, table } of allowed)
    for (const name of table.identifiers) paths.set(name, `${identifier}.${name}`);
  const close = nearest(tool, paths.keys()).map((name) => paths.get(name));
  const hint = close.length > 0 ? `Did you mean ${close.join(" or ")}?` : "tools.search(query) finds tools.";
  return {
    ok: false,
    error: { code: "TOOL_NOT_FOUND", message: `No server has a tool ${quote(tool)}. ${hint}`, tool },
  };
}

function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
