/**
 * The ledger's records of runs and calls. The Worker that executes a run opens its record, the Gateway adds calls, and the one of
 * the two that is still alive ends it.
 */
import type { RunError } from "../../worker-loader/index.ts";
import type { CallState, RunState, RunVia } from "../contract/run-states.ts";

/** The data before a script runs. With `seed` and `startedAt`, a later replay has the same randomness and time. */
export interface RunOpening {
  readonly id: string;
  readonly via: RunVia;
  /** The client's own description: an MCP client's name and version, or a user agent. */
  readonly client: string;
  readonly code: string;
  readonly language?: "javascript" | "typescript";
  /** JSON text. */
  readonly input: string;
  /** JSON text of the requested options. */
  readonly options: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** 128 random bits, hex. */
  readonly seed: string;
  /** The saved script that was run. */
  readonly saved?: { readonly name: string; readonly version: number };
  /** The run whose script called this one. */
  readonly parent?: string;
  readonly replayOf?: string;
  /** The client's trace context, unchecked; see trace.ts. */
  readonly traceparent?: string;
  /** Session of the client, if it has one. */
  readonly session?: string;
}

export interface RunEnding {
  readonly outcome: EndedOutcome;
  readonly logs: readonly string[];
  /** Milliseconds since 1970. */
  readonly endedAt: number;
  /** From the request to the first step of the script, in milliseconds. */
  readonly prepareMs: number;
}

/** `value` is JSON text. */
type EndedOutcome = { readonly ok: true; readonly value?: string } | { readonly ok: false; readonly error: RunError };

/** The answer to a call. `value` is the JSON text that the script got; `mismatch` says where it breaks the tool's output schema. */
export type CallAnswer =
  | {
      readonly ok: true;
      readonly value: string;
      readonly mismatch?: string;
    }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } };

/** The data of a run in lists. */
export interface RunSummary
  extends
    Pick<RunOpening, "id" | "via" | "client" | "startedAt" | "saved" | "parent" | "replayOf">,
    Omit<RunCounts, "handle"> {
  readonly state: RunState;
  /** Code of the failure; absent while the run is running and if it succeeded. */
  readonly code?: string;
  readonly message?: string;
  readonly endedAt?: number;
  readonly servers: readonly string[];
  /** The first line of the script, shortened. */
  readonly title: string;
}

/** Estimated o200k tokens; see tokens-kept-out.ts for the way of counting. */
export interface RunTokens {
  readonly results: number;
  readonly definitions: number;
  readonly returned: number;
  readonly keptOut: number;
}

/** The data of a run's page, without its calls. */
export interface RecordedDetails extends RunSummary, Pick<RunOpening, "language" | "input" | "options" | "seed"> {
  readonly script: string;
  /** SHA-256 of the script as it was sent, hex. */
  readonly scriptHash: string;
  readonly prepareMs?: number;
  readonly error?: RunError;
  /** JSON text; absent if there is none or if it is stored under `handle`. */
  readonly value?: string;
  /** Handle of a value over the budget. */
  readonly handle?: string;
  readonly logs: readonly string[];
  /** True if script, input, value or logs contained a secret, which was replaced. */
  readonly isRedacted: boolean;
}

export interface CallRecord {
  readonly number: number;
  readonly server: string;
  readonly tool: string;
  readonly state: CallState;
  /** JSON text; absent when it was too long to keep. */
  readonly arguments?: string;
  readonly argumentsHash: string;
  readonly raw: boolean;
  readonly startedAt: number;
  readonly endedAt?: number;
  /** Number of times the call was sent to the upstream; 0 for a refused call. */
  readonly attempts: number;
  readonly code?: string;
  readonly message?: string;
  /** JSON text; absent when there is none or when it was too long to keep. */
  readonly result?: string;
  /** UTF-16 length of the result's JSON text. */
  readonly resultLength?: number;
  readonly resultHash?: string;
  readonly isRedacted: boolean;
  /** The place at which the result breaks the tool's output schema, with `results: "warn"`. */
  readonly mismatch?: string;
  /** Decision of the policy; absent if none applied. */
  readonly decision?: "allow" | "deny" | "ask";
  /** JSON pointer into the policy. */
  readonly rule?: string;
  /** Hash of the policy. */
  readonly policy?: string;
  /** Verdicts of rules in the mode log_only, and what rules about data found. */
  readonly logged?: readonly LoggedVerdict[];
}

export interface LoggedVerdict {
  readonly verdict: "deny" | "ask" | "report" | "redact" | "tokenize";
  readonly rule: string;
  readonly message: string;
}

/** The result of a run as its Gateway recorded it. */
export interface RunCounts {
  readonly calls: number;
  readonly failedCalls: number;
  /** Calls that were sent without a usable answer, so that their outcome is unknown. */
  readonly unknownCalls: number;
  readonly tokens: RunTokens;
  /** Handle of a value over the budget; also absent if there was no room to store it. */
  readonly handle?: string;
}

export interface RunStats extends RunCounts {
  readonly durationMs: number;
}

export const NO_COUNTS: RunCounts = {
  calls: 0,
  failedCalls: 0,
  unknownCalls: 0,
  tokens: { results: 0, definitions: 0, returned: 0, keptOut: 0 },
};
