/** A hint for a script that ended because it used a name that does not exist: what it may have meant. */
import type { Program, CallExpression, Node } from "acorn";
import { forbiddenServer } from "./allowed-servers.ts";
import { chainsOfMissing, HOLDERS, isTool, serverByName } from "./server-by-name.ts";
import { nearest } from "../lib/nearest.ts";
import { toolNamed } from "./tool-named.ts";
import type { Unlisted } from "../catalog/call-target.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { boundNames, type RunError } from "../../worker-loader/index.ts";
import { simple } from "acorn-walk";

const FUNCTIONS =
  "console tools store files runs results scripts schedule input sleep progress fetch call_tool call_tools";
const ADDED_SINCE =
  "A server of this name was added after the run began, and a run can use only the servers that existed then. Start a new run to use the server.";
/** Servers that a hint lists. */
const MAX_LISTED_SERVERS = 10;

const BY_NAME = 'A tool is called as await server.tool({ … }), or by name: call_tool("server", "tool", { … }).';
/** Methods of MCP clients that call a tool by its name. */
const CALLED_BY_NAME = /(?<![\w$.])([\w$]{1,100})\.(?:callTool|call_tool|invokeTool|invoke_tool)\(/g;
const NO_ENVIRONMENT =
  "A script has no environment and no secrets: the gateway adds the credentials of a server to its calls.";
const NO_MODULES =
  "A script has no modules to require or export: tools are in scope as objects, one for each server, and the value is the last expression, or what the script returns.";
const NO_NETWORK = "A script has no network of its own: call tools instead (search_tools lists them).";
const NO_PAGE = "A script does not run in a browser: there is no page, no browser storage and no user to ask.";
const NO_PYTHON = "A script is JavaScript or TypeScript, not Python: console.log, .length, null, true, false.";
const NO_ESCAPES = "The script is HTML-escaped (&lt;, &amp;): send the characters < and &.";

/** Names that mean something elsewhere, with what to do here. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map(
  (
    [
      // Scripts of other systems call a tool by its name.
      ["callTool call_mcp_tool callMcpTool mcp_call mcpCall executeTool execute_tool invokeTool", BY_NAME],
      ["invoke_tool use_tool useTool", BY_NAME],
      ["process env Deno Bun", NO_ENVIRONMENT],
      ["require module exports __dirname __filename", NO_MODULES],
      ["XMLHttpRequest WebSocket axios", NO_NETWORK],
      ["window document localStorage sessionStorage alert prompt confirm", NO_PAGE],
      ["print None True False len range str int float dict tuple enumerate isinstance", NO_PYTHON],
      ["lt gt amp quot", NO_ESCAPES],
      ["setImmediate", "setTimeout(callback, 0) calls a function as soon as the others have had their turn."],
      ["eval", "A script cannot compile code from text."],
      ["Buffer", "Bytes are a Uint8Array here; TextEncoder, TextDecoder, btoa and atob convert them."],
      ["search_tools", "In a script, await tools.search(query) finds tools."],
    ] as const
  ).flatMap(([names, hint]) => names.split(" ").map((name) => [name, hint] as const)),
);

/** A script as it was sent, and its syntax tree. */
export interface EndedScript {
  readonly code: string;
  readonly program: Program;
}

export interface KnownNames {
  /** Identifiers of the servers that the credentials may use. */
  readonly servers: readonly string[];
  /** Identifiers of the servers that they may not use. */
  readonly forbidden: ReadonlySet<string>;
  readonly catalog: Catalog;
  /** A server of it that is no name of scripts is switched off. */
  readonly unlisted: Unlisted;
}

export function hintAtName(
  error: RunError,
  { code, program }: EndedScript,
  { servers, forbidden, catalog, unlisted }: KnownNames,
): RunError {
  const [, name = ""] = /^ReferenceError: ([\w$]{1,100}) is not defined$/.exec(error.message) ?? [];
  if (error.code !== "RUNTIME_ERROR" || name === "" || error.hint !== undefined) return error;
  if (forbidden.has(name)) {
    return { ...error, code: "SERVER_NOT_ALLOWED", message: forbiddenServer(name), server: name };
  }
  const assigned = hintAtAssigned(name, program, servers);
  if (assigned !== undefined) return { ...error, hint: assigned };
  const chains = chainsOfMissing(name, program);
  // An answer may have a member of a server's name, and has no tool behind it.
  const [member] = chains.flatMap(({ names }) =>
    names.filter((one, at) => servers.includes(one) && (HOLDERS.has(name) || isTool(catalog, one, names[at + 1]))),
  );
  if (member !== undefined) return { ...error, hint: serverByName(member) };
  if (code.matchAll(CALLED_BY_NAME).some(([, client]) => client === name)) return { ...error, hint: BY_NAME };
  const tool = toolNamed(name, catalog);
  if (tool !== undefined) return { ...error, hint: `A tool is called by its server: await ${tool}({ … }).` };
  const elsewhere = ELSEWHERE.get(name);
  if (elsewhere !== undefined) return { ...error, hint: elsewhere };
  const why = unlisted.get(name);
  if (why !== undefined) return { ...error, hint: `${name} ${why}` };
  if (servers.includes(name)) return { ...error, hint: ADDED_SINCE };
  const called = chains.flatMap(({ names, isCalled }) => (isCalled ? names.slice(-1) : []));
  return { ...error, hint: `There is no server or function ${name}. ${adviceFor(name, called, servers, catalog)}` };
}

/** @param called members of the name that the script calls */
function adviceFor(name: string, called: readonly string[], servers: readonly string[], catalog: Catalog): string {
  const close = HOLDERS.has(name) ? [] : nearest(name, [...servers, ...FUNCTIONS.split(" ")]);
  if (close.length > 0) return `Did you mean ${close.join(" or ")}?`;
  const tool = called.map((member) => toolNamed(member, catalog)).find((found) => found !== undefined);
  if (tool !== undefined) return `A tool is called by its server: await ${tool}({ … }).`;
  const [server] = servers;
  const byName = HOLDERS.has(name) && server !== undefined ? `${serverByName(server)} ` : "";
  return `${byName}${listed(servers)}`;
}

function listed(servers: readonly string[]): string {
  if (servers.length === 0) return "No server is configured.";
  const more = servers.length - MAX_LISTED_SERVERS;
  const shown = servers.slice(0, MAX_LISTED_SERVERS).join(", ");
  return `The servers are ${shown}${more > 0 ? ` and ${more} more; search_tools lists them` : ""}.`;
}

const MAX_NAMES = 5;

/**
 * A hint for a name that the script assigns and declares nowhere, and for arguments by name as Python has them: `shop.get_item(id="i1")`.
 *
 * @param servers identifiers of the servers, whose tools take one object
 */
function hintAtAssigned(name: string, program: Program, servers: readonly string[]): string | undefined {
  let isAssigned = false;
  let call: CallExpression | undefined;
  const assign = (target: Node): void => void (isAssigned ||= boundNames(target).includes(name));
  simple(program, {
    AssignmentExpression: ({ operator, left }) => void (operator === "=" && assign(left)),
    ForInStatement: ({ left }) => assign(left),
    ForOfStatement: ({ left }) => assign(left),
    CallExpression: (node) => void (namedArguments(node).includes(name) && (call ??= node)),
  });
  if (call !== undefined) return hintAtCall(call, servers);
  return isAssigned ? `Declare ${name} where it is assigned first: let ${name} = …` : undefined;
}

function hintAtCall(call: CallExpression, servers: readonly string[]): string {
  const { callee } = call;
  const names = namedArguments(call).slice(0, MAX_NAMES);
  const [object, property] = callee.type === "MemberExpression" ? [callee.object, callee.property] : [];
  const server = object?.type === "Identifier" && servers.includes(object.name) ? object.name : undefined;
  if (server === undefined || property?.type !== "Identifier")
    return "JavaScript has no arguments by name: write the values in the order of the parameters.";
  return `Arguments by name are one object: await ${server}.${property.name}({ ${names.map((one) => `${one}: …`).join(", ")} }).`;
}

/** @returns the names of `f(a = 1, b = 2)` */
function namedArguments({ arguments: given }: CallExpression): readonly string[] {
  return given.flatMap((one) =>
    one.type === "AssignmentExpression" && one.operator === "=" && one.left.type === "Identifier"
      ? [one.left.name]
      : [],
  );
}
