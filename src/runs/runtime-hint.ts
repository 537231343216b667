/** A hint for a script that ended by an error of its own whose text does not say what to write instead. */
import { hintAtName, type EndedScript, type KnownNames } from "./unknown-name.ts";
import { hintAtContinuedLine } from "./continued-line.ts";
import { hintAtHyphen } from "./hyphenated-name.ts";
import { IS_PROMISE_TAKEN_FOR_A_VALUE } from "./mistaken-value.ts";
import { hintAtNesting } from "./nested-name.ts";
import { hintAtToolsMember } from "./tools-member.ts";
import type { Outcome, RunError } from "../../worker-loader/index.ts";

/** `codemode.server.tool()`, and the same of `mcp`. */
const TOOL_OF_SERVER = /^TypeError: (codemode|mcp)\.([\w$]{1,100})\.([\w$]{1,100}) is not a function$/;

/** A line of the gateway's own about a call that the script did not wait for (worker-loader/remarks.ts). */
const UNANSWERED = /^\[isogate\] (?:line \d+: )?(?:\d+ calls of )?([\w$.]{1,200}) had no answer when the script ended;/;

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
  const { code } = script;
  if (error.code === "SERIALIZATION_ERROR" && error.message.endsWith(": value is a function")) {
    return { ...error, hint: "The script ends with a function that was not called: call it, as in await main()." };
  }
  if (error.code !== "RUNTIME_ERROR" || error.hint !== undefined) return error;
  const hint =
    hintAtHyphen(error.message, code, known.catalog) ??
    hintAt(error.message, known) ??
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
  const [, own = "", method = ""] = /^TypeError: ([\w$]{1,100})\.([\w$]{1,100}) is not a function$/.exec(message) ?? [];
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
  if (/"\[object Obj(?:ect\]"|"\.\.\.) is not valid JSON/.test(message)) {
    return "Values of tools are parsed already: use them without JSON.parse.";
  }
  return undefined;
}
