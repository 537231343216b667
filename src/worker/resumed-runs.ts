/**
 * Resumes runs that waited, were detached, or were interrupted. A Gateway calls this entrypoint, which only this Worker can reach
 * (`ctx.exports`), because the Gateway itself loads no guests.
 */
import { WorkerEntrypoint } from "cloudflare:workers";
import type { Env } from "../config/env.ts";
import { gatewayOf } from "../rpc/gateway-stub.ts";
import { currentCatalog } from "./current-catalog.ts";
import { currentConfig } from "./current-config.ts";
import { executeFor } from "./run-backend.ts";

export class ResumedRuns extends WorkerEntrypoint<Env> {
  /** Resolves when the run has ended, or waits again. */
  async run(run: string, principalId: string): Promise<void> {
    const loaded = await currentConfig(this.env);
    if (!loaded.ok) throw new Error(`gateway.json is invalid: ${loaded.problems.map(({ text }) => text).join("; ")}`);
    const gateway = gatewayOf(this.env, principalId);
    const life = await gateway.takeRun(run);
    if (life === undefined) return;
    const { owner, args, opening, trigger } = life;
    const { principal: id, access, credential, origin } = owner;
    const principal = { id, role: "member", access, ...(credential !== undefined && { credential }) } as const;
    const { snapshot, catalog } = await currentCatalog(this.env, principal, origin);
    const { outcome, stats, wait, going } = await executeFor(
      {
        env: this.env,
        config: loaded.config,
        principal,
        origin,
        ...(trigger && { trigger }),
        waitUntil: (work) => this.ctx.waitUntil(work),
      },
      { args, origin: opening, snapshot, catalog, life, signal: new AbortController().signal },
    );
    // A refused run was never open at the Gateway.
    if (wait === undefined && going === undefined) await gateway.endRun(run, { outcome, stats });
  }
}
