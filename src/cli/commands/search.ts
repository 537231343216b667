import type { FoundTools } from "../../contract/catalog.ts";
import { askAndPrint } from "../ask-and-print.ts";
import type { Command } from "../command.ts";
import { printable } from "../printable.ts";

export const search: Command = {
  name: "search",
  summary: "Search tools for a purpose, best match first",
  positionals: [{ name: "QUERY", isMany: true }],
  options: {
    server: { summary: "only tools of this server", value: "NAME" },
    limit: { summary: "maximum number of tools; default 20", value: "N", check: { kind: "integer", min: 1, max: 100 } },
  },
  examples: [
    { line: "isogate search create an issue", why: "signatures, ready to call" },
    { line: "isogate search notes.list_notes | jq -r '.tools[].signature'", why: "one tool, by its path" },
  ],
  run: (cli, { positionals, options }) =>
    askAndPrint<FoundTools>(
      cli,
      "search",
      { query: { query: positionals.join(" "), server: options.get("server"), limit: options.get("limit") } },
      ({ tools, total, held = [] }) => {
        const waiting = held
          .map((path) => `${printable(path)} is held until an admin accepts it; isogate pins list shows why.\n`)
          .join("");
        if (tools.length === 0) return waiting || "No tool was found; isogate tools lists all tools.\n";
        const signatures = tools.map(({ signature }) => printable(signature.trimEnd())).join("\n\n");
        const more =
          total > tools.length ? `\n\n${cli.paint.dim(`${tools.length} of ${total}; --limit shows more`)}` : "";
        return `${waiting}${signatures}${more}\n`;
      },
    ),
};
