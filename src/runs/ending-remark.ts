/** Says why a script that ends with a declaration has no value: its answer looks like a success without a result. Pure. */
import { simple } from "acorn-walk";
import type { Program } from "acorn";
import type { Outcome, PreparedScript } from "../../worker-loader/index.ts";

/** @returns a line of log; undefined where a script has a value or logs, is part of another run, or does not end with the declaration of one name */
export function endingRemark(
  outcome: Outcome,
  { program, isFunction }: Pick<PreparedScript, "program" | "isFunction">,
  isNested: boolean,
): string | undefined {
  if (isNested || isFunction || !outcome.ok || outcome.value !== undefined || outcome.logs.length > 0) return undefined;
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

function uncalled(name: string): string {
  return `[isogate] The script ends with the declaration of the function ${name}, which nothing calls. To call it, add a last line: await ${name}()`;
}

/** @returns true if the name stands anywhere but in its declaration */
function isUsed(name: string, program: Program): boolean {
  let isFound = false;
  simple(program, { Identifier: (node) => void (isFound ||= node.name === name) });
  return isFound;
}
