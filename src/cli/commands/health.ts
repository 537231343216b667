import type { Health } from "../../contract/usage.ts";
import { printJson } from "../cli.ts";
import type { Command } from "../command.ts";
import { ask } from "../gateway-client.ts";
import { table } from "../table.ts";

export const health: Command = {
  name: "health",
  summary: "Check that the gateway and its servers respond",
  details: ["Exit status 1 if a server is down."],
  examples: [{ line: "isogate health", why: "every server with its number of tools, or the reason why it is down" }],
  async run(cli) {
    const answered = await ask<Health>(cli.gateway, "health");
    if (!answered.ok) return answered.failure;
    const { ok, servers } = answered.value;
    if (cli.wantsJson) printJson(cli, answered.value);
    else {
      const { paint } = cli;
      const rows = servers.map(({ name, state, tools, reason }) => [
        name,
        { text: state, paint: state === "down" ? paint.bad : paint.good },
        tools === undefined ? "" : String(tools),
        reason ?? "",
      ]);
      cli.out(`${cli.gateway.url} ${ok ? paint.good("works") : paint.bad("has a server that is down")}\n\n`);
      cli.out(table(["SERVER", "STATE", "TOOLS", ""], rows, cli));
    }
    return ok ? 0 : 1;
  },
};
