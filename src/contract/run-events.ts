/** Server-sent events of a live view of runs; `type` is the event's name. Times are in milliseconds since 1970. */
import type { CallState, RunState, RunVia } from "./run-states.ts";

export type RunEvent =
  | {
      readonly type: "run_started";
      readonly run: string;
      readonly at: number;
      readonly via: RunVia;
      readonly client: string;
      readonly title: string;
    }
  | {
      readonly type: "call_started";
      readonly run: string;
      readonly call: number;
      readonly server: string;
      readonly tool: string;
      readonly at: number;
    }
  | {
      readonly type: "call_ended";
      readonly run: string;
      readonly call: number;
      readonly server: string;
      readonly tool: string;
      readonly state: CallState;
      readonly at: number;
      readonly code?: string;
      readonly message?: string;
    }
  | {
      readonly type: "run_ended";
      readonly run: string;
      readonly state: RunState;
      readonly at: number;
      readonly calls: number;
      readonly failed_calls: number;
      readonly unknown_calls: number;
      readonly code?: string;
      readonly message?: string;
    }
  /** Lines that the script has logged since the last such event. */
  | { readonly type: "run_logged"; readonly run: string; readonly lines: readonly string[] }
  /** The watcher was too slow, and `events` were dropped. */
  | { readonly type: "missed"; readonly events: number };

export const RUN_EVENT_TYPES: readonly RunEvent["type"][] = [
  "run_started",
  "call_started",
  "call_ended",
  "run_logged",
  "run_ended",
  "missed",
];
