import { once } from "node:events";
import process from "node:process";
import type { Command } from "../command.ts";
import { open } from "../gateway-client.ts";

export const types: Command = {
  name: "types",
  summary: "The whole SDK as TypeScript declarations, for an editor",
  hasJson: false,
  examples: [{ line: "isogate types > tools.d.ts", why: "an editor that sees this file completes scripts" }],
  async run(cli) {
    const opened = await open(cli.gateway, "types");
    if (!opened.ok) return opened.failure;
    for await (const part of opened.value as AsyncIterable<Buffer>) {
      if (!process.stdout.write(part)) await once(process.stdout, "drain");
    }
    return 0;
  },
};
