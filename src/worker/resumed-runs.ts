/**
 * Resumes runs that waited, were detached, or were interrupted. A Gateway calls this entrypoint, which only this Worker can reach
 * (`ctx.exports`), because the Gateway itself loads no guests.
 */
import { WorkerEntrypoint } from "cloudflare:workers";
import type { Env } from "../config/env.ts";
import { gatewayOf } from "../rpc/gateway-stub.ts";
import { executeForPrincipal, validConfig } from "./owned-run.ts";

export class ResumedRuns extends WorkerEntrypoint<Env> {
  /** Resolves when the run has ended, or waits again. */
  async run(run: string, principalId: string): Promise<void> {
    const config = await validConfig(this.env);
    const gateway = gatewayOf(this.env, principalId);
    const resumed = await gateway.takeRun(run);
    if (resumed === undefined) return;
    const { args, opening } = resumed;
    const { outcome, stats, wait, unfinished } = await executeForPrincipal(this.env, this.ctx, config, resumed, () => ({
      args,
      origin: opening,
      resumed,
    }));
    // A refused run was never open at the Gateway.
    if (wait === undefined && unfinished === undefined) await gateway.endRun(run, { outcome, stats });
  }
}
