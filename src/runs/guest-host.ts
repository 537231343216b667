/** The host of a guest: it passes calls and log lines to the run's host at the Gateway, and watches them on the way. */
import type { Host, HostReply, ToolCall } from "../../worker-loader/index.ts";
import type { AnsweredShapes } from "./answered-shapes.ts";
import type { DryRun } from "./dry-run/would-call.ts";
import type { DoneCalls } from "./done-calls.ts";
import { recordedCalls } from "./durable/connect-run.ts";
import type { ExecuteContext, NestedDurable } from "./execute-context.ts";
import type { LiveLogs } from "./live-logs.ts";
import type { OpenRun } from "./run-gateway.ts";
import type { SignInWatch } from "./sign-in-watch.ts";

/** Receives a guest's calls, questions and log lines. */
export interface ScriptHost extends Required<Pick<Host, "call" | "endCalls" | "logged">> {
  /** Called before the script uses a service of the gateway. */
  useService(service: string): void;
  /** Services that the script has used so far. */
  readonly services: Set<string>;
  /** Present in a dry run. */
  readonly dry: DryRun | undefined;
  readonly done: DoneCalls;
}

interface Watching {
  readonly context: ExecuteContext;
  readonly dry: DryRun | undefined;
  readonly signIns: SignInWatch;
  readonly shapes: AnsweredShapes;
  readonly done: DoneCalls;
  readonly logs: LiveLogs;
}

/** @param nested the place of the script in a durable run */
export function guestHost(
  host: OpenRun,
  nested: NestedDurable | undefined,
  { context, dry, signIns, shapes, done, logs }: Watching,
): ScriptHost {
  const services = context.nesting?.services ?? new Set(nested?.session.before.services);
  const call = nested
    ? recordedCalls(host, nested, () => [...services])
    : (one: ToolCall): Promise<HostReply> => host.call(one, [...services]);
  const made =
    dry === undefined ? call : async (one: ToolCall, number: number) => dry.take(one, await call(one, number));
  return {
    dry,
    done,
    call: (one, number = 0) => shapes.watch(one, done.watch(one, signIns.watch(one, made(one, number)))),
    endCalls: (numbers) => host.endCalls(numbers),
    useService: (service) => {
      services.add(service);
      signIns.called(service);
    },
    services,
    logged: (line) => logs.add(line),
  };
}
