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
}

export interface HttpFailureAnswer {
  readonly status: number;
  /** Parsed, where it is JSON. */
  readonly body: unknown;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  /** Each time the call is about to be sent: a lost session makes it twice. */
  readonly onAttempt?: () => void;
  /** W3C Trace Context. */
  readonly traceparent?: string | undefined;
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

export type UpstreamErrorCode = "UPSTREAM_ERROR" | "UPSTREAM_TIMEOUT" | "UPSTREAM_AUTH_REQUIRED";

export interface UpstreamErrorOptions {
  /** A person can mend it by signing in. */
  readonly signIn?: boolean;
  /** It says nothing about other calls: the upstream is well. */
  readonly ofCallOnly?: boolean;
  /** The call was sent and no answer to it was heard: it may have happened. */
  readonly isUnheard?: boolean;
  /** The same request may succeed later, without any change: the upstream was not reached, or was too busy. */
  readonly isTransient?: boolean;
}

/** The upstream could not do its part. The message is for the user: it names the upstream and what happened. */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  readonly code: UpstreamErrorCode;
  readonly signIn: boolean;
  readonly ofCallOnly: boolean;
  readonly isUnheard: boolean;
  readonly isTransient: boolean;

  constructor(
    code: UpstreamErrorCode,
    message: string,
    { signIn = false, ofCallOnly = false, isUnheard = false, isTransient = false }: UpstreamErrorOptions = {},
  ) {
    super(message);
    this.code = code;
    this.signIn = signIn;
    this.ofCallOnly = ofCallOnly;
    this.isUnheard = isUnheard;
    this.isTransient = isTransient;
  }
}
