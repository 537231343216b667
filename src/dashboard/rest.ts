/** What `/api/v1` answers, as far as the pages show it (/api/v1/openapi.json describes all of it). Times are ISO 8601. */
export const OUTCOMES = ["running", "ok", "failed", "refused", "cancelled", "interrupted"] as const;
export type RunOutcome = (typeof OUTCOMES)[number];
export type CallOutcome = "sent" | "ok" | "failed" | "refused" | "unknown";

export interface Tokens {
  readonly results: number;
  readonly definitions: number;
  readonly returned: number;
  readonly kept_out: number;
}

export interface Run {
  readonly id: string;
  readonly outcome: RunOutcome;
  readonly code?: string;
  readonly message?: string;
  readonly via: string;
  readonly client: string;
  readonly started_at: string;
  readonly ended_at?: string;
  readonly duration_ms?: number;
  readonly calls: number;
  readonly failed_calls: number;
  readonly unknown_calls: number;
  readonly servers: readonly string[];
  readonly title: string;
  readonly script?: { readonly name: string; readonly version: number };
  readonly parent?: string;
  readonly replay_of?: string;
  readonly tokens: Tokens;
}

export interface RunError {
  readonly code: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
  readonly stack?: string;
  readonly hint?: string;
}

export type Language = "javascript" | "typescript";

export interface RunDetails extends Run {
  readonly code_text: string;
  readonly language?: Language;
  readonly input?: unknown;
  readonly options?: unknown;
  readonly prepare_ms?: number;
  readonly error?: RunError;
  readonly value?: unknown;
  readonly handle?: string;
  readonly logs: readonly string[];
  readonly redacted: boolean;
}

export interface Call {
  readonly number: number;
  readonly server: string;
  readonly tool: string;
  readonly outcome: CallOutcome;
  readonly started_at: string;
  readonly offset_ms: number;
  readonly duration_ms?: number;
  readonly attempts: number;
  readonly code?: string;
  readonly message?: string;
  readonly arguments?: unknown;
  readonly result?: unknown;
  readonly result_length?: number;
  readonly redacted: boolean;
}

export interface ExecAnswer {
  readonly ok: boolean;
  readonly result?: unknown;
  readonly error?: RunError;
  readonly logs: readonly string[];
  readonly stats?: {
    readonly calls: number;
    readonly failed_calls: number;
    readonly unknown_calls: number;
    readonly duration_ms: number;
    readonly tokens: Tokens;
  };
  readonly run: string;
}

export interface Tool {
  readonly path: string;
  readonly server: string;
  readonly tool: string;
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly signature: string;
  /** With what its server says of each argument. */
  readonly types?: string;
  readonly read_only?: boolean;
  readonly destructive?: boolean;
  readonly input_schema?: unknown;
  readonly output_schema?: unknown;
}

export interface ScriptSummary {
  readonly name: string;
  readonly version: number;
  readonly description: string;
  readonly expose: "none" | "prompt" | "tool";
  readonly input_schema?: unknown;
}

export interface SavedScript extends ScriptSummary {
  readonly code: string;
  readonly language?: Language;
  readonly tools: readonly { readonly server: string; readonly tool: string }[];
  readonly other_tools: boolean;
  readonly changed_tools: readonly string[];
  readonly created_at: string;
  readonly from_run?: string;
}

export interface ScriptDetails extends SavedScript {
  readonly versions: readonly { readonly version: number; readonly created_at: string }[];
}

export interface Schedule {
  readonly name: string;
  readonly schedule: string;
  readonly time_zone?: string;
  readonly code?: string;
  readonly script?: string;
  readonly active: boolean;
  readonly reason?: string;
  readonly next_at?: string;
  readonly running_since?: string;
  readonly runs: number;
  readonly failures: number;
  readonly skipped: number;
  readonly last?: {
    readonly run: string;
    readonly at: string;
    readonly ok: boolean;
    readonly code?: string;
    readonly message?: string;
  };
}

export interface Credential {
  readonly state: "none" | "static" | "ok" | "sign_in_required" | "error";
  readonly expires_at?: string;
  readonly scope?: string;
  readonly message?: string;
}

export interface Upstream {
  readonly name: string;
  readonly type: string;
  readonly status: "ready" | "connecting" | "down" | "disabled";
  readonly reason?: string;
  /** What to change in gateway.json. */
  readonly fix?: string;
  /** What of its entry is not used, or understood in another way. */
  readonly notes?: readonly string[];
  readonly tools: number;
  readonly unreadable?: readonly string[];
  readonly unchecked?: readonly string[];
  readonly credential: Credential;
  readonly signs_in: boolean;
}

export interface Upstreams {
  readonly upstreams: readonly Upstream[];
  /** Settings of gateway.json that are not used, and why. */
  readonly problems?: readonly string[];
}

export interface UsageDay {
  readonly day: string;
  readonly runs: number;
  readonly failed: number;
  readonly refused: number;
  readonly calls: number;
  readonly failed_calls: number;
  readonly unknown_calls: number;
  readonly tokens_returned: number;
  readonly tokens_kept_out: number;
}

export interface Key {
  readonly id: string;
  readonly name: string;
  readonly principal: string;
  readonly role: "admin" | "member";
  readonly servers: "all" | readonly string[];
  readonly access: "read" | "write" | "destructive";
  readonly created: string;
  readonly created_by: string;
  readonly expires: string | null;
  readonly last_used: string | null;
}

/** `/dashboard/session`: who is looking. */
export interface Session {
  readonly principal: string;
  readonly role: "admin" | "member";
  readonly access: { readonly servers: "all" | readonly string[]; readonly level: Key["access"] };
  /** Names in gateway.json. */
  readonly servers: readonly string[];
  readonly by_cookie: boolean;
}
