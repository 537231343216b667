/**
 * The fields that conditions may read of the tool, the principal and the run. They are the gateway's own and few, so another name is a
 * mistake: a field that no call has equals nothing, and a rule with it denies nothing.
 */
import type { ValuePath } from "../values/value-path.ts";
import { TIERS } from "./document.ts";
import { intendedName, shown, type PolicyProblem } from "./problem.ts";

type Mistake = Omit<PolicyProblem, "path">;

/** `via` and `script` of a run are set in policy-host.ts. Of these annotations, `openWorldHint` is not kept (upstream/mcp/tool-list.ts). */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  tool: ["tier", "server", "name", "annotations"],
  "tool.annotations": ["title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"],
  principal: ["id"],
  run: ["id", "via", "script"],
};

/** @returns undefined for a path that some call may have, and for every path into arguments and outputs */
export function unknownField({ text, root, steps }: ValuePath): Mistake | undefined {
  if (FIELDS[root] === undefined) return undefined;
  let parent: string = root;
  for (const step of steps) {
    const known = FIELDS[parent];
    if (known === undefined)
      return { message: `${parent} has no fields (got ${shown(text)}).`, fix: `Write ${parent}.` };
    const name = step !== "each" && "key" in step ? step.key : undefined;
    if (name === undefined || !known.includes(name)) {
      const meant = name === undefined ? undefined : intendedName(name, new Set(known));
      const paths = known.map((field) => `${parent}.${field}`);
      return {
        message: `${parent} has no field ${name === undefined ? "of that kind" : shown(name)} (got ${shown(text)}).`,
        fix: meant === undefined ? `Write ${oneOf(paths)}.` : `Did you mean ${shown(`${parent}.${meant}`)}?`,
      };
    }
    parent = `${parent}.${name}`;
  }
  return undefined;
}

/** Operators for which an unknown tier matches no call. With `neq` and `not_in` it matches nearly all, as their author may want. */
const EXACT_OPERATORS = ["eq", "in"];

/** A tier that is compared with a text that is none. @returns undefined where the operator compares parts of texts */
export function unknownTier(path: ValuePath, operator: string, value: unknown): Mistake | undefined {
  const [step, ...rest] = path.steps;
  const isTier = path.root === "tool" && step !== undefined && step !== "each" && "key" in step && step.key === "tier";
  if (!isTier || rest.length > 0 || !EXACT_OPERATORS.includes(operator)) return undefined;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isKnown = (one: unknown): boolean => (TIERS as readonly unknown[]).includes(one);
  const index = values.findIndex((one) => !isKnown(one));
  if (index === -1) return undefined;
  const wrong = values[index];
  const meant = typeof wrong === "string" ? intendedName(wrong, new Set(TIERS)) : undefined;
  return {
    message: `No tool has the tier ${shown(wrong)}.`,
    fix: meant === undefined ? `Write ${oneOf(TIERS.map((tier) => shown(tier)))}.` : `Did you mean ${shown(meant)}?`,
  };
}

function oneOf(names: readonly string[]): string {
  return names.length === 1 ? names.join("") : `one of ${names.join(", ")}`;
}
