/** Shapes of what the gateway shows of an upstream: its status, and a report for people who look after the gateway. */
import type { CredentialState } from "./credentials/credential-state.ts";

export type UpstreamStatus =
  /** `reason`: why its tools are those of an earlier list. */
  | { readonly state: "ready"; readonly reason?: string }
  /** `reason`: what is known of an upstream that lets itself be waited for. */
  | { readonly state: "connecting"; readonly reason?: string }
  /** `needsSignIn`: a person can mend it, at `signInUrl`. */
  | { readonly state: "down"; readonly reason: string; readonly needsSignIn?: true; readonly signInUrl?: string };

export interface UpstreamSummary {
  readonly name: string;
  readonly status: UpstreamStatus;
  /** Entries of the list that could not be read. */
  readonly unreadable?: readonly string[];
}

export interface UpstreamReport extends UpstreamSummary {
  /** Number of tools in the last list that was read. */
  readonly tools: number;
  /** Number of these tools that no call may reach until an admin has accepted them. */
  readonly held?: number;
  /** Parts of input schemas that cannot be used: calls are not checked against them. */
  readonly unchecked: readonly string[];
  readonly credential: CredentialState;
  /** It was asked for this report and did not answer within this time, in milliseconds: the status is the one of before. */
  readonly unansweredMs?: number;
  /** A person can sign in to it, and out of it. */
  readonly signsIn: boolean;
}
