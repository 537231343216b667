/** `results: "strict"` of gateway.json: a result that breaks the tool's own output schema is a failure. Without it the types are what the upstream claims. */
import { MAX_VALUE_DEPTH } from "../../limits/upstream-limits.ts";
import { isDeeper } from "../../lib/nesting.ts";
import { checkValue } from "../check-args.ts";
import type { Connector, ToolDefinition, ToolResult } from "../connector.ts";
import { SchemaChecker } from "../json-schema/schema-checker.ts";
import { unwrapResult } from "../result.ts";

export function checkResults(connector: Connector): Connector {
  const checkers = new WeakMap<object, SchemaChecker>();

  function wrongWith({ outputSchema }: ToolDefinition, result: ToolResult): string | undefined {
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
    return checkValue(checker, value, JSON.stringify(value)?.length ?? 0, "value");
  }

  return {
    list: (signal) => connector.list(signal),
    call: async (tool, args, options) => {
      const result = await connector.call(tool, args, options);
      const wrong = wrongWith(tool, result);
      if (wrong === undefined) return result;
      const text = `The answer breaks the tool's own output schema: ${wrong} The call was carried out.`;
      return { isError: true, content: [{ type: "text", text }] };
    },
    close: () => connector.close(),
  };
}
