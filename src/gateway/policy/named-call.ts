/** Finds the tool that a call to be explained means: policies know tools by their own names, and people know them as scripts write them. */
import { toolTable } from "../../upstream/tool-table.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import type { ExplainedCall } from "./policy-questions.ts";

/**
 * @param call a server and a tool by their own names or by those of scripts; the server's own name may have dots, of which the first has
 *   been taken for the end of it
 * @returns the call by their own names; as it is given if no server lists the tool
 */
export async function namedCall(
  call: ExplainedCall,
  upstreams: ReadonlyMap<string, Upstream>,
  identifiers: ReadonlyMap<string, string>,
): Promise<ExplainedCall> {
  if (call.server === "") return call;
  const servers = [...upstreams.values()].map((upstream) => ({ upstream, name: upstream.name }));
  const shown = servers.map(({ name, ...server }) => ({ ...server, name: identifiers.get(name) ?? name }));
  const path = `${call.server}.${call.tool}`;
  for (const { upstream, name } of [...servers, ...shown]) {
    if (!path.startsWith(`${name}.`)) continue;
    const described = await upstream.describe();
    const tool = toolTable(described?.tools ?? []).find(path.slice(name.length + 1));
    if (tool !== undefined) return { ...call, server: upstream.name, tool: tool.name };
  }
  return call;
}
