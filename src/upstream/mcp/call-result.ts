/**
 * The result of `tools/call`, as loosely as upstreams send it: blocks may have types that no version of the protocol knows, and `null` stands
 * for what is absent. What cannot be read as a result is refused, because a part of it would get lost.
 */
import * as z from "zod";
import { isListOfRecords } from "../../lib/is-record.ts";

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
  // `failure`, `source`, `bytes` and `requiredCapabilities` are the gateway's own: from an upstream they could pose as its errors and its links.
  .transform(
    ({
      content,
      structuredContent,
      isError,
      failure: _failure,
      source: _source,
      bytes: _bytes,
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
