/**
 * The state of a Gateway's upstreams, sent to the stateless Worker. Tool lists are content-addressed: a list is sent only
 * if the Worker does not have its hash.
 */
import type { HeldTool } from "../enforcement/pinned-tools.ts";
import type { ToolDefinition } from "../upstream/connector.ts";
import type { ScriptSummary } from "./script-summary.ts";
import type { UpstreamSummary } from "../upstream/upstream-report.ts";

export interface ServerSnapshot extends UpstreamSummary {
  /** Its name in scripts, which depends on the names of all servers of the Gateway. */
  readonly identifier: string;
  /** Hash of the server's tools as the SDK shows them; absent if it was never listed. */
  readonly hash?: string;
  /** Names of tools that the caller's credentials do not allow; they are in no list. */
  readonly withheld?: readonly string[];
  /** Tools that an admin has not accepted; they are in no list. */
  readonly held?: readonly HeldTool[];
}

export interface Snapshot {
  readonly servers: readonly ServerSnapshot[];
  /** Lists by hash, without those whose hashes the Worker sent. */
  readonly lists: Readonly<Record<string, readonly ToolDefinition[]>>;
  /** Saved scripts of the principal, by name. */
  readonly scripts: readonly ScriptSummary[];
}
