/** A direct call: a run of one call, answered in the form that the upstream gave its result: text, images, sounds, resources, structured content. */
import { MissingRequiredClientCapabilityError, isSpecType, type CallToolResult } from "@modelcontextprotocol/server";
import type { DirectTarget } from "../catalog/absent-direct-tools.ts";
import { isRecord } from "../lib/is-record.ts";
import type { Executed } from "../runs/execute-context.ts";
import type { SingleCall } from "../runs/single-call.ts";

/** @param args the arguments as they came. @returns the run of the call, whose value is the upstream's result as it is */
export function directCall({ server, tool }: DirectTarget, args: object): SingleCall {
  return { code: `await ${server}[${JSON.stringify(tool)}].raw(input)`, input: args };
}

/**
 * @param isModern true for a client of 2026-07-28, which declares its capabilities with each request
 * @returns undefined where the run has no such result: the call was refused, has failed, or waits for a person
 * @throws MissingRequiredClientCapabilityError if the upstream did, and the client knows this error
 */
export function directResult(
  { run, outcome, wait, unfinished }: Executed,
  isModern: boolean,
): CallToolResult | undefined {
  if (!outcome.ok || outcome.value === undefined || wait !== undefined || unfinished !== undefined) return undefined;
  const result = JSON.parse(outcome.value) as Readonly<Record<string, unknown>>;
  const { content, structuredContent, isError, requiredCapabilities } = result;
  if (isModern && isRecord(requiredCapabilities)) {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities });
  }
  const blocks = Array.isArray(content) ? content.map(knownBlock) : [];
  // Structured content of the protocol is an object; another value would be lost where no block repeats it.
  const isAlone = blocks.length === 0 && structuredContent !== undefined && !isRecord(structuredContent);
  return {
    content: isAlone ? [{ type: "text", text: JSON.stringify(structuredContent) }] : blocks,
    ...(isRecord(structuredContent) && { structuredContent: { ...structuredContent } }),
    ...(isError === true && { isError }),
    _meta: { "isogate/run": run, ...(outcome.logs.length > 0 && { "isogate/logs": outcome.logs }) },
  };
}

/** A block of a type that the protocol does not have is shown as text: a client refuses the whole result for it. */
function knownBlock(block: unknown): CallToolResult["content"][number] {
  return isSpecType.ContentBlock(block) ? block : { type: "text", text: JSON.stringify(block) };
}
