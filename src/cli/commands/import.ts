import { readFile, writeFile } from "node:fs/promises";
import { printJson } from "../cli.ts";
import { wrongArguments, type Command } from "../command.ts";
import { printable } from "../printable.ts";
import { readStandardInput, unreadable, unwritable } from "../read-text.ts";

export const importCommand: Command = {
  name: "import",
  summary: "Add the servers of another client's configuration to gateway.json",
  details: [
    "Reads the files of Claude Desktop, Claude Code, Cursor, VS Code, Windsurf, Gemini CLI, Cline, opencode and MCPProxy; - is standard input.",
    "Lists the settings that are not used or have another meaning here. Nothing is sent over the network.",
  ],
  positionals: [{ name: "FILE" }],
  options: {
    to: { summary: "the gateway.json to write (./gateway.json)", value: "FILE" },
    replace: { summary: "replace servers that have the same name" },
    "dry-run": { summary: "print the new gateway.json and write nothing" },
  },
  examples: [
    { line: "isogate import ~/.cursor/mcp.json", why: "all servers that Cursor knows" },
    { line: "isogate import .vscode/mcp.json --dry-run", why: "what would be written" },
  ],
  async run(cli, { positionals: [file = ""], options }) {
    const target = options.get("to") ?? "gateway.json";
    const pasted = await readOrFail(file);
    if (typeof pasted !== "string") return pasted;
    const existing = await readFile(target, "utf8").catch((error: unknown) => {
      return isMissing(error) ? undefined : wrongArguments(unreadable(target, error));
    });
    if (typeof existing === "object") return existing;
    // Loaded here, so that no other command waits for zod and the code that reads gateway.json.
    const { importServers, losesComments } = await import("../../config/import-servers.ts");
    const source = file === "-" ? "the file" : file;
    const result = importServers(pasted, { name: target, text: existing }, options.has("replace"), source);
    if (!result.ok) return { message: result.error, exit: 1 };
    const { text, ...imported } = result.value;
    const { added, skipped, notes } = imported;
    const lines = [
      ...notes.map((note) => `note     ${printable(note)}`),
      ...skipped.map(({ name, reason }) => `skipped  ${printable(name)}: ${printable(reason)}`),
    ];
    if (options.has("dry-run")) {
      for (const line of lines) cli.err(`${line}\n`);
      cli.out(text);
      return added.length > 0 ? 0 : 1;
    }
    if (added.length > 0 && existing !== undefined && losesComments(existing)) {
      const message = `${target} has comments, which would be lost: isogate import ${file} --dry-run prints what to put into it.`;
      return { message, exit: 1 };
    }
    if (added.length > 0) {
      const failed = await writeFile(target, text).catch((error: unknown) => wrongArguments(unwritable(target, error)));
      if (failed !== undefined) return failed;
    }
    if (cli.wantsJson) printJson(cli, imported);
    else {
      const sum = added.length === 0 ? "Nothing was added." : `Added to ${target}: ${added.join(", ")}.`;
      cli.out(`${[...lines, sum].join("\n")}\n`);
    }
    return added.length > 0 ? 0 : 1;
  },
};

async function readOrFail(file: string) {
  try {
    return file === "-" ? await readStandardInput() : await readFile(file, "utf8");
  } catch (error) {
    return wrongArguments(unreadable(file, error));
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
