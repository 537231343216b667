/**
 * `{ petId: 7, body: { name: "Ada" } }`, as scripts for other systems call an operation whose body has its properties beside the parameters here.
 * `body` stands for them where the operation has a body and no argument of that name.
 */
import { isRecord } from "../../lib/is-record.ts";
import type { ToolDefinition } from "../connector.ts";
import { planOf } from "./operation-index.ts";

export const BODY = "body";

/** True if `body` may stand for the properties of the body. */
export function hasBodyAlias(tool: Pick<ToolDefinition, "request" | "inputSchema">): boolean {
  const { inputSchema } = tool;
  const body = planOf(tool)?.body;
  if (body === undefined) return false;
  const properties = isRecord(inputSchema) ? inputSchema["properties"] : undefined;
  return !(isRecord(properties) && Object.hasOwn(properties, BODY));
}

/** @returns the arguments as the tool has them; the same object where `body` is none, or stands beside what belongs to it */
export function withoutBodyAlias(
  tool: Pick<ToolDefinition, "request" | "inputSchema">,
  args: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (!Object.hasOwn(args, BODY) || !hasBodyAlias(tool)) return args;
  const { body: plan, parameters = [] } = planOf(tool) ?? {};
  const { [BODY]: body, ...others } = args;
  const inParameters = new Set(parameters.map(({ argument }) => argument));
  if (plan === undefined || Object.keys(others).some((name) => !inParameters.has(name))) return args;
  if (plan.argument !== undefined) return { ...others, [plan.argument]: body };
  if (!isRecord(body)) return args;
  const renamed = new Map(Object.entries(plan.renamed ?? {}).map(([argument, name]) => [name, argument]));
  const own = Object.entries(body).map(([name, value]) => [renamed.get(name) ?? name, value] as const);
  // A property that only a parameter is called cannot be one of the body.
  if (own.some(([name]) => inParameters.has(name))) return args;
  return Object.fromEntries([...Object.entries(others), ...own]);
}
