/** The replies of a RunHost to one call: the unwrapped value of a result, and failures in the gateway's own words. */
import { pageOf } from "../../upstream/openapi/page-of.ts";
import { isRepeatable } from "../../upstream/repeatable.ts";
import type { ToolResult } from "../../upstream/connector.ts";
import { unwrapResult } from "../../upstream/result.ts";
import type { CallFailure, CallReply, ToolCall } from "../../../worker-loader/index.ts";
import { isBusy, withRetryable } from "../retryable.ts";
import { mayHaveHappened } from "../durable/unheard-calls.ts";
import type { FoundTool } from "./tool-finder.ts";

export interface Failed {
  readonly ok: false;
  readonly error: CallFailure;
}

export function denied(message: string, { server, tool }: ToolCall): CallFailure {
  return { code: "APPROVAL_DENIED", message, server, tool };
}

/** No person was asked, because there is no room to wait. */
export function full(
  { message, retryable }: { readonly message: string; readonly retryable: boolean },
  { server, tool }: ToolCall,
): CallFailure {
  return { code: "CAPACITY", message, retryable, server, tool };
}

/** The upstream asked for a person's input, and there is none. */
export function inputRequired(message: string, { server, tool }: ToolCall): CallFailure {
  return { code: "INPUT_REQUIRED", message, server, tool };
}

/** @param isHarmless making the call again has no second effect */
export function toReply(
  result: ToolResult,
  { server, tool, raw }: ToolCall,
  identifier: string,
  isHarmless: boolean,
): CallReply {
  if (raw) {
    const own = { source: undefined, bytes: undefined, remark: undefined, callOutcome: undefined };
    return { ok: true, value: JSON.stringify({ ...result, ...own }) };
  }
  const unwrapped = unwrapResult(result);
  if (!unwrapped.ok) {
    // The tool is named first, because an upstream could pretend that the gateway asks for a sign-in.
    const { message, failure } = unwrapped;
    const retryable = isBusy(failure?.status, isHarmless);
    return failed({
      ...failure,
      code: "TOOL_ERROR",
      message: `${server}.${identifier}: ${message}`,
      server,
      tool,
      ...(retryable && { retryable }),
    });
  }
  return { ok: true, value: JSON.stringify(unwrapped.value) ?? "null" };
}

/** One page of a list, with the arguments of the next, as the guest joins them. */
export function toPage(result: ToolResult, call: ToolCall, { tool, identifier, args }: FoundTool): CallReply {
  const { server } = call;
  const unwrapped = unwrapResult(result);
  if (!unwrapped.ok) return toReply(result, call, identifier, isRepeatable(tool));
  const read = pageOf(tool, args, unwrapped.value, result.source);
  if (read.ok) return { ok: true, value: JSON.stringify(read.value) };
  const message = `${server}.${identifier}.all: ${read.error}. Call ${server}.${identifier} for each page.`;
  return failed({ code: "TOOL_ERROR", message, server, tool: call.tool });
}

export function hasEnded({ server, tool }: ToolCall): CallFailure {
  return { code: "CANCELLED", message: "The run has ended.", server, tool };
}

/** A failure of a call that was also sent before its run was cut off: it may have happened then, so it is not simply made again. */
export function unheardBefore({ error }: Failed, { server, tool }: ToolCall): Failed {
  const { retryable: _retryable, retry_after_ms: _retryAfterMs, ...rest } = error;
  return { ok: false, error: { ...rest, message: `${mayHaveHappened(`${server}.${tool}`)} ${error.message}` } };
}

export function cutOff({ server, tool }: ToolCall): CallFailure {
  const message = `The run ended before ${server}.${tool} answered. The call was sent, so it may have had an effect.`;
  return { code: "CANCELLED", message, server, tool };
}

export function failed(error: CallFailure): Failed {
  return { ok: false, error: withRetryable(error) };
}
