/**
 * Guards calls of scripts to upstreams. The RunHost asks the guard about every call, after it has found the tool and
 * checked the arguments, and tells it what became of the calls that were admitted.
 */
import type { CallFailure } from "../../worker-loader/index.ts";
import type { Tier } from "../policy/document/document.ts";
import type { FlowSource } from "../policy/flows.ts";
import type { CallOutcome } from "../upstream/call-outcome.ts";
import type { ToolDefinition } from "../upstream/connector.ts";
import type { CallData } from "./call-data.ts";
import type { Ruling } from "./ruling.ts";

export interface GuardedCall {
  /** The server's name in gateway.json. */
  readonly server: string;
  readonly tool: ToolDefinition;
  readonly args: Readonly<Record<string, unknown>>;
  /** UTF-16 length of the arguments' JSON text. */
  readonly argsLength: number;
  /** Services of the gateway that the script has asked before this call, such as `store.get`. */
  readonly services: readonly string[];
  /** Number of the call of the run that is sent again: its upstream answered with a question, or its answer was not heard. */
  readonly repeats?: number | undefined;
}

export type Admission =
  | { readonly verdict: "allow"; readonly ruling: Ruling; readonly admitted: AdmittedCall }
  | { readonly verdict: "deny"; readonly ruling: Ruling; readonly error: CallFailure }
  | { readonly verdict: "ask"; readonly ruling: Ruling; readonly message: string };

/** A call whose limits are reserved and which later decisions see in the history. */
export interface AdmittedCall {
  /** @param attempts how often it was sent; 0 gives back what was reserved @param value JSON text of what the tool returned; absent where it is not known */
  settled(outcome: CallOutcome, attempts: number, value?: string): void;
  /**
   * The call may be sent again, because the upstream answered with a question or its answer was not heard: the limits stay reserved.
   * @param number of the call in the record of its run
   */
  unsettled(number: number): void;
}

export interface CallGuard {
  isHidden(server: string, tool: string): boolean;
  /** @returns true if all tools that the server could have are hidden */
  hidesServer(server: string): boolean;
  /** @param path `server.tool` @returns undefined where no rule about personal data and secrets concerns the tool */
  dataOf?(path: string): CallData | undefined;
  /**
   * Inspections compute, so they are done one after another, with a turn for others in between. Calls and results to which no such rule
   * applies pass here as well, and keep their places among the others. Absent where no call waits for another one.
   */
  inTurn?<Result>(inspect: () => Promise<Result>): Promise<Result>;
  /** @param isApproved whether a person has approved this very call. Never throws: what cannot be decided is denied */
  admit(call: GuardedCall, isApproved: boolean): Promise<Admission>;
  /** Decides as `admit` does, without reserving or recording anything. Never throws */
  judge?(call: GuardedCall): Promise<Admission>;
  /** @param own the tier that follows from the tool's definition @returns the tier that the document gives to the tool, else its own */
  tierOf?(path: string, own: Tier): Tier;
  /** The run is over. */
  close(): void;
}

/**
 * Results of the analysis of a script's calls, by `server.tool` as rules name them.
 * A call that is not in it is one that the analysis cannot tell anything about.
 */
export type ScriptFlows = ReadonlyMap<string, readonly FlowSource[]>;
