/**
 * What a Gateway tells a stateless Worker about its upstreams. Tool lists are content-addressed: they travel only when
 * the Worker does not have that hash yet.
 */
import type { ToolDefinition } from "../upstream/connector.ts";

export type ServerStatus =
  | { readonly state: "ready" }
  | { readonly state: "connecting" }
  | { readonly state: "down"; readonly reason: string };

export interface ServerSnapshot {
  readonly name: string;
  /** Hash of its tool list; absent while it was never listed. */
  readonly hash?: string;
  readonly status: ServerStatus;
  /** Entries of the list that could not be read. */
  readonly unreadable?: readonly string[];
}

export interface Snapshot {
  readonly servers: readonly ServerSnapshot[];
  /** By hash; only those the asker did not name. */
  readonly lists: Readonly<Record<string, readonly ToolDefinition[]>>;
}
