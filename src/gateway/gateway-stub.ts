/**
 * A principal's Gateway as its callers see it. The platform's RPC types give up on data of any shape (`unknown` inside a
 * tool list becomes `never`), so the contract is written down once, here.
 */
import type { KeyCheck } from "../auth/authenticate.ts";
import type { Access } from "../auth/principal.ts";
import type { VectorStore } from "../catalog/semantic/semantic-rank.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import type { Env } from "../env.ts";
import type { OpenRun } from "../runs/execute.ts";
import type { RunScope } from "../runs/run-host.ts";
import type { GatewayKey } from "./store/key-table.ts";

export interface GatewayStub extends VectorStore {
  /**
   * @param have hashes of tool lists the caller already holds
   * @param access what may be seen; everything when left out
   */
  snapshot(have: readonly string[], access?: Access): Promise<Snapshot>;
  /** The caller closes the run, or drops it. */
  openRun(scope: RunScope): Promise<OpenRun>;
  acceptKey(key: GatewayKey): Promise<void>;
  /** @param hash SHA-256 of the whole key, hex */
  checkKey(id: string, hash: string): Promise<KeyCheck>;
  /** Runs that came with it end. Idempotent. */
  forgetKey(id: string): Promise<void>;
  /** Deletes everything and ends everything. */
  erase(): Promise<void>;
}

export function gatewayOf(env: Env, principal: string): GatewayStub {
  return env.GATEWAY.getByName(principal) as unknown as GatewayStub;
}

/** How a Gateway that has erased itself ends: its caller sees the abort as an error with this message. */
export const ERASED = "ISOGATE_ERASED";

/** Resolves when nothing is left in storage and nothing of it runs any more. */
export async function eraseGateway(env: Env, principal: string): Promise<void> {
  try {
    await gatewayOf(env, principal).erase();
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes(ERASED)) throw error;
  }
}
