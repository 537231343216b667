/** `execbox.find`: the one server that has the tool of `mcp.…` or `codemode.…`, or why there is not one. */
import * as z from "zod";
import { absentTarget } from "../../catalog/absent-target.ts";
import type { AbsentToolsByServer } from "../../catalog/absent-tools.ts";
import type { ServerCatalog } from "../../catalog/catalog.ts";
import { splitsOf } from "../../catalog/find-server.ts";
import { nearest } from "../../lib/nearest.ts";
import { service, type ServiceAnswer, type Services } from "./service.ts";
import type { RunScope } from "./find-target.ts";
import { quote } from "../../lib/shorten.ts";

const schema = z.strictObject({
  tool: z.string().max(512),
  /** True to be answered with null where no server has such a tool. */
  isOptional: z.boolean().default(false),
});

export function execboxService({ catalog, servers, absent }: RunScope): Services {
  return {
    "execbox.find": service(
      schema,
      "The name of a tool must be a string of at most 512 characters.",
      ({ tool, isOptional }) => {
        if (isOptional && targetsOf(tool, catalog.servers).length === 0) return { ok: true, value: null };
        return find(tool, servers, catalog.servers, absent);
      },
    ),
  };
}

interface Target {
  readonly server: ServerCatalog;
  /** As the call of the server names it. */
  readonly tool: string;
}

function find(
  name: string,
  allowed: readonly ServerCatalog[],
  all: readonly ServerCatalog[],
  absent: AbsentToolsByServer,
): ServiceAnswer {
  const [first, ...others] = targetsOf(name, allowed);
  if (first === undefined) return notFound(name, allowed, targetsOf(name, all), absent);
  if (others.length === 0) return { ok: true, value: { server: first.server.identifier, tool: first.tool } };
  const calls = [first, ...others].map(({ server: { identifier, table }, tool }) => {
    const found = table.find(tool);
    return `${identifier}.${found ? table.identifierOf(found) : tool}`;
  });
  const message = `Several servers have a tool ${quote(name)}: ${calls.join(", ")}. Name one of them.`;
  return { ok: false, error: { code: "TOOL_NOT_FOUND", message, tool: name } };
}

/** A tool of that very name, or of that identifier, hides one at the path `server.tool`, and that one others whose name is only like it. */
export function targetsOf(name: string, servers: readonly ServerCatalog[]): readonly Target[] {
  const like = servers.filter(({ table }) => table.find(name) !== undefined);
  const exact = like.filter(({ table }) => {
    const found = table.find(name);
    return found !== undefined && (found.name === name || table.identifierOf(found) === name);
  });
  if (exact.length > 0) return exact.map((server) => ({ server, tool: name }));
  const path = splitsOf(name, servers).find(({ server, tool }) => server.table.find(tool) !== undefined);
  return path ? [path] : like.map((server) => ({ server, tool: name }));
}

/** Methods of MCP clients, which call a tool by its name. */
const CALLS_BY_NAME: ReadonlySet<string> = new Set(["callTool", "call_tool", "invokeTool", "invoke_tool", "call"]);
const HOW_TO_CALL = 'A tool is called as await server.tool({ … }), or by name: call_tool("server", "tool", { … }).';

function notFound(
  tool: string,
  allowed: readonly ServerCatalog[],
  elsewhere: readonly Target[],
  absent: AbsentToolsByServer,
): ServiceAnswer {
  if (elsewhere.length > 0) {
    const owners = elsewhere.map(({ server }) => server.identifier).join(", ");
    const message = `Of the servers that this run may use, none has a tool ${quote(tool)}; ${owners} has it, but options.allowed_servers does not include that server.`;
    return { ok: false, error: { code: "SERVER_NOT_ALLOWED", message, tool } };
  }
  const paths = new Map<string, string>();
  for (const { identifier, table } of allowed)
    for (const name of table.identifiers) paths.set(name, `${identifier}.${name}`);
  const close = nearest(tool, paths.keys()).map((name) => paths.get(name));
  const reason = absentTarget(tool, allowed, absent, close.length === 0 && !CALLS_BY_NAME.has(tool));
  if (reason !== undefined) return { ok: false, error: reason };
  const hint = CALLS_BY_NAME.has(tool)
    ? HOW_TO_CALL
    : close.length > 0
      ? `Did you mean ${close.join(" or ")}?`
      : "tools.search(query) finds tools.";
  return {
    ok: false,
    error: { code: "TOOL_NOT_FOUND", message: `No server has a tool ${quote(tool)}. ${hint}`, tool },
  };
}
