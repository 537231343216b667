/** The request of a Worker to the Gateway for news of a client that listens for changes, and the answer. */
import type { Access, Proof } from "../auth/principal.ts";

/** A resource, and the server that has it. */
export interface ServerResource {
  readonly server: string;
  readonly uri: string;
}

export interface ListenRequest {
  readonly proof: Proof;
  readonly access: Access;
  /** Id of a 2025-era client's session, in which it has subscribed to resources. */
  readonly session?: string;
  /** The resources that a 2026-07-28 client listens for. */
  readonly resources?: readonly ServerResource[];
  /** The stream had a place before. */
  readonly isAgain: boolean;
  /** Longest wait for news. The Gateway waits only while it is in memory anyway, with a connection to an upstream. */
  readonly waitMs: number;
}

export type ListenResult =
  | {
      readonly state: "listening";
      /** The tools may be others than before. */
      readonly areToolsNew: boolean;
      /** URIs of resources that have changed, as the client has named them. */
      readonly updated: readonly string[];
      /** URIs of resources whose upstream does not report changes now. */
      readonly refused: readonly string[];
    }
  | { readonly state: "ended" | "too-many" };
