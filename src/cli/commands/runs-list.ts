import type { Run } from "../../contract/runs.ts";
import { askAndPrint } from "../ask-and-print.ts";
import type { Command } from "../command.ts";
import { RUN_FILTERS, filtersFrom } from "../run-filters.ts";
import { printRuns } from "../run-view.ts";

export const runsList: Command = {
  name: "runs list",
  summary: "List runs, newest first",
  options: {
    ...RUN_FILTERS,
    limit: { summary: "maximum number of runs; default 50", value: "N", check: { kind: "integer", min: 1, max: 200 } },
    cursor: { summary: "`next` of the previous page", value: "CURSOR" },
  },
  examples: [
    { line: "isogate runs list --outcome failed --since 2026-11-21", why: "failed runs since that day" },
    { line: "isogate runs list --server github --limit 200 | jq '.runs[].id'", why: "only the ids" },
  ],
  run(cli, invocation) {
    const query = {
      ...filtersFrom(invocation),
      limit: invocation.options.get("limit"),
      cursor: invocation.options.get("cursor"),
    };
    return askAndPrint<{ runs: Run[]; next?: string }>(cli, "runs", { query }, ({ runs, next }) =>
      printRuns(runs, next, cli),
    );
  },
};
