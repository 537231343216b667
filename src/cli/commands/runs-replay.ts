import { segment } from "../ask-and-print.ts";
import type { Command } from "../command.ts";
import { runScript } from "../run-script.ts";

export const runsReplay: Command = {
  name: "runs replay",
  summary: "The same script again, with the same input and options",
  details: ["Prints what isogate code exec prints. Its calls are made again."],
  positionals: [{ name: "RUN" }],
  examples: [{ line: "isogate runs replay r_…", why: "a new run, which names the old one" }],
  run: (cli, { positionals: [id] }) => runScript(cli, { path: `runs/${segment(id)}/replay` }),
};
