/**
 * What a Gateway tells a stateless Worker about its upstreams. Tool lists are content-addressed: they travel only when
 * the Worker does not have that hash yet.
 */
import type { HeldTool } from "../enforcement/pinned-tools.ts";
import type { ToolDefinition } from "../upstream/connector.ts";
import type { ScriptSummary } from "./script-summary.ts";
import type { UpstreamSummary } from "../upstream/upstream.ts";

export interface ServerSnapshot extends UpstreamSummary {
  /** Hash of its tools as the SDK shows them; absent while it was never listed. */
  readonly hash?: string;
  /** Names of tools that the asker's credentials do not allow; they are in no list. */
  readonly withheld?: readonly string[];
  /** Tools that an admin has not accepted; they are in no list. */
  readonly held?: readonly HeldTool[];
}

export interface Snapshot {
  readonly servers: readonly ServerSnapshot[];
  /** By hash; only those the asker did not name. */
  readonly lists: Readonly<Record<string, readonly ToolDefinition[]>>;
  /** Saved scripts of the principal, by name. */
  readonly scripts: readonly ScriptSummary[];
}
