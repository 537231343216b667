import { splitToolName } from "../../lib/split-tool-name.ts";
import { segment } from "../ask-and-print.ts";
import type { Command } from "../command.ts";
import { readJsonObject } from "../json-object.ts";
import { runScript } from "../run-script.ts";
import type { Failure } from "../failure.ts";

export const call: Command = {
  name: "call",
  summary: "Call one tool",
  details: ["The output and the exit status are those of isogate code exec."],
  positionals: [{ name: "SERVER.TOOL" }, { name: "ARGUMENTS", isOptional: true }],
  examples: [
    { line: "isogate call notes.list_notes", why: "without arguments" },
    { line: `isogate call notes.list_notes '{"tag":"people"}'`, why: "arguments as a JSON object" },
  ],
  async run(cli, { positionals: [path = "", text = "{}"] }) {
    const named = splitToolName(path);
    if (named === undefined)
      return wrong(`${JSON.stringify(path)} is not the path of a tool, which is like notes.list_notes.`);
    const args = readJsonObject(text);
    if (args === undefined) return wrong(`ARGUMENTS is not a JSON object: ${text}`);
    return runScript(cli, { path: `tools/${segment(named.server)}/${segment(named.tool)}`, body: args });
  },
};

function wrong(message: string): Failure {
  return { message, exit: 2 };
}
