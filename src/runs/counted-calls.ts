/** The way of a tool call out of a run: counted against the budget of the outermost run, and reported to the client. */
import type { Host, HostReply, ToolCall } from "../../worker-loader/index.ts";
import type { NestingContext, RunListener } from "./execute-context.ts";

/** The budget of the outermost run is shared by all runs inside it; the gate of each counts only its own calls. */
export function countCalls(call: Host["call"], calls: NestingContext["calls"]): Host["call"] {
  return async (request, number) => {
    calls.made += 1;
    if (calls.max === 0 || calls.made <= calls.max) return call(request, number);
    const { server, tool } = request;
    const message = `The scripts of this run have made the maximum of ${calls.max} calls.`;
    return { ok: false, error: { code: "MAX_TOOL_CALLS_EXCEEDED", message, server, tool } };
  };
}

/** Tells the listener of every call when it has ended. */
export function reportCalls(call: Host["call"], listener: RunListener | undefined): Host["call"] {
  if (listener === undefined) return call;
  const report = async (request: ToolCall, pending: Promise<HostReply>): Promise<HostReply> => {
    const started = Date.now();
    const reply = await pending;
    if (!("ok" in reply)) {
      return { waits: reply.waits.then((again) => () => report(request, again())) };
    }
    listener.onCall({ server: request.server, tool: request.tool, ok: reply.ok, ms: Date.now() - started });
    return reply;
  };
  return (request, number) => report(request, call(request, number));
}
