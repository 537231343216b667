/** A recorded call, as a replay under another policy takes it. */
import type { CallState } from "../policy/conditions/call-row.ts";

export interface ReplayedCall {
  /** `server.tool` with the names that rules are written with. */
  readonly path: string;
  /** The call's place in the ledger: its own run, and its number there. */
  readonly place: { readonly run: string; readonly call: number };
  /** The run that a person or client requested. */
  readonly run: string;
  readonly session: string | undefined;
  readonly startedAt: number;
  readonly state: CallState;
  readonly was: "allow" | "deny" | "ask";
  /** Undefined where it was not kept as it was. */
  readonly args: { readonly value: unknown } | undefined;
  readonly output: { readonly value: unknown } | undefined;
}
