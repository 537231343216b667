/** Splits `server.tool`, or `server:tool` as MCPProxy and NCP write it, where the names of the servers are not known. */

/** @returns undefined for a text without a server or a tool. The names of servers may have dots, so a colon counts first. */
export function splitToolName(text: string): { readonly server: string; readonly tool: string } | undefined {
  const at = text.includes(":") ? text.indexOf(":") : text.indexOf(".");
  return at < 1 || at === text.length - 1 ? undefined : { server: text.slice(0, at), tool: text.slice(at + 1) };
}
