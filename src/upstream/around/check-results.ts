/**
 * `results` of gateway.json: results are checked against the tool's own output schema. "strict": one that does not match is a failure;
 * "warn": it is passed on and reported. Without it the types are what the upstream claims.
 */
import { MAX_VALUE_DEPTH } from "../../limits/upstream-limits.ts";
import { isDeeper } from "../../lib/nesting.ts";
import { checkValue } from "../arguments/check-args.ts";
import type { Connector, ToolDefinition, ToolResult } from "../connector.ts";
import { SchemaChecker } from "../json-schema/schema-checker.ts";
import { replaceLongIntegers } from "../long-integers.ts";
import { unwrapResult } from "../result.ts";
import { shorten } from "../../lib/shorten.ts";

/** A property's name, which the upstream chooses, may be as long as its result. */
const MAX_MISMATCH_CHARS = 500;

export function checkResults(connector: Connector, mode: "warn" | "strict"): Connector {
  const mismatchOf = resultChecker();
  return {
    list: (signal) => connector.list(signal),
    call: async (tool, args, options) => {
      const result = await connector.call(tool, args, options);
      const mismatch = mismatchOf(tool, result);
      if (mismatch === undefined) return result;
      if (mode === "warn") {
        options.onMismatch?.(mismatch);
        return result;
      }
      const text = `The answer breaks the tool's own output schema: ${mismatch} The call was carried out.`;
      return { isError: true, content: [{ type: "text", text }], callOutcome: "ok" };
    },
    close: () => connector.close(),
  };
}

/** @returns what says where a result does not match its tool's schema */
function resultChecker(): (tool: ToolDefinition, result: ToolResult) => string | undefined {
  const checkers = new WeakMap<object, SchemaChecker>();
  return ({ outputSchema }, result) => {
    if (typeof outputSchema !== "object" || outputSchema === null) return undefined;
    const unwrapped = unwrapResult(result);
    if (!unwrapped.ok) return undefined;
    let checker = checkers.get(outputSchema);
    if (checker === undefined) {
      checker = new SchemaChecker(outputSchema);
      checkers.set(outputSchema, checker);
    }
    const { value } = unwrapped;
    if (isDeeper(value, MAX_VALUE_DEPTH)) return `value is nested deeper than ${MAX_VALUE_DEPTH} levels.`;
    // An integer that the gateway itself has made a text of digits is still the integer that the schema asks for.
    const sent = replaceLongIntegers(value, outputSchema, Number);
    const problem = checkValue(checker, sent, JSON.stringify(value)?.length ?? 0, "value");
    return problem === undefined ? undefined : shorten(problem, MAX_MISMATCH_CHARS);
  };
}
