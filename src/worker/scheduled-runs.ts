/**
 * Runs scheduled scripts. A Gateway's alarm calls this entrypoint, which only this Worker can reach (`ctx.exports`). It runs a
 * script like a request does, because the Gateway itself loads no guests.
 */
import { WorkerEntrypoint } from "cloudflare:workers";
import { loadConfig } from "../config/load-config.ts";
import type { Env } from "../config/env.ts";
import type { LastRun, Schedule, Trigger } from "../schedules/schedule.ts";
import { currentCatalog } from "./current-catalog.ts";
import { executeFor } from "./run-backend.ts";

export class ScheduledRuns extends WorkerEntrypoint<Env> {
  async run({ name, request, owner }: Schedule, trigger: Trigger): Promise<Omit<LastRun, "at">> {
    const loaded = loadConfig(this.env);
    if (!loaded.ok) throw new Error(`gateway.json is invalid: ${loaded.problems.map(({ text }) => text).join("; ")}`);
    const { principal: id, access, credential, origin } = owner;
    const principal = { id, role: "member", access, ...(credential !== undefined && { credential }) } as const;
    const { snapshot, catalog } = await currentCatalog(this.env, principal, origin);
    const { run, outcome } = await executeFor(
      {
        env: this.env,
        config: loaded.config,
        principal,
        origin,
        trigger,
        waitUntil: (work) => this.ctx.waitUntil(work),
      },
      {
        asked: request,
        origin: { via: "schedule", client: `schedule ${name}` },
        snapshot,
        catalog,
        signal: new AbortController().signal,
      },
    );
    if (outcome.ok) return { run, ok: true };
    return { run, ok: false, code: outcome.error.code, message: outcome.error.message.slice(0, 500) };
  }
}
