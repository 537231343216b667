/** Says that local-servers.ts has no tools for an entry: at the deployment from the text of that file, in the gateway from what it exports. */

/** @param names what local-servers.ts defines */
export function undefinedLocalServer(server: string, names: readonly string[]): string {
  const defined = names.join(", ") || "none";
  return `mcpServers.${server} is of type "local", but local-servers.ts defines ${defined}. Add ${server} there, or rename or remove the entry.`;
}
