import type { Command } from "../command.ts";
import { streamOut } from "../stream-out.ts";

export const types: Command = {
  name: "types",
  summary: "What a script finds as TypeScript declarations, for an editor: its names, and the whole SDK",
  hasJson: false,
  examples: [{ line: "isogate types > tools.d.ts", why: "an editor that sees this file completes scripts" }],
  run: (cli) => streamOut(cli, "types"),
};
