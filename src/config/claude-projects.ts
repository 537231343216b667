/** Reads the file of Claude Code (~/.claude.json), which has the servers of each project beside those of its user. */
import { isRecord } from "../lib/is-record.ts";
import { quote } from "../lib/shorten.ts";

/**
 * Adds the servers of projects to `mcpServers`; the first one of a name counts. All other settings of such a file are Claude Code's own, and
 * are left out.
 *
 * @returns the file as it is if it is another client's
 */
export function withProjectServers(file: Readonly<Record<string, unknown>>): {
  readonly file: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
} {
  const { projects, mcpServers: own = {} } = file;
  const isClaudes = isRecord(projects) && Object.values(projects).some((one) => isRecord(one) && "mcpServers" in one);
  if (!isClaudes || !isRecord(own)) return { file, notes: [] };
  const mcpServers = new Map(Object.entries(own));
  const notes: string[] = [];
  for (const [folder, project] of Object.entries(projects)) {
    const servers = isRecord(project) && isRecord(project["mcpServers"]) ? project["mcpServers"] : {};
    for (const [name, server] of Object.entries(servers)) {
      if (!mcpServers.has(name)) mcpServers.set(name, server);
      else if (JSON.stringify(mcpServers.get(name)) !== JSON.stringify(server))
        notes.push(`The project ${quote(folder)} has another ${quote(name)}, which is not imported.`);
    }
  }
  return { file: { mcpServers: Object.fromEntries(mcpServers) }, notes };
}
