/** Properties of a body that only the server sets. They are no arguments; a script that gives what it has read is told so. Pure. */
import { isRecord } from "../../lib/is-record.ts";
import type { ToolDefinition } from "../connector.ts";

/** @returns true for a name that is no argument because it is read-only */
export function isReadOnlyArgument({ request }: Pick<ToolDefinition, "request">, name: string): boolean {
  const body: unknown = isRecord(request) ? request["body"] : undefined;
  if (!isRecord(body)) return false;
  const others: readonly unknown[] = Array.isArray(body["others"]) ? body["others"] : [];
  return [body, ...others].some((one) => {
    const names: unknown = isRecord(one) ? one["readOnly"] : undefined;
    return Array.isArray(names) && names.includes(name);
  });
}
