/**
 * Arguments of a tool whose values gateway.json or the path of the operation fixes. The tool does not list them, and accepts them, because scripts
 * that are written after the API's own documentation give them. They are not sent (openapi/sent-arguments.ts).
 */
import { isRecord } from "../../lib/is-record.ts";
import type { ToolDefinition } from "../connector.ts";
import { planOf } from "../operation-plan.ts";

/** @returns their names; none for a tool of another kind of upstream */
export function fixedArguments(tool: Pick<ToolDefinition, "request">): readonly string[] {
  return (planOf(tool)?.parameters ?? []).filter(({ isFixed }) => isFixed).map(({ argument }) => argument);
}

/** @returns the same value where none of them is given */
export function withoutFixedArguments(tool: Pick<ToolDefinition, "request">, args: unknown): unknown {
  if (!isRecord(args)) return args;
  const names = fixedArguments(tool).filter((name) => Object.hasOwn(args, name));
  return names.length === 0 ? args : Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)));
}
