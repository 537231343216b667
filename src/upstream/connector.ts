/**
 * The interface of every kind of upstream. A connector connects when it is first needed and again
 * when its connection was lost; it keeps nothing that cannot be rebuilt from what `list` returned.
 */

import type { CallLogging } from "./call-logs.ts";
import type { ToolSource } from "../../sdk-gen/index.ts";
import type { CallPerson } from "./call-person.ts";

/** One tool as an upstream listed it; everything but the name may be missing or malformed. */
export interface ToolDefinition extends ToolSource {
  readonly annotations?: {
    readonly title?: string;
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
  };
  /** The connector's request plan for this tool: plain JSON, opaque to all other code. Absent where the upstream itself has named tools. */
  readonly request?: unknown;
}

export interface ListSize {
  readonly entries: number;
  /** JSON values of the entries. */
  readonly values: number;
}

export interface ToolList {
  readonly tools: readonly ToolDefinition[];
  /** Entries that could not be read, in words; the others are unaffected. */
  readonly unreadable: readonly string[];
  /** True if the connector has left out what `tools` of gateway.json does not offer, and has said what of it concerns no tool. */
  readonly isChosen?: true;
  /** The size of everything that was read, unusable entries included; the size of the tools if absent. */
  readonly size?: ListSize;
  /** JSON text, opaque to everyone but the connector, that makes the next connection cheaper; stored beside the tools. */
  readonly known?: string;
}

/** The `CallToolResult` of MCP, as loosely as upstreams send it. */
export interface ToolResult {
  readonly content?: readonly Readonly<Record<string, unknown>>[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  /** Of an HTTP API: an HttpMeta. Of an MCP server: what it sends. Scripts see it in `.raw()` alone. */
  readonly _meta?: unknown;
  /** The answer of an HTTP API with a status of 400 or more; of an MCP server that answers an error of JSON-RPC, `{ body: { code, data } }`. */
  readonly failure?: Partial<HttpFailureAnswer>;
  /** The source of a page of a list. The gateway's own field, never taken from an upstream. */
  readonly source?: HttpSource;
  /** The body of an HTTP answer that the result does not have as a plain text; scripts get none of it. The gateway's own field, never taken from an upstream. */
  readonly bytes?: BodyBytes;
  /** One sentence for the log: in what way the value is not what the answer promised. The gateway's own field, never taken from an upstream. */
  readonly remark?: string;
  /** The outcome of a call whose answer the gateway itself has made a failure. The gateway's own field, never taken from an upstream. */
  readonly callOutcome?: "ok" | "unknown";
  /** The capabilities that a 2026-07-28 upstream wants its client to declare before it answers the call (error −32021). The gateway's own field. */
  readonly requiredCapabilities?: Readonly<Record<string, unknown>>;
}

export interface HttpMeta {
  readonly http: {
    readonly status: number;
    /** By their names in lower case. */
    readonly headers: Readonly<Record<string, string>>;
  };
}

/** Rules about data search the texts that the bytes make, too. */
export interface BodyBytes {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

export interface HttpSource {
  /** The address without its query, which may hold a key. */
  readonly address: string;
  /** The header `Link` of the answer. */
  readonly link?: string;
}

export interface HttpFailureAnswer {
  readonly status: number;
  /** Parsed, where it is JSON. */
  readonly body: unknown;
  /** The value of `Retry-After`, in milliseconds. */
  readonly retry_after_ms?: number;
}

/** Progress of a call, as its upstream reports it. */
export interface CallProgress {
  readonly message: string;
  /** From 0 to 1. */
  readonly fraction?: number;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  /** Each time the call is about to be sent: a lost session makes it twice. */
  readonly onAttempt?: () => void;
  /** Called when the result does not match the tool's output schema and is passed on (`results: "warn"`). */
  readonly onMismatch?: (problem: string) => void;
  /** Called when the upstream says how far it is; it is not asked to where this is absent. */
  readonly onProgress?: ((progress: CallProgress) => void) | undefined;
  /** Receives the upstream's log messages of the call; it is not asked for any where this is absent. */
  readonly logging?: CallLogging | undefined;
  /** W3C Trace Context. */
  readonly traceparent?: string | undefined;
  /** When the run ends, in milliseconds since 1970: no request is repeated after it. */
  readonly deadline?: number;
  /** The person whom the upstream may ask for input; absent where no person can be asked. */
  readonly person?: CallPerson | undefined;
  /** The result is changed before a script sees it: nothing is learnt from it. */
  readonly isWithheld?: boolean;
}

export interface Connector {
  /**
   * All pages. Follows changes from then on: `onToolsChanged` is called when the upstream says its list changed.
   * @returns "unchanged" where it is certain that it would list what `known` was kept with
   */
  list(signal: AbortSignal): Promise<ToolList | "unchanged">;
  /**
   * @throws UpstreamError when the upstream could not be asked or did not answer; UnusableArgument when the arguments cannot be sent;
   * InputNeeded when it asks for a person's input, which it does only where `options.person` is present
   */
  call(tool: ToolDefinition, args: Record<string, unknown>, options: CallOptions): Promise<ToolResult>;
  close(): Promise<void>;
}

export type UpstreamErrorCode =
  | "UPSTREAM_ERROR"
  | "UPSTREAM_TIMEOUT"
  | "UPSTREAM_UNAVAILABLE"
  | "UPSTREAM_AUTH_REQUIRED"
  | "INPUT_REQUIRED";

/** The upstream's state as a failure shows it: it could not be reached or failed itself, did not answer in time, or wants a pause. */
export type UpstreamFault = "unreachable" | "slow" | "busy";

interface UpstreamErrorOptions {
  /** A person can mend it by signing in. */
  readonly signIn?: boolean;
  /** The failure says nothing about the upstream's health. */
  readonly concernsCallOnly?: boolean;
  /** The call was sent and no answer arrived, so the upstream may have executed it. */
  readonly isUnanswered?: boolean;
  /** Absent where the upstream is well. */
  readonly fault?: UpstreamFault | undefined;
  /** After which time the same call may succeed. */
  readonly retryAfterMs?: number | undefined;
  /** The same request may succeed later, without any change; true by default where the upstream is in trouble. */
  readonly isTransient?: boolean;
}

/** The upstream could not do its part. The message is for the user: it names the upstream and what happened. */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  readonly code: UpstreamErrorCode;
  readonly signIn: boolean;
  readonly concernsCallOnly: boolean;
  readonly isUnanswered: boolean;
  readonly fault: UpstreamFault | undefined;
  readonly retryAfterMs: number | undefined;
  readonly isTransient: boolean;

  constructor(
    code: UpstreamErrorCode,
    message: string,
    {
      signIn = false,
      concernsCallOnly = false,
      isUnanswered = false,
      fault,
      retryAfterMs,
      isTransient = fault !== undefined,
    }: UpstreamErrorOptions = {},
  ) {
    super(message);
    this.code = code;
    this.signIn = signIn;
    this.concernsCallOnly = concernsCallOnly;
    this.isUnanswered = isUnanswered;
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
    this.isTransient = isTransient;
  }
}
