/** Options that select runs, shared by all commands on many runs. */
import { RUN_STATES } from "../contract/run-states.ts";
import type { Invocation, Option } from "./command.ts";

export const RUN_FILTERS = {
  outcome: { summary: "only runs in this state", value: "NAME", check: { kind: "choice", of: RUN_STATES } },
  code: { summary: "only runs that failed with this error code, like TIMEOUT", value: "CODE" },
  server: { summary: "only runs that called this server", value: "NAME" },
  script: { summary: "only runs of this saved script", value: "NAME" },
  parent: { summary: "only runs that the script of this run started", value: "RUN" },
  since: { summary: "only runs started at this time or later: 2026-11-21, or 2026-11-21T08:00:00Z", value: "TIME" },
  until: { summary: "only runs started before this time", value: "TIME" },
  text: { summary: "only runs with this text in the script, error, client or id", value: "TEXT" },
} as const satisfies Record<string, Option>;

export function filtersFrom({ options }: Invocation): Record<string, string | undefined> {
  return Object.fromEntries(Object.keys(RUN_FILTERS).map((name) => [name, options.get(name)]));
}
