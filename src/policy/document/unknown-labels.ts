import { intendedName, pointer, shown, type PolicyProblem } from "./problem.ts";

/** Labels that an entry of a list names and the document does not define. @param value one name or a list of them, of any shape */
export function* unknownLabels(
  value: unknown,
  path: readonly PropertyKey[],
  labels: ReadonlySet<string>,
): Generator<PolicyProblem> {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const name of names) {
    if (typeof name !== "string" || labels.has(name) || name.includes(".") || name === "*") continue;
    const meant = intendedName(name, labels);
    const fix = meant === undefined ? "Add it to labels, or write server.tool." : `Did you mean ${shown(meant)}?`;
    yield { path: pointer(path), message: `There is no label ${shown(name)}.`, fix };
  }
}
