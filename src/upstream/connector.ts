/**
 * What the gateway needs of an upstream, whatever its kind. A connector connects when it is first needed and again
 * when its connection was lost; it keeps nothing that cannot be rebuilt from what `list` returned.
 */

import type { Shape } from "../../sdk-gen/index.ts";

/** One tool as an upstream listed it; everything but the name may be missing or malformed. */
export interface ToolDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  /** Not from the upstream: what earlier results looked like; see observed-results.ts. */
  readonly observedOutput?: Shape;
  readonly annotations?: {
    readonly title?: string;
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
  };
  /** Present for a tool that returns a list page by page; `.all()` gives a script the elements of all pages. */
  readonly paged?: { readonly items?: string };
  /** How the connector asks for it, where the upstream has no words for that; opaque to everyone else. Plain JSON. */
  readonly request?: unknown;
}

export interface ToolList {
  readonly tools: readonly ToolDefinition[];
  /** Entries that could not be read, in words; the others are unaffected. */
  readonly unreadable: readonly string[];
  /** What makes the next connection cheaper (JSON text, opaque to everyone else); kept beside the tools. */
  readonly known?: string;
}

/** The `CallToolResult` of MCP, as loosely as upstreams send it. */
export interface ToolResult {
  readonly content?: readonly Readonly<Record<string, unknown>>[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  /** What an HTTP API answered with a status of 400 or more. Not of MCP. */
  readonly failure?: HttpFailureAnswer;
  /** The source of a page of a list. The gateway's own field, never taken from an upstream. */
  readonly source?: HttpSource;
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

export interface CallOptions {
  readonly signal: AbortSignal;
  /** Each time the call is about to be sent: a lost session makes it twice. */
  readonly onAttempt?: () => void;
  /** Called when the result does not match the tool's output schema and is passed on (`results: "warn"`). */
  readonly onMismatch?: (problem: string) => void;
  /** W3C Trace Context. */
  readonly traceparent?: string | undefined;
  /** When the run ends, in milliseconds since 1970: no request is repeated after it. */
  readonly deadline?: number;
}

export interface Connector {
  /**
   * All pages. Follows changes from then on: `onToolsChanged` is called when the upstream says its list changed.
   * @returns "unchanged" where it is certain that it would list what `known` was kept with
   */
  list(signal: AbortSignal): Promise<ToolList | "unchanged">;
  /**
   * @throws UpstreamError when the upstream could not be asked or did not answer
   */
  call(tool: ToolDefinition, args: Record<string, unknown>, options: CallOptions): Promise<ToolResult>;
  close(): Promise<void>;
}

export type UpstreamErrorCode =
  | "UPSTREAM_ERROR"
  | "UPSTREAM_TIMEOUT"
  | "UPSTREAM_UNAVAILABLE"
  | "UPSTREAM_AUTH_REQUIRED";

/** What it says of the upstream's state: it could not be reached or failed itself, did not answer in time, or asked for a rest. */
export type Trouble = "unreachable" | "slow" | "busy";

export interface UpstreamErrorOptions {
  /** A person can mend it by signing in. */
  readonly signIn?: boolean;
  /** It says nothing about other calls: the upstream is well. */
  readonly ofCallOnly?: boolean;
  /** The call was sent and no answer to it was heard: it may have happened. */
  readonly isUnheard?: boolean;
  /** Absent where the upstream is well. */
  readonly trouble?: Trouble | undefined;
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
  readonly ofCallOnly: boolean;
  readonly isUnheard: boolean;
  readonly trouble: Trouble | undefined;
  readonly retryAfterMs: number | undefined;
  readonly isTransient: boolean;

  constructor(
    code: UpstreamErrorCode,
    message: string,
    {
      signIn = false,
      ofCallOnly = false,
      isUnheard = false,
      trouble,
      retryAfterMs,
      isTransient = trouble !== undefined,
    }: UpstreamErrorOptions = {},
  ) {
    super(message);
    this.code = code;
    this.signIn = signIn;
    this.ofCallOnly = ofCallOnly;
    this.isUnheard = isUnheard;
    this.trouble = trouble;
    this.retryAfterMs = retryAfterMs;
    this.isTransient = isTransient;
  }
}
