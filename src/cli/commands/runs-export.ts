import type { Command } from "../command.ts";
import { RUN_FILTERS, filtersFrom } from "../run-filters.ts";
import { streamOut } from "../stream-out.ts";

export const runsExport: Command = {
  name: "runs export",
  summary: "Export all matching runs as JSON lines or CSV",
  hasJson: false,
  options: {
    ...RUN_FILTERS,
    format: {
      summary: "format of the export; default jsonl",
      value: "NAME",
      check: { kind: "choice", of: ["jsonl", "csv"] },
    },
  },
  examples: [
    { line: "isogate runs export --since 2026-11-01 > november.jsonl", why: "one run per line" },
    { line: "isogate runs export --outcome failed --format csv > failed.csv", why: "for a spreadsheet" },
  ],
  run(cli, invocation) {
    const query = { ...filtersFrom(invocation), format: invocation.options.get("format") };
    return streamOut(cli, "runs/export", { query });
  },
};
