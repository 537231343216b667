/** Finds labels without tools that a flow or a rule about data uses: it concerns nothing then. */
import { MAX_PROBLEMS } from "../values/policy-bounds.ts";
import type { PolicyDocument } from "./document.ts";
import { patternsOf } from "./named-tools.ts";
import { pointer, shown, type PolicyProblem } from "./problem.ts";

/** @returns warnings, at most MAX_PROBLEMS */
export function emptyLabels(document: PolicyDocument): readonly PolicyProblem[] {
  const empty = Object.entries(document.labels ?? {}).filter(([, tools]) => tools.length === 0);
  if (empty.length === 0) return [];
  const users = new Map<string, readonly PropertyKey[]>();
  for (const { path, text } of patternsOf(document)) {
    const [part] = path;
    if ((part === "flows" || part === "data") && !users.has(text)) users.set(text, path);
  }
  return empty
    .flatMap(([label]): PolicyProblem[] => {
      const user = users.get(label);
      if (user === undefined) return [];
      const message = `The label ${shown(label)} has no tools, so it selects nothing at ${pointer(user)}.`;
      return [{ path: pointer(["labels", label]), message, fix: "Add tools to it." }];
    })
    .slice(0, MAX_PROBLEMS);
}
