/** Explains what is wrong with the arguments of a call, before a script runs and before each call. */
import { isRecord } from "../../lib/is-record.ts";
import { keyProblems } from "./argument-keys.ts";
import { checkArgs } from "./check-args.ts";
import { describeKeyProblems } from "./describe-keys.ts";
import type { ToolDefinition } from "../connector.ts";
import { withoutFixedArguments } from "./fixed-arguments.ts";

/** @param chars length of the arguments' JSON text. @returns undefined when nothing is wrong */
export function judgeArgs(tool: ToolDefinition, args: unknown, chars: number): string | undefined {
  const names = isRecord(args) ? Object.keys(args) : [];
  const wrong = keyProblems(tool, names, true);
  if (wrong !== undefined && wrong.unknown.length > 0) return describeKeyProblems(wrong);
  return checkArgs(tool, withoutFixedArguments(tool, args), chars);
}
