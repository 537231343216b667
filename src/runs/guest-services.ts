/** Everything that a script may ask of the gateway itself, joined to one function. */
import type { Host } from "../../worker-loader/index.ts";
import type { ExecuteContext, NestingContext } from "./execute-context.ts";
import type { RunRequest } from "./run-options.ts";
import { codemodeMcpService } from "./services/codemode-mcp.ts";
import { execboxService } from "./services/execbox.ts";
import { ncpServices } from "./services/ncp.ts";
import { nestedScripts } from "./services/nested-scripts.ts";
import type { NestedRun } from "./services/nested-scripts.ts";
import { progressService } from "./services/progress.ts";
import type { Progress } from "./services/progress.ts";
import { resultsService } from "./services/results.ts";
import { scheduleServices } from "./services/schedules.ts";
import { answerFrom } from "./services/service.ts";
import { storeServices } from "./services/store.ts";
import { toolLookup } from "./services/tool-lookup.ts";

export interface GuestServicesOptions {
  readonly request: RunRequest;
  readonly nesting: NestingContext;
  /** Runs a saved script inside this run. */
  readonly runScript: (name: string, input: unknown, number?: number) => Promise<NestedRun>;
}

export function guestServices(
  { catalog, index, gateway, listener }: ExecuteContext,
  { request, nesting, runScript }: GuestServicesOptions,
): NonNullable<Host["ask"]> {
  const report = listener && ((progress: Progress): void => listener.onProgress(progress));
  return answerFrom({
    ...toolLookup(catalog, index),
    ...progressService(report),
    ...scheduleServices(gateway.schedules, nesting.bounds),
    ...ncpServices(catalog, index, request.allowedServers),
    ...codemodeMcpService(catalog, request.allowedServers),
    ...execboxService(catalog, request.allowedServers),
    ...resultsService(gateway.results),
    ...storeServices(gateway.store),
    ...nestedScripts({ chain: nesting.chain, run: runScript }),
  });
}
