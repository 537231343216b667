/**
 * Runs that no request waits for: scheduled ones, and durable ones that go on. A Gateway calls these entrypoints, which only this
 * Worker can reach (`ctx.exports`), because the Gateway itself loads no guests. A script runs as for a request, in the name of its owner.
 */
import { WorkerEntrypoint } from "cloudflare:workers";
import type { Env } from "../config/env.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import { splitToolPath } from "../catalog/find-server.ts";
import { identifiersOf } from "../catalog/server-names.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import { toolScript } from "../catalog/tool-script.ts";
import { splitToolName } from "../lib/split-tool-name.ts";
import { gatewayOf } from "../rpc/gateway-stub.ts";
import type { Executed } from "../runs/execute-context.ts";
import { clientOfSchedule } from "../schedules/schedule.ts";
import type { LaunchedRun, RunOwner, Schedule, ScheduledRequest, Trigger } from "../schedules/schedule.ts";
import { currentCatalog } from "./current-catalog.ts";
import { currentConfig } from "./current-config.ts";
import { executeFor, type RunInput } from "./run-backend.ts";

const MAX_MESSAGE_CHARS = 500;

/** Runs scheduled scripts. */
export class ScheduledRuns extends WorkerEntrypoint<Env> {
  async run({ name, request, owner }: Schedule, trigger: Trigger): Promise<LaunchedRun> {
    const loaded = await currentConfig(this.env);
    if (!loaded.ok) {
      const message = invalidConfig(loaded.problems).slice(0, MAX_MESSAGE_CHARS);
      return { run: "", ok: false, code: "INVALID_CONFIG", message, isTurnedAway: true };
    }
    const { run, outcome, isTurnedAway } = await executeForPrincipal(
      this.env,
      this.ctx,
      loaded.config,
      { owner, trigger },
      (snapshot) => ({
        args: withToolCode(request, snapshot),
        origin: { via: "schedule", client: clientOfSchedule(name) },
      }),
    );
    if (outcome.ok) return { run, ok: true };
    const { code, message } = outcome.error;
    return {
      run,
      ok: false,
      code,
      message: message.slice(0, MAX_MESSAGE_CHARS),
      ...(isTurnedAway && { isTurnedAway }),
    };
  }
}

/** Resumes runs that waited, were detached, or were interrupted. */
export class ResumedRuns extends WorkerEntrypoint<Env> {
  /**
   * Resolves when the run has ended, or waits again.
   * @throws Error if gateway.json is invalid
   */
  async run(run: string, principalId: string): Promise<void> {
    const loaded = await currentConfig(this.env);
    if (!loaded.ok) throw new Error(invalidConfig(loaded.problems));
    const gateway = gatewayOf(this.env, principalId);
    const resumed = await gateway.takeRun(run);
    if (resumed === undefined) return;
    const { args, opening } = resumed;
    const { outcome, stats, wait, unfinished } = await executeForPrincipal(
      this.env,
      this.ctx,
      loaded.config,
      resumed,
      () => ({ args, origin: opening, resumed }),
    );
    // A refused run was never open at the Gateway.
    if (wait === undefined && unfinished === undefined) await gateway.endRun(run, { outcome, stats });
  }
}

/** @param input makes the run's input from the owner's servers */
async function executeForPrincipal(
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

/** The arguments of `execute_code`: one tool is called by a script of one call. */
function withToolCode({ tool, ...request }: ScheduledRequest, { servers }: Snapshot): ScheduledRequest {
  if (tool === undefined) return request;
  const identifiers = identifiersOf(servers);
  const found = splitToolPath(
    tool,
    Array.from(identifiers, ([name, identifier]) => ({ name, identifier })),
  );
  // A server that gateway.json does not have any more is reported by the run.
  const named = splitToolName(tool);
  const server = found?.server.identifier ?? named?.server ?? "";
  const name = found?.tool ?? named?.tool ?? tool;
  return { ...request, code: toolScript(server, name), input: request.input ?? {} };
}

function invalidConfig(problems: readonly { readonly text: string }[]): string {
  return `gateway.json is invalid: ${problems.map(({ text }) => text).join("; ")}`;
}
