/** The input of a saved script against its schema, in the words of `check-args.ts`. */
import { Validator } from "@cfworker/json-schema";
import { checkArgs } from "../runs/check-args.ts";
import type { ToolDefinition } from "../upstream/connector.ts";

/** By the schema's text: compiling one takes longer than a small script. */
const known = new Map<string, ToolDefinition>();
const MOST_KNOWN = 100;

/** @returns what is wrong, like `input.days must be number`; undefined when nothing is */
export function checkInput(schema: Readonly<Record<string, unknown>>, input: unknown): string | undefined {
  const key = JSON.stringify(schema);
  const definition = known.get(key) ?? { name: "script", inputSchema: schema };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, definition);
  return checkArgs(definition, input)?.replaceAll(/(^| )args(?=[.:[])/g, "$1input");
}

/** @returns why it cannot be used as a schema */
export function schemaProblem(schema: Readonly<Record<string, unknown>>): string | undefined {
  try {
    new Validator(schema, "2020-12", false).validate({});
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
