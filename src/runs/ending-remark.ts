/**
 * Lines of log that the gateway adds when a script has ended, where its answer looks like a success and is not what the script meant. Pure.
 */
import { simple } from "acorn-walk";
import type { Program } from "acorn";
import type { Outcome, PreparedScript } from "../../worker-loader/index.ts";
import type { AnsweredShapes } from "./answered-shapes.ts";
import { hintAtMemberOfCombination } from "./combined-promises.ts";
import { meansValue } from "./meant-value.ts";
import { parseJson } from "../lib/parse-json.ts";

/**
 * @param shapes of what the calls of the script have answered
 * @returns a line of log; undefined for a script that has a value, or means to have none, is part of another run, or ends otherwise
 */
export function endingRemark(
  outcome: Outcome,
  script: Pick<PreparedScript, "program" | "isFunction">,
  shapes: Pick<AnsweredShapes, "describe">,
  isNested: boolean,
): string | undefined {
  if (isNested || !outcome.ok) return undefined;
  const lacking = lackOf(outcome);
  if (lacking !== undefined && meansValue(script)) {
    const why = hintAtMemberOfCombination(script.program) ?? shapes.describe();
    if (why !== undefined) return `[isogate] ${lacking}; ${why}`;
  }
  if (outcome.value !== undefined || outcome.logs.length > 0) return undefined;
  const { program, isFunction } = script;
  if (isFunction) return undefined;
  const last = program.body.at(-1);
  if (last?.type === "FunctionDeclaration")
    return last.generator || isUsed(last.id.name, program) ? undefined : uncalled(last.id.name);
  if (last?.type !== "VariableDeclaration") return undefined;
  const { id, init } = last.declarations.at(-1) ?? {};
  if (id?.type !== "Identifier" || init === null) return undefined;
  if (init?.type === "ArrowFunctionExpression" || init?.type === "FunctionExpression")
    return isUsed(id.name, program) ? undefined : uncalled(id.name);
  return `[isogate] The script ends with the declaration of ${id.name}, which has no value. To get it, add a last line: ${id.name}`;
}

function lackOf({ value, isAllUndefined }: Extract<Outcome, { ok: true }>): string | undefined {
  if (value === undefined) return "The value is undefined";
  if (isAllUndefined !== true) return undefined;
  return `Every ${value.startsWith("[") ? "item" : "member"} of the value is undefined`;
}

function uncalled(name: string): string {
  return `[isogate] The script ends with the declaration of the function ${name}, which is not called. To call it, add a last line: await ${name}()`;
}

/** @returns true if the name stands anywhere but in its declaration */
function isUsed(name: string, program: Program): boolean {
  let isFound = false;
  simple(program, { Identifier: (node) => void (isFound ||= node.name === name) });
  return isFound;
}

/** The form of the lines that worker-loader/uncaught-errors.ts writes. */
const UNCAUGHT = /^\[(?:unhandled|uncaught)\] (line \d{1,9}: )?((?:Type|Syntax)Error: .*)$/;

/**
 * Says of an error which nothing has caught, and which took an answer for something else, what was answered.
 *
 * @returns a line of log; undefined for a run that failed, whose error has such a hint itself
 */
export function uncaughtRemark({ ok, logs }: Outcome, shapes: Pick<AnsweredShapes, "hintAt">): string | undefined {
  if (!ok) return undefined;
  for (const line of logs) {
    const [, where = "", message = ""] = UNCAUGHT.exec(line) ?? [];
    const hint = message === "" ? undefined : shapes.hintAt(message);
    if (hint !== undefined) return `[isogate] ${where}${hint}`;
  }
  return undefined;
}

const CALL_KEYS = ["code", "tool", "server", "tool_name", "function"];

/**
 * Finds a script that is the JSON text of a call: a model that meant the arguments of a tool gets its own text back as a value.
 *
 * @returns a line of log, for a script that is a JSON object like a call, or a list of them
 */
export function callAsJson(code: string): string | undefined {
  if (!/^\s*[[{]/.test(code)) return undefined;
  const [first] = [parseJson(code)].flat();
  if (typeof first !== "object" || first === null || !CALL_KEYS.some((key) => Object.hasOwn(first, key)))
    return undefined;
  return "[isogate] The script is only JSON, so no tool was called. Write JavaScript: await server.tool({ … })";
}
