/**
 * What a Gateway tells a stateless Worker about its upstreams. Tool lists are content-addressed: they travel only when
 * the Worker does not have that hash yet.
 */
import type { ToolDefinition } from "../upstream/connector.ts";
import type { UpstreamSummary } from "../upstream/upstream.ts";

export interface Snapshot {
  readonly servers: readonly UpstreamSummary[];
  /** By hash; only those the asker did not name. */
  readonly lists: Readonly<Record<string, readonly ToolDefinition[]>>;
}
