/** Describes a condition for error messages. The text contains what the document says, never what the call sent. */
import type { Condition } from "./document.ts";
import { shown } from "./problem.ts";

export function describeCondition(condition: Condition): string {
  if ("path" in condition) {
    const { path, op, value, ref } = condition;
    if (op === "exists") return value === false ? `${path} is absent` : `${path} exists`;
    return `${path} ${op} ${ref ?? shown(value)}`;
  }
  if ("formerly" in condition) return `an earlier ${selected(condition.formerly)}`;
  if ("previous" in condition) return `${selected(condition.previous)} as the previous call`;
  if ("since" in condition) return `${selected(condition.since)} with nothing against it since`;
  if ("count" in condition) return `count of ${selected(condition.count)} ${condition.op} ${condition.value}`;
  if ("sum" in condition)
    return `sum of ${condition.sum.of} of ${selected(condition.sum)} ${condition.op} ${condition.value}`;
  if ("not" in condition) return `not (${describeCondition(condition.not)})`;
  const [parts, word] = "all" in condition ? [condition.all, "and"] : [condition.any, "or"];
  const texts = parts.slice(0, 3).map(describeCondition);
  return `(${[...texts, ...(parts.length > 3 ? ["…"] : [])].join(` ${word} `)})`;
}

function selected({
  tool,
  within,
}: {
  readonly tool: string | readonly string[];
  readonly within?: string | undefined;
}): string {
  const name = typeof tool === "string" ? tool : tool.join(" or ");
  return within === undefined ? name : `${name} within ${within}`;
}
