import type { Command } from "../command.ts";
import { streamOut } from "../stream-out.ts";

export const types: Command = {
  name: "types",
  summary: "Print TypeScript declarations for an editor: the globals of scripts and the SDK of all tools",
  hasJson: false,
  examples: [{ line: "isogate types > tools.d.ts", why: "an editor with this file completes names in scripts" }],
  run: (cli) => streamOut(cli, "types"),
};
