/** The plan by which an OpenAPI connector sends the calls of a tool. It stands beside the connectors, because the checks of arguments read it, too. */
import type { OperationRequest } from "../../sdk-gen/index.ts";
import { asRecord } from "../lib/is-record.ts";
import type { ToolDefinition } from "./connector.ts";

/** Only an OpenAPI connector's plan has a method, a path and parameters. */
export function planOf({ request }: Pick<ToolDefinition, "request">): OperationRequest | undefined {
  const { method, path, parameters } = asRecord(request);
  const isPlan = typeof method === "string" && typeof path === "string" && Array.isArray(parameters);
  return isPlan ? (request as OperationRequest) : undefined;
}
