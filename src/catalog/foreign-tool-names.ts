/** Tools of other code-mode systems that the gateway answers under their names: MCPProxy, NCP, execbox, codemode, codemode-mcp. */
export const FOREIGN_TOOL_NAMES = [
  ...(["code_execution", "retrieve_tools"] as const),
  ...(["code", "find", "run"] as const),
  ...(["mcp_execute_code", "mcp_code", "mcp_search_tools"] as const),
  ...(["execute", "search"] as const),
  "list_servers_with_tools",
] as const;

export type ForeignToolName = (typeof FOREIGN_TOOL_NAMES)[number];
