/** Executes a run that no request waits for, in the name of its owner. */
import type { Env } from "../config/env.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import type { Executed } from "../runs/execute-context.ts";
import type { RunOwner, Trigger } from "../schedules/schedule.ts";
import { currentCatalog } from "./current-catalog.ts";
import { currentConfig } from "./current-config.ts";
import { executeFor, type RunInput } from "./run-backend.ts";

/** @throws Error if gateway.json is invalid */
export async function validConfig(env: Env): Promise<GatewayConfig> {
  const loaded = await currentConfig(env);
  if (loaded.ok) return loaded.config;
  throw new Error(`gateway.json is invalid: ${loaded.problems.map(({ text }) => text).join("; ")}`);
}

/** @param input makes the run's input from the owner's servers */
export async function executeForPrincipal(
  env: Env,
  ctx: ExecutionContext,
  config: GatewayConfig,
  { owner, trigger }: { readonly owner: RunOwner; readonly trigger?: Trigger },
  input: (snapshot: Snapshot) => Pick<RunInput, "args" | "origin" | "resumed">,
): Promise<Executed> {
  const { principal: id, access, credential, origin } = owner;
  const principal = { id, role: "member", access, ...(credential !== undefined && { credential }) } as const;
  const { snapshot, catalog } = await currentCatalog(env, principal, origin);
  const waitUntil = (work: Promise<unknown>): void => ctx.waitUntil(work);
  return executeFor(
    { env, config, principal, origin, ...(trigger && { trigger }), waitUntil },
    { ...input(snapshot), snapshot, catalog, signal: new AbortController().signal },
  );
}
