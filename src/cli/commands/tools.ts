import type { ToolList } from "../../contract/catalog.ts";
import { askAndPrint } from "../ask-and-print.ts";
import type { Command } from "../command.ts";
import { table } from "../table.ts";

export const tools: Command = {
  name: "tools",
  summary: "List all tools by server",
  options: {
    server: { summary: "only tools of this server", value: "NAME" },
    schemas: { summary: "also full types and schemas (with --json)" },
  },
  examples: [
    { line: "isogate tools --server github", why: "a table" },
    { line: "isogate tools --schemas --json > tools.json", why: "all details of each tool" },
  ],
  run: (cli, { options }) =>
    askAndPrint<ToolList>(
      cli,
      "tools",
      { query: { server: options.get("server"), schemas: options.has("schemas") ? "true" : undefined } },
      (answer) => {
        if (answer.tools.length === 0) return "There are no tools; isogate health shows the state of the servers.\n";
        const rows = answer.tools.map(({ path, description, read_only: isReadOnly, destructive }) => [
          path,
          isReadOnly === true ? "reads" : destructive === true ? { text: "destroys", paint: cli.paint.bad } : "",
          description,
        ]);
        return table(["TOOL", "", "DESCRIPTION"], rows, cli);
      },
    ),
};
