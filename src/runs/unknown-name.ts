/** A hint for a script that ended because it used a name that does not exist: what it may have meant. */
import { forbiddenServer } from "./allowed-servers.ts";
import { nearest } from "../lib/nearest.ts";
import type { RunError } from "../../worker-loader/index.ts";

const FUNCTIONS = "console tools store files runs results scripts schedule input sleep progress call_tool call_tools";

/** Functions by which scripts of other systems call a tool by its name. */
const CALLERS = new Set(
  "callTool call_mcp_tool callMcpTool mcp_call mcpCall executeTool execute_tool invokeTool invoke_tool use_tool useTool".split(
    " ",
  ),
);

export interface KnownServers {
  /** Identifiers of the servers that the credentials may use. */
  readonly servers: readonly string[];
  /** Identifiers of the servers that they may not use. */
  readonly forbidden: ReadonlySet<string>;
}

export function hintAtName(error: RunError, { servers, forbidden }: KnownServers): RunError {
  const [, name = ""] = /^ReferenceError: ([\w$]{1,100}) is not defined$/.exec(error.message) ?? [];
  if (error.code !== "RUNTIME_ERROR" || name === "" || error.hint !== undefined) return error;
  if (forbidden.has(name)) {
    return { ...error, code: "SERVER_NOT_ALLOWED", message: forbiddenServer(name), server: name };
  }
  if (CALLERS.has(name)) {
    const hint = 'A tool is called as await server.tool({ … }), or by name: call_tool("server", "tool", { … }).';
    return { ...error, hint };
  }
  const close = nearest(name, [...servers, ...FUNCTIONS.split(" ")]);
  if (close.length === 0) return error;
  return { ...error, hint: `There is no server or function ${name}. Did you mean ${close.join(" or ")}?` };
}
