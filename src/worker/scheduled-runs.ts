/**
 * Runs scheduled scripts. A Gateway's alarm calls this entrypoint, which only this Worker can reach (`ctx.exports`). It runs a
 * script like a request does, because the Gateway itself loads no guests.
 */
import { toolScript } from "../catalog/tool-script.ts";
import { WorkerEntrypoint } from "cloudflare:workers";
import type { Env } from "../config/env.ts";
import { serverIdentifiers } from "../catalog/server-names.ts";
import { splitToolPath } from "../catalog/find-server.ts";
import { splitToolName } from "../lib/split-tool-name.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import { clientOfSchedule } from "../schedules/schedule.ts";
import type { LaunchedRun, Schedule, ScheduledRequest, Trigger } from "../schedules/schedule.ts";
import { currentConfig } from "./current-config.ts";
import { executeForPrincipal } from "./owned-run.ts";

const MAX_MESSAGE_CHARS = 500;

export class ScheduledRuns extends WorkerEntrypoint<Env> {
  async run({ name, request, owner }: Schedule, trigger: Trigger): Promise<LaunchedRun> {
    const loaded = await currentConfig(this.env);
    if (!loaded.ok) {
      const problems = loaded.problems.map(({ text }) => text).join("; ");
      const message = `gateway.json is invalid: ${problems}`.slice(0, MAX_MESSAGE_CHARS);
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

/** The arguments of `execute_code`: one tool is called by a script of one call. */
function withToolCode({ tool, ...request }: ScheduledRequest, { servers }: Snapshot): ScheduledRequest {
  if (tool === undefined) return request;
  const identifiers = serverIdentifiers(servers.map(({ name }) => name));
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
