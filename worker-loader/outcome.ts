/**
 * The outcomes of a run. Expected failures are values of one union; each has one stable code. The loader produces
 * the codes below; the host adds its own (`CallFailure.code` is an open string here, because the loader does not
 * depend on policy or upstreams and only passes them on).
 */

export type LoaderCode =
  | "REPLAY_DIVERGED"
  | "SYNTAX_ERROR"
  | "TRANSPILE_ERROR"
  | "RUNTIME_ERROR"
  | "TIMEOUT"
  | "CPU_LIMIT"
  | "MEMORY_LIMIT"
  | "CAPACITY"
  | "MAX_TOOL_CALLS_EXCEEDED"
  | "SERIALIZATION_ERROR"
  | "OUTPUT_TOO_LARGE"
  | "PACKAGE_NOT_ALLOWED"
  | "CANCELLED"
  | "INTERNAL_ERROR";

/** Why a run failed. Lines (1-based) and columns (1-based) are those of the script as the user sent it. */
export interface RunError<Code extends string = string> {
  readonly code: Code;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
  readonly stack?: string;
  readonly hint?: string;
  /** Server of the call that failed. */
  readonly server?: string;
  readonly tool?: string;
  /** A page where a person can fix the problem. */
  readonly url?: string;
  /** Ids of the approvals that wait for a person. */
  readonly approvals?: readonly string[];
  /** The host's name of the rule that refused the call. */
  readonly rule?: string;
  /** Time after which the same call may succeed, in milliseconds. */
  readonly retry_after_ms?: number;
  /** The same call may succeed later, and making it again does nothing twice. */
  readonly retryable?: boolean;
}

/**
 * `value` is JSON text (absent when the script produced `undefined`); `logs` are lines, in order. `isAllUndefined` is set if the value is an object
 * or a list whose parts are all undefined, which JSON leaves out or writes as null.
 */
export type Outcome =
  | { readonly ok: true; readonly value?: string; readonly isAllUndefined?: true; readonly logs: readonly string[] }
  | { readonly ok: false; readonly error: RunError; readonly logs: readonly string[] };

/** A tool call as the guest requests it. `args` is the JSON text of the argument object. */
export interface ToolCall {
  readonly server: string;
  readonly tool: string;
  readonly args: string;
  /** True to answer with the upstream's unchanged result instead of the unwrapped value. */
  readonly raw: boolean;
}

export interface CallFailure {
  readonly code: string;
  readonly message: string;
  readonly server?: string;
  readonly tool?: string;
  readonly hint?: string;
  /** The host's name of the rule that refused the call. */
  readonly rule?: string;
  /** Time after which the same call may succeed, in milliseconds. */
  readonly retry_after_ms?: number;
  /** The same call may succeed later, and making it again does nothing twice. */
  readonly retryable?: boolean;
  /** A page where a person can fix the problem. */
  readonly url?: string;
  /** Status and body of an HTTP API's response; a JSON body is parsed. The body of an MCP tool's failure is its structured content. Scripts see both. */
  readonly status?: number;
  readonly body?: unknown;
}

/** `value` is JSON text; `note` is a line for the run's log. */
export type CallReply =
  | { readonly ok: true; readonly value: string; readonly note?: string }
  | { readonly ok: false; readonly error: CallFailure };

/** A call that waits for a person. It frees its slot for others, and is repeated by the function to which `waits` resolves. */
export interface WaitingCall {
  readonly waits: Promise<() => Promise<HostReply>>;
}

export type HostReply = CallReply | WaitingCall;

/** How far a call without an answer has come: not yet to its server, held for a person, or sent. Only one that was sent may have taken effect. */
export type UnansweredState = "unsent" | "waiting" | "sent";

/** A request of an extension to a service of the embedder. `args` is JSON text. */
export interface Question {
  readonly service: string;
  readonly args: string;
}

/**
 * The functions that the embedder provides to a run. `call` must return expected failures as values; a rejection is reported to the
 * script as `INTERNAL_ERROR` without its text. After the run has ended, `call` is not invoked again.
 */
export interface Host {
  /** @param number number of the request in a durable run; only there a call may wait */
  call(call: ToolCall, number?: number): Promise<HostReply>;
  /** Answers the embedder's own extensions; a question is no tool call and has no budget. Without it every question fails. */
  ask?(question: Question, number?: number): Promise<CallReply>;
  /** @returns the name of what a question asks for, as the script has written it. Without it the question is named by its service. */
  named?(question: Question): string;
  /**
   * Called at the end of a durable run that has calls without an answer; none is sent from then on. Without it all of them count as sent.
   * @param numbers numbers of requests, as `call` got them @returns their states, in the same order
   */
  endCalls?(numbers: readonly number[]): Promise<readonly UnansweredState[]>;
  /** Called with every log line during the run; all lines are in the outcome, too. */
  logged?(line: string): void;
}
