/**
 * The result of `tools/call`, as loosely as upstreams send it: blocks may have types that no version of the protocol knows, and `null` stands
 * for what is absent. What cannot be read as a result is refused, because a part of it would get lost.
 */
import * as z from "zod";
import { isListOfRecords } from "../../lib/is-record.ts";
import { excessOfJson } from "../../lib/json-scanner.ts";
import { isDeeper } from "../../lib/nesting.ts";
import { MAX_JSON_NAMES, MAX_JSON_VALUES } from "../../limits/json-limits.ts";
import { MAX_VALUE_DEPTH } from "../../limits/upstream-limits.ts";
import type { ToolResult } from "../connector.ts";

/** Fields of other kinds of results: with one of these and without content, a call has not ended. */
const OTHER_KINDS = ["task", "inputRequests", "requestState"];

/** A check of each item by zod would make an issue for each that is no object. */
const contentBlocks = z.custom<Record<string, unknown>[]>(isListOfRecords, "expected a list of objects");

export const callResult = z
  .looseObject({
    content: contentBlocks.nullish(),
    structuredContent: z.unknown().optional(),
    isError: z.boolean().nullish(),
  })
  .refine((result) => result.content != null || !OTHER_KINDS.some((name) => name in result), {
    error: "it has no content",
  })
  // `failure`, `source`, `bytes`, `remark`, `callOutcome` and `requiredCapabilities` are the gateway's own: from an upstream they could pose as its errors and its links.
  .transform(
    ({
      content,
      structuredContent,
      isError,
      failure: _failure,
      source: _source,
      bytes: _bytes,
      remark: _remark,
      callOutcome: _outcome,
      requiredCapabilities: _required,
      ...rest
    }) => {
      // `toolResult` is the value in the protocol of 2024-10-07.
      const value = structuredContent ?? (content == null ? rest["toolResult"] : undefined);
      return {
        content: content ?? [],
        ...(value != null && { structuredContent: value }),
        ...(isError != null && { isError }),
        ...rest,
      };
    },
  );

/** @returns what exceeds a bound, as the end of a sentence about the result; JSON in a text block counts, because it is parsed, too */
export function excessOf(result: ToolResult): string | undefined {
  if (isDeeper(result, MAX_VALUE_DEPTH)) return `is nested deeper than ${MAX_VALUE_DEPTH} levels`;
  const bounds = { maxNames: MAX_JSON_NAMES, maxValues: MAX_JSON_VALUES };
  for (const { text } of result.content ?? []) {
    const excess = typeof text === "string" ? excessOfJson(text, bounds) : undefined;
    if (excess !== undefined) return excess;
  }
  return undefined;
}
