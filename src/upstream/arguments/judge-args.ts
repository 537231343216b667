/** Explains what is wrong with the arguments of a call, before a script runs and before each call. */
import { isRecord } from "../../lib/is-record.ts";
import { nearest } from "../../lib/nearest.ts";
import { keyProblem, type KeyProblem } from "./argument-keys.ts";
import { checkArgs } from "./check-args.ts";
import type { ToolDefinition } from "../connector.ts";
import { withoutFixedArguments } from "./fixed-arguments.ts";

/** @param chars length of the arguments' JSON text. @returns undefined when nothing is wrong */
export function judgeArgs(tool: ToolDefinition, args: unknown, chars: number): string | undefined {
  const names = isRecord(args) ? Object.keys(args) : [];
  const wrong = keyProblem(tool, names, true);
  if (wrong?.kind === "unknown") return describeKeyProblem(wrong);
  return checkArgs(tool, withoutFixedArguments(tool, args), chars);
}

export function describeKeyProblem(problem: KeyProblem): string {
  if (problem.kind === "missing") return `args.${problem.names.join(", args.")} is missing.`;
  if (problem.isReadOnly) return `args.${problem.name.slice(0, 100)} is read-only: leave it out.`;
  const close = problem.meant === undefined ? nearest(problem.name, problem.known) : [problem.meant];
  const hint = close.length > 0 ? ` Did you mean ${close.join(" or ")}?` : "";
  return `args.${problem.name.slice(0, 100)} is not an argument of this tool.${hint}`;
}
