/**
 * Arguments of a tool whose values gateway.json or the path of the operation fixes. The tool does not list them, and takes and leaves out those
 * that a script gives: they were required before they were fixed. Nothing decides on them, and nothing records them. Pure.
 */
import { isRecord } from "../lib/is-record.ts";
import type { ToolDefinition } from "./connector.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** @returns their names; none for a tool of another kind of upstream */
export function fixedArguments({ request }: Pick<ToolDefinition, "request">): readonly string[] {
  const parameters: unknown = isRecord(request) ? request["parameters"] : undefined;
  if (!Array.isArray(parameters)) return [];
  return parameters.flatMap((one: unknown) =>
    isRecord(one) && one["isFixed"] === true && typeof one["argument"] === "string" ? [one["argument"]] : [],
  );
}

/** @returns the same object where none of them is given */
export function withoutFixedArguments(tool: Pick<ToolDefinition, "request">, args: Arguments): Arguments {
  const names = fixedArguments(tool).filter((name) => Object.hasOwn(args, name));
  return names.length === 0 ? args : Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)));
}
