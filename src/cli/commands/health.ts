import type { Health } from "../../contract/usage.ts";
import { askAndPrint } from "../ask-and-print.ts";
import type { Command } from "../command.ts";
import { table } from "../table.ts";

export const health: Command = {
  name: "health",
  summary: "Check that the gateway and its servers respond",
  details: ["Exit status 1 if a server is down."],
  examples: [{ line: "isogate health", why: "every server with its number of tools, or the reason why it is down" }],
  run: (cli) =>
    askAndPrint<Health>(
      cli,
      "health",
      {},
      ({ ok, servers }) => {
        const { paint } = cli;
        const rows = servers.map(({ name, state, tools, reason }) => [
          name,
          { text: state, paint: state === "down" ? paint.bad : paint.good },
          tools === undefined ? "" : String(tools),
          reason ?? "",
        ]);
        const sum = `${cli.gateway.url} ${ok ? paint.good("works") : paint.bad("has a server that is down")}`;
        return `${sum}\n\n${table(["SERVER", "STATE", "TOOLS", ""], rows, cli)}`;
      },
      ({ ok }) => ok,
    ),
};
