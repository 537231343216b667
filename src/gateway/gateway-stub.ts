/**
 * A principal's Gateway as its callers see it. The platform's RPC types give up on data of any shape (`unknown` inside a
 * tool list becomes `never`), so the contract is written down once, here.
 */
import type { VectorStore } from "../catalog/semantic/semantic-rank.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import type { Env } from "../env.ts";
import type { OpenRun } from "../runs/execute.ts";
import type { RunScope } from "../runs/run-host.ts";

export interface GatewayStub extends VectorStore {
  /** @param have hashes of tool lists the caller already holds */
  snapshot(have: readonly string[]): Promise<Snapshot>;
  /** The caller closes the run, or drops it. */
  openRun(scope: RunScope): Promise<OpenRun>;
}

export function gatewayOf(env: Env, principal: string): GatewayStub {
  return env.GATEWAY.getByName(principal) as unknown as GatewayStub;
}
