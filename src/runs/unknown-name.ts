/** A hint for a script that ended because it used a name that does not exist: what it may have meant. */
import { nearest } from "../lib/nearest.ts";
import type { RunError } from "../../worker-loader/index.ts";

const FUNCTIONS = "console tools store files runs results scripts schedule input sleep progress call_tool call_tools";

/** How other systems call a tool by its name. */
const CALLERS = new Set(
  "callTool call_mcp_tool callMcpTool mcp_call mcpCall executeTool execute_tool invokeTool invoke_tool use_tool useTool".split(
    " ",
  ),
);

/** @param servers identifiers */
export function hintAtName(error: RunError, servers: readonly string[]): RunError {
  const [, name = ""] = /^ReferenceError: ([\w$]{1,100}) is not defined$/.exec(error.message) ?? [];
  if (error.code !== "RUNTIME_ERROR" || name === "" || error.hint !== undefined) return error;
  if (CALLERS.has(name)) {
    const hint = 'A tool is called as await server.tool({ … }), or by name: call_tool("server", "tool", { … }).';
    return { ...error, hint };
  }
  const close = nearest(name, [...servers, ...FUNCTIONS.split(" ")]);
  if (close.length === 0) return error;
  return { ...error, hint: `There is no server or function ${name}. Did you mean ${close.join(" or ")}?` };
}
