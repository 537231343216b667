/** Why a tool cannot be called that a text names with its server, or by its name alone. */
import type { CallFailure } from "../../worker-loader/index.ts";
import { absentTools, type AbsentToolsByServer } from "./absent-tools.ts";
import { absentReason } from "./call-target.ts";
import type { ServerCatalog } from "./catalog.ts";
import { closeTools } from "./close-tools.ts";
import { splitsOf } from "./find-server.ts";

/**
 * @param target `server.tool` or `tool`
 * @param servers the servers that may be meant
 * @param byPattern whether a pattern of `tools.exclude` counts for a name without a server
 * @returns the failure for a tool that is held, renamed or left out; undefined for a name of which nothing is known
 */
export function absentTarget(
  target: string,
  servers: readonly ServerCatalog[],
  absent: AbsentToolsByServer,
  byPattern: boolean,
): CallFailure | undefined {
  const reasonOf = ({ identifier, table }: ServerCatalog, tool: string, counts: boolean): CallFailure | undefined =>
    absentReason(identifier, tool, table, absentTools(absent, identifier), counts);
  for (const { server, tool } of splitsOf(target, servers)) {
    const reason = reasonOf(server, tool, closeTools(tool, server.table.identifiers).length === 0);
    if (reason !== undefined) return reason;
  }
  // An entry that has the name goes before a pattern of another server.
  for (const counts of byPattern ? [false, true] : [false]) {
    for (const server of servers) {
      const reason = reasonOf(server, target, counts);
      if (reason !== undefined) return reason;
    }
  }
  return undefined;
}
