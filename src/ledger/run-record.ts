/**
 * What the ledger keeps of a run and of each of its calls. A run is opened by the Worker that executes it, filled by the
 * Gateway as calls pass, and ended by whichever of the two still lives.
 */
import type { RunError } from "../../worker-loader/index.ts";
import type { CallState, RunState, RunVia } from "../contract/run-states.ts";

/** What is known before a script runs. With `seed` and `startedAt` a later replay gives it the same randomness and time. */
export interface RunOpening {
  readonly id: string;
  readonly via: RunVia;
  /** Who asked, in its own words: an MCP client's name and version, a user agent. */
  readonly client: string;
  readonly code: string;
  readonly language?: "javascript" | "typescript";
  /** JSON text. */
  readonly input: string;
  /** JSON text of the options as they were asked for. */
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
  /** Of whoever asked, as it came; see trace.ts. */
  readonly traceparent?: string;
  /** Of the client that asked, where it has one. */
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
export type EndedOutcome =
  | { readonly ok: true; readonly value?: string }
  | { readonly ok: false; readonly error: RunError };

/** A call as the guest asked for it; `args` is JSON text. */
export interface AskedCall {
  readonly server: string;
  readonly tool: string;
  readonly args: string;
  readonly raw: boolean;
}

/** `value` is the JSON text the script got. */
export type CallAnswer =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } };

/** A run as lists show it. */
export interface RunSummary {
  readonly id: string;
  readonly state: RunState;
  /** Code of the failure; absent while running and when ok. */
  readonly code?: string;
  readonly message?: string;
  readonly via: RunVia;
  readonly client: string;
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly calls: number;
  readonly failedCalls: number;
  /** Sent, and never heard of. */
  readonly unknownCalls: number;
  readonly servers: readonly string[];
  /** The first line of the script, cut. */
  readonly title: string;
  readonly saved?: { readonly name: string; readonly version: number };
  readonly parent?: string;
  readonly replayOf?: string;
  readonly tokens: RunTokens;
}

/** Estimated o200k tokens; see tokens-kept-out.ts for the way of counting. */
export interface RunTokens {
  readonly results: number;
  readonly definitions: number;
  readonly returned: number;
  readonly keptOut: number;
}

/** A run as its page shows it, without its calls. */
export interface RunDetails extends RunSummary {
  readonly script: string;
  /** SHA-256 of the script as it came, hex. */
  readonly scriptHash: string;
  readonly language?: "javascript" | "typescript";
  /** JSON text. */
  readonly input: string;
  /** JSON text. */
  readonly options: string;
  readonly seed: string;
  readonly prepareMs?: number;
  readonly error?: RunError;
  /** JSON text; absent when there is none or when it is behind a handle. */
  readonly value?: string;
  /** Where a value over the budget is kept. */
  readonly handle?: string;
  readonly logs: readonly string[];
  /** Something in script, input, value or logs was a secret and was replaced. */
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
  /** How often it was sent upstream; 0 when refused. */
  readonly attempts: number;
  readonly code?: string;
  readonly message?: string;
  /** JSON text; absent when there is none or when it was too long to keep. */
  readonly result?: string;
  /** UTF-16 length of the result's JSON text. */
  readonly resultLength?: number;
  readonly resultHash?: string;
  readonly isRedacted: boolean;
  /** Of the policy: absent where none was asked. */
  readonly decision?: "allow" | "deny" | "ask";
  /** JSON pointer into the policy. */
  readonly rule?: string;
  /** Hash of the policy. */
  readonly policy?: string;
  /** What rules in the mode log_only would have decided. */
  readonly logged?: readonly LoggedVerdict[];
}

export interface LoggedVerdict {
  readonly verdict: "deny" | "ask";
  readonly rule: string;
  readonly message: string;
}

/** What a run has come to, as its Gateway counted it. */
export interface RunCounts {
  readonly calls: number;
  readonly failedCalls: number;
  /** Sent, and never heard of. */
  readonly unknownCalls: number;
  readonly tokens: RunTokens;
  /** Where a value over the budget was put; absent also when there was no room for it. */
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
