import { once } from "node:events";
import process from "node:process";
import type { Command } from "../command.ts";
import { open } from "../gateway-client.ts";
import { RUN_FILTERS, filtersFrom } from "../run-filters.ts";

export const runsExport: Command = {
  name: "runs export",
  summary: "All runs that match, as JSON lines or CSV",
  hasJson: false,
  options: {
    ...RUN_FILTERS,
    format: { summary: "jsonl unless told", value: "NAME", check: { kind: "choice", of: ["jsonl", "csv"] } },
  },
  examples: [
    { line: "isogate runs export --since 2026-11-01 > november.jsonl", why: "one run per line" },
    { line: "isogate runs export --outcome failed --format csv > failed.csv", why: "for a spreadsheet" },
  ],
  async run(cli, asked) {
    const query = { ...filtersFrom(asked), format: asked.options.get("format") };
    const opened = await open(cli.gateway, "runs/export", { query });
    if (!opened.ok) return opened.failure;
    try {
      for await (const part of opened.value as AsyncIterable<Buffer>) {
        if (!process.stdout.write(part)) await once(process.stdout, "drain");
      }
      return 0;
    } catch (error) {
      return {
        message: `${cli.gateway.url} broke off; what was printed is not all: ${(error as Error).message}`,
        exit: 1,
      };
    }
  },
};
