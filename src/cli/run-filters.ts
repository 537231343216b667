/** Options that select runs, shared by all commands on many runs. */
import { RUN_STATES } from "../contract/run-states.ts";
import type { Invocation, Option } from "./command.ts";

export const RUN_FILTERS = {
  outcome: { summary: "how it ended", value: "NAME", check: { kind: "choice", of: RUN_STATES } },
  code: { summary: "of the failure, like TIMEOUT", value: "CODE" },
  server: { summary: "that it called", value: "NAME" },
  script: { summary: "the saved script that was run", value: "NAME" },
  parent: { summary: "the run whose script called it", value: "RUN" },
  since: { summary: "started then or later: 2026-11-21, or 2026-11-21T08:00:00Z", value: "TIME" },
  until: { summary: "started before", value: "TIME" },
  text: { summary: "in the script, the error, the client or the id", value: "TEXT" },
} as const satisfies Record<string, Option>;

export function filtersFrom({ options }: Invocation): Record<string, string | undefined> {
  return Object.fromEntries(Object.keys(RUN_FILTERS).map((name) => [name, options.get(name)]));
}
