/**
 * `{ petId: 7, body: { name: "Ada" } }`, as scripts for other systems call an operation whose body has its properties beside the parameters here.
 * `body` stands for them where the operation has a body and no argument of that name.
 */
import { isRecord } from "../../lib/is-record.ts";
import type { ToolDefinition } from "../connector.ts";
import { planOf } from "../operation-plan.ts";
import { bodyNames } from "./operation-arguments.ts";

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
  const plan = planOf(tool);
  if (plan?.body === undefined) return args;
  const { [BODY]: body, ...others } = args;
  const { isOfBody, argumentOf } = bodyNames(plan, plan.body);
  if (Object.keys(others).some(isOfBody)) return args;
  if (plan.body.argument !== undefined) return { ...others, [plan.body.argument]: body };
  if (!isRecord(body)) return args;
  const own = Object.entries(body).map(([name, value]) => [argumentOf(name), value] as const);
  // A property that only a parameter is called cannot be one of the body.
  if (!own.every(([name]) => isOfBody(name))) return args;
  return Object.fromEntries([...Object.entries(others), ...own]);
}
