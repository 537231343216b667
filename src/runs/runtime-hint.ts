/** A hint for a script that ended by an error of its own whose text does not say what to write instead. */
import { hintAtCombination } from "./combined-promises.ts";
import { hintAtServerMember } from "./server-by-name.ts";
import { hintAtUncalled } from "./uncalled-value.ts";
import { hintAtName, type EndedScript, type KnownNames } from "./unknown-name.ts";
import { IS_PROMISE_TAKEN_FOR_A_VALUE } from "./mistaken-value.ts";
import { hintAtToolsMember } from "./tools-member.ts";
import type { Outcome, RunError } from "../../worker-loader/index.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { closeTools } from "../catalog/close-tools.ts";

/** `codemode.server.tool()`, and the same of `mcp`. */
const TOOL_OF_SERVER = /^TypeError: (codemode|mcp)\.([\w$]{1,100})\.([\w$]{1,100}) is not a function$/;

/** The second message is that of the gateway's own objects (worker-loader/guest/extension.js). */
const NO_METHOD =
  /^TypeError: (?:There is no )?([\w$]{1,100})\.([\w$]{1,100})(?: is not a function$|: [\w$]{1,100} has only )/;

/** A line of the gateway's own about a call that the script did not wait for (worker-loader/remarks.ts). */
const UNANSWERED =
  /^\[isogate\] (?:line \d+: )?(?:\d+ calls of )?([\w$.]{1,200}) (?:had no answer when the script ended;|(?:was|were) still going on when the script failed\.)/;

/** An error of the gateway's own that says what to write (worker-loader/guest/answer-promise.js). */
const READ_WITHOUT_AWAIT = /^TypeError: ([\w$.]{1,200})\(…\) is a promise\b/;

/** @param answered how many of its calls were answered and did not fail */
export function withRuntimeHint(
  ended: Extract<Outcome, { ok: false }>,
  script: EndedScript,
  known: KnownNames,
  answered: number,
): RunError {
  const error = withHint(ended, script, known);
  if (answered === 0 || !IS_ITS_VALUE_REFUSED.has(error.code)) return error;
  const calls = answered === 1 ? "its call was" : `its ${answered} calls were`;
  const again = `The script ran to its end and ${calls} answered; running it again makes ${answered === 1 ? "it" : "them"} again.`;
  return { ...error, hint: error.hint === undefined ? again : `${error.hint} ${again}` };
}

/** Only the value of the script is refused, which may have changed what its tools keep. */
const IS_ITS_VALUE_REFUSED = new Set<RunError["code"]>(["SERIALIZATION_ERROR", "OUTPUT_TOO_LARGE"]);

function withHint({ error, logs }: Extract<Outcome, { ok: false }>, script: EndedScript, known: KnownNames): RunError {
  const { code, program } = script;
  if (error.code === "SERIALIZATION_ERROR" && error.message.endsWith(": value is a function")) {
    return { ...error, hint: hintAtUncalled(program, known.servers) };
  }
  if (error.code !== "RUNTIME_ERROR" || error.hint !== undefined) return error;
  const hint =
    hintAtHyphen(error.message, code, known.catalog) ??
    hintAt(error.message, known) ??
    hintAtServerMember(error.message, program, known.servers, known.catalog) ??
    hintAtCombination(error.message, program, known.servers) ??
    missingAwait(error.message, logs, code) ??
    hintAtComputedServer(error.message, code) ??
    hintAtNesting(error.message, code, known.catalog);
  return hint === undefined ? hintAtName(error, script, known) : { ...error, hint };
}

function missingAwait(message: string, logs: readonly string[], code: string): string | undefined {
  const [, read] = READ_WITHOUT_AWAIT.exec(message) ?? [];
  if (read !== undefined) return hintAtContinuedLine(code, read);
  if (!IS_PROMISE_TAKEN_FOR_A_VALUE.test(message)) return undefined;
  const [, tool] = logs.map((line) => UNANSWERED.exec(line)).find((found) => found !== null) ?? [];
  if (!tool) return undefined;
  return (
    hintAtContinuedLine(code, tool) ??
    `${tool}(…) was not awaited, so the script has a promise instead of its value: write await ${tool}(…).`
  );
}

