/** The way of a tool call out of a run: counted against the budget of the outermost run, and reported to the client. */
import type { Host } from "../../worker-loader/index.ts";
import type { NestingContext, RunListener } from "./execute-context.ts";

/** The budget of the outermost run is shared by all runs inside it; the gate of each counts only its own calls. */
export function countCalls(call: Host["call"], calls: NestingContext["calls"]): Host["call"] {
  return async (request) => {
    calls.made += 1;
    if (calls.most === 0 || calls.made <= calls.most) return call(request);
    const { server, tool } = request;
    const message = `The scripts of this run have made all ${calls.most} calls that it may make.`;
    return { ok: false, error: { code: "MAX_TOOL_CALLS_EXCEEDED", message, server, tool } };
  };
}

/** Tells the listener of every call when it has ended. */
export function reportCalls(call: Host["call"], listener: RunListener | undefined): Host["call"] {
  if (listener === undefined) return call;
  return async (request) => {
    const started = Date.now();
    const reply = await call(request);
    listener.onCall({ server: request.server, tool: request.tool, ok: reply.ok, ms: Date.now() - started });
    return reply;
  };
}
