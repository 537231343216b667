import { segment } from "../ask-and-print.ts";
import type { Command } from "../command.ts";
import { runScript } from "../run-script.ts";

export const runsReplay: Command = {
  name: "runs replay",
  summary: "Run the same script again, with the same input and options",
  details: ["The output is that of isogate code exec. The script's calls are made again."],
  positionals: [{ name: "RUN" }],
  examples: [{ line: "isogate runs replay r_…", why: "a new run, which refers to the old one" }],
  run: (cli, { positionals: [id] }) => runScript(cli, { path: `runs/${segment(id)}/replay` }),
};