/** `globalThis[name].tool()`: the names in scope are read off the script's text. */
function hintAtComputedServer(message: string, code: string): string | undefined {
  const isOfUndefined = message.startsWith("TypeError: Cannot read properties of undefined");
  if (!isOfUndefined || !/\b(?:globalThis|self|this)\[/.test(code)) return undefined;
  return 'Only the servers that the script names are in scope: { one, another }[name], or call_tool(name, "tool", { … }).';
}

function hintAt(message: string, { servers, catalog }: KnownNames): string | undefined {
  const ofTools = hintAtToolsMember(message, servers, catalog);
  if (ofTools !== undefined) return ofTools;
  const [, hidden = ""] = /^ReferenceError: Cannot access '([\w$]{1,100})' before initialization$/.exec(message) ?? [];
  if (servers.includes(hidden))
    return `The script declares ${hidden}, which hides the server ${hidden}: rename the declaration.`;
  const [, called = ""] = /^TypeError: ([\w$]{1,100}) is not a function$/.exec(message) ?? [];
  if (servers.includes(called)) return `${called} is a server; its tools are called: await ${called}.tool({ … }).`;
  const [, own = "", method = ""] = NO_METHOD.exec(message) ?? [];
  if (own !== "" && servers.includes(`${own}_`)) {
    return `${own} is a global of the gateway; the server of this name is ${own}_ in scripts: await ${own}_.${method}({ … }).`;
  }
  // `then`: a server that had it would be taken for a promise.
  const tools = catalog.servers.find(({ identifier }) => identifier === own)?.sdk.tools ?? [];
  const renamed = tools.find(({ name, identifier }) => name === method && identifier !== method)?.identifier;
  if (renamed !== undefined) {
    return `The tool ${method} of ${own} is ${renamed} in scripts: await ${own}.${renamed}({ … }).`;
  }
  const [, namespace = "", server = "", tool = ""] = TOOL_OF_SERVER.exec(message) ?? [];
  if (servers.includes(server)) {
    return `${namespace} contains the tools of all servers by name, not the servers: await ${server}.${tool}({ … }), or await ${namespace}["${server}.${tool}"]({ … }).`;
  }
  return undefined;
}

/**
 * A line may be read as the end of an expression because the line before has no semicolon: `await a.b({})`, and then `[1, 2].map(…)`.
 *
 * @param tool the call at the end of the line before
 */
function hintAtContinuedLine(code: string, tool: string): string | undefined {
  const lines = code.split("\n").map((line) => line.trim());
  const at = lines.findIndex((line, index) => {
    const before = lines[index - 1] ?? "";
    return /^[[(`]/.test(line) && before.includes(`await ${tool}(`) && before.endsWith(")");
  });
  if (at === -1) return undefined;
  return `Line ${at + 1} begins with ${lines[at]?.[0] ?? ""} and continues line ${at}, so \`await\` applies to the joined expression. End line ${at} with a semicolon.`;
}

/** The name that was not found, or that is no function: `shop.list-shop({})` calls the server. */
const FAILED = /^(?:ReferenceError: ([\w$]{1,100}) is not defined|TypeError: ([\w$]{1,100}) is not a function)$/;
/** `server.one-two` and `one-two.tool`, with the parts around the hyphens. */
const HYPHENATED = /(?<![\w$.-])([\w$]{1,100}(?:-[\w$]{1,100}){0,9})\.([\w$]{1,100}(?:-[\w$]{1,100}){0,9})(?![\w$-])/g;

/** Maximum number of written paths that are compared with the names of servers and tools. */
const MAX_TRIED = 20;

/**
 * A name with a hyphen is read as a subtraction: `shop.update-item({ … })` for the tool `update_item`, `my-server.tool({ … })` for the server
 * `my_server`.
 */
function hintAtHyphen(message: string, code: string, { servers }: Catalog): string | undefined {
  const [, missing, called] = FAILED.exec(message) ?? [];
  const name = missing ?? called;
  if (name === undefined) return undefined;
  const tried = new Set<string>();
  for (const [path, first = "", last = ""] of code.matchAll(HYPHENATED)) {
    if (tried.has(path) || !path.includes("-") || !path.split(/[-.]/).includes(name)) continue;
    if (tried.size === MAX_TRIED) break;
    tried.add(path);
    const server = servers.find(({ name: own, identifier }) => [own, identifier].some((one) => isWritten(one, first)));
    const tool = server?.table.tools.find((one) => {
      return [one.name, server.table.identifierOf(one)].some((own) => isWritten(own, last));
    });
    if (server === undefined || (tool === undefined && last.includes("-"))) continue;
    const meant = `${server.identifier}.${tool === undefined ? last : server.table.identifierOf(tool)}`;
    return `${path} is read as a subtraction: write await ${meant}({ … }).`;
  }
  return undefined;
}

function isWritten(name: string, written: string): boolean {
  return name.length === written.length && name.replaceAll("-", "_") === written.replaceAll("-", "_");
}

const NO_FUNCTION = /^TypeError: ([\w$]{1,100})\.([\w$]{1,100}\.[\w$]{1,100}) is not a function$/;
const NOTHING_TO_READ = /^TypeError: Cannot read properties of undefined \(reading '([\w$]{1,100})'\)$/;
const CHAIN = /(?<![\w$.])([\w$]{1,100})\.([\w$]{1,100})\.([\w$]{1,100}\.[\w$]{1,100})(?=\()/g;
/** Members of a tool. */
const OWN = new Set(["all", "raw"]);

/** A script may call a tool as an SDK of its service is called: `github.issues.create(…)`, `github.rest.issues.create(…)`. */
function hintAtNesting(message: string, code: string, { servers }: Catalog): string | undefined {
  const [, called = "", path = ""] = NO_FUNCTION.exec(message) ?? [];
  if (path !== "") return hintAtPath(called, path, path, servers);
  const [, last = ""] = NOTHING_TO_READ.exec(message) ?? [];
  if (last === "") return undefined;
  for (const [, server = "", group = "", name = ""] of code.matchAll(CHAIN)) {
    const isMember = OWN.has(name.slice(0, name.indexOf(".")));
    const hint =
      name.endsWith(`.${last}`) && !isMember ? hintAtPath(server, `${group}.${name}`, name, servers) : undefined;
    if (hint !== undefined) return hint;
  }
  return undefined;
}

/** @param path as the script wrote it @param name what of the path may name a tool */
function hintAtPath(server: string, path: string, name: string, servers: Catalog["servers"]): string | undefined {
  const found = servers.find(({ identifier }) => identifier === server);
  if (found === undefined || path.startsWith("$")) return undefined;
  const [close] = closeTools(name, found.table.identifiers, 1);
  const advice =
    close === undefined
      ? `search_tools lists the tools of ${server}.`
      : `Did you mean await ${server}.${close}({ … })?`;
  return `${server}.${path} is not a tool; a tool has one name after its server. ${advice}`;
}
