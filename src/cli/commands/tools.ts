import type { ToolList } from "../../contract/catalog.ts";
import { askAndPrint } from "../ask-and-print.ts";
import type { Command } from "../command.ts";
import { table } from "../table.ts";

export const tools: Command = {
  name: "tools",
  summary: "All tools, by server",
  options: {
    server: { summary: "only of this one", value: "NAME" },
    schemas: { summary: "with full types and schemas (in JSON)" },
  },
  examples: [
    { line: "isogate tools --server github", why: "a table" },
    { line: "isogate tools --schemas --json > tools.json", why: "everything that is known of each" },
  ],
  run: (cli, { options }) =>
    askAndPrint<ToolList>(
      cli,
      "tools",
      { query: { server: options.get("server"), schemas: options.has("schemas") ? "true" : undefined } },
      (answer) => {
        if (answer.tools.length === 0) return "There are no tools; isogate health says how the servers are.\n";
        const rows = answer.tools.map(({ path, description, read_only: isReadOnly, destructive }) => [
          path,
          isReadOnly === true ? "reads" : destructive === true ? { text: "destroys", paint: cli.paint.bad } : "",
          description,
        ]);
        return table(["TOOL", "", "DESCRIPTION"], rows, cli);
      },
    ),
};
