import { askAndPrint, segment } from "../ask-and-print.ts";
import type { Command } from "../command.ts";

export const runsCancel: Command = {
  name: "runs cancel",
  summary: "Cancel a run",
  positionals: [{ name: "RUN" }],
  examples: [{ line: "isogate runs cancel r_…", why: "its calls in flight are cancelled upstream, too" }],
  run: (cli, { positionals: [id] }) =>
    askAndPrint<{ id: string }>(
      cli,
      `runs/${segment(id)}/cancel`,
      { method: "POST", body: {} },
      (run) => `Cancelled the run ${run.id}.\n`,
    ),
};
