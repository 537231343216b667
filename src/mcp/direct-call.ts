/** A direct call: a run of one call, answered in the form that the upstream gave its result: text, images, sounds, resources, structured content. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { DirectTool } from "../catalog/direct-tools.ts";
import type { Executed } from "../runs/execute-context.ts";
import type { SingleCall } from "../runs/single-call.ts";

/** @param args the arguments as they came. @returns the run of the call, whose value is the upstream's result as it is */
export function directCall({ server, definition }: DirectTool, args: object): SingleCall {
  return { code: `await ${server}[${JSON.stringify(definition.name)}].raw(input)`, input: args };
}

/** @returns undefined where the run has no such result: the call was refused, has failed, or waits for a person */
export function directResult({ run, outcome, wait, going }: Executed): CallToolResult | undefined {
  if (!outcome.ok || outcome.value === undefined || wait !== undefined || going !== undefined) return undefined;
  const { content, structuredContent, isError } = JSON.parse(outcome.value) as Readonly<Record<string, unknown>>;
  return {
    content: Array.isArray(content) ? (content as CallToolResult["content"]) : [],
    ...(structuredContent !== null &&
      typeof structuredContent === "object" && { structuredContent: { ...structuredContent } }),
    ...(isError === true && { isError }),
    _meta: { "isogate/run": run, ...(outcome.logs.length > 0 && { "isogate/logs": outcome.logs }) },
  };
}
