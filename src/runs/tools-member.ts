/** A hint for a script that calls a tool as a member of `tools`, which only finds tools: `tools.add({ … })`, `tools.call("calc.add")`. Pure. */
import { splitsOf } from "../catalog/find-server.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { toolNamed } from "./tool-named.ts";

/** The message of src/runs/services/guest/services.js. */
const NO_MEMBER = /^TypeError: There is no tools(?:\.([\w$]{1,100})|\["([^"\\]{1,100})"\]): tools has only /;

export function hintAtToolsMember(message: string, servers: readonly string[], catalog: Catalog): string | undefined {
  const [, name, path] = NO_MEMBER.exec(message) ?? [];
  const wanted = name ?? path;
  if (wanted === undefined) return undefined;
  if (servers.includes(wanted)) return `Tools are called by their server alone: await ${wanted}.tool({ … }).`;
  const tool = toolNamed(wanted, catalog) ?? toolAt(wanted, catalog);
  if (tool !== undefined) return `A tool is called by its server: await ${tool}({ … }).`;
  return 'A tool is called by its server, as in await server.tool({ … }); await tools.search("what it does") finds it.';
}

function toolAt(path: string, { servers }: Catalog): string | undefined {
  for (const { server, tool: name } of splitsOf(path, servers, [":", "."])) {
    const tool = server.table.find(name);
    if (tool !== undefined) return `${server.identifier}.${server.table.identifierOf(tool)}`;
  }
  return undefined;
}
