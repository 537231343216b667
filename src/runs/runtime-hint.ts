/** A hint for a script that ended by an error of its own whose text does not say what to write instead. */
import { hintAtName } from "./unknown-name.ts";
import type { KnownNames } from "./unknown-name.ts";
import type { RunError } from "../../worker-loader/index.ts";

/** `codemode.server.tool()`, and the same of `mcp`. */
const TOOL_OF_SERVER = /^TypeError: (codemode|mcp)\.([\w$]{1,100})\.([\w$]{1,100}) is not a function$/;

export function withRuntimeHint(error: RunError, known: KnownNames): RunError {
  if (error.code !== "RUNTIME_ERROR" || error.hint !== undefined) return error;
  const hint = hintAt(error.message, known.servers);
  return hint === undefined ? hintAtName(error, known) : { ...error, hint };
}

function hintAt(message: string, servers: readonly string[]): string | undefined {
  const [, hidden = ""] = /^ReferenceError: Cannot access '([\w$]{1,100})' before initialization$/.exec(message) ?? [];
  if (servers.includes(hidden)) return `The script's own ${hidden} hides the server ${hidden}: give it another name.`;
  const [, called = ""] = /^TypeError: ([\w$]{1,100}) is not a function$/.exec(message) ?? [];
  if (servers.includes(called)) return `${called} is a server; its tools are called: await ${called}.tool({ … }).`;
  const [, namespace = "", server = "", tool = ""] = TOOL_OF_SERVER.exec(message) ?? [];
  if (servers.includes(server)) {
    return `${namespace} has the tools of all servers by their names, and no servers: await ${server}.${tool}({ … }), or await ${namespace}["${server}.${tool}"]({ … }).`;
  }
  if (message.includes('"[object Object]" is not valid JSON')) {
    return "Values of tools are parsed already: use them without JSON.parse.";
  }
  return undefined;
}
