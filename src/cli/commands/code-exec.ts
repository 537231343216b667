import type { Command } from "../command.ts";
import { runScript } from "../run-script.ts";
import { INPUT_OPTIONS, LIMIT_OPTIONS, SOURCE_OPTIONS, inputFrom, limitsFrom, sourceFrom } from "../script-options.ts";

export const codeExec: Command = {
  name: "code exec",
  summary: "Run a script",
  details: [
    "The script's value goes to standard output as JSON; its logs, its calls (on a terminal) and its error go to",
    "standard error. --json prints the whole answer instead: ok, value, logs, error, statistics, id of the run.",
    "Exit status: 0 the script succeeded, 1 it failed, 2 wrong arguments. Ctrl-C cancels the run (130).",
  ],
  options: {
    ...SOURCE_OPTIONS,
    ...INPUT_OPTIONS,
    ...LIMIT_OPTIONS,
    "dry-run": { summary: "make only calls of tools marked as read-only; list the other calls" },
  },
  examples: [
    { line: `isogate code exec --code "1 + 1"`, why: "prints 2" },
    { line: `isogate code exec -c "(await notes.list_notes()).notes.length"`, why: "calls a tool" },
    { line: `isogate code exec -f report.ts --input '{"team":"ops"}' --timeout 30s`, why: "a file, with an input" },
    { line: "isogate code exec --script weekly_report@3 --input-file in.json", why: "a saved script" },
    {
      line: "isogate code exec -f cleanup.ts --dry-run",
      why: "list the calls that would change something, without making them",
    },
    {
      line: `isogate code exec -f report.js --allowed-servers github,notes | jq .total`,
      why: "the script can call only these servers",
    },
  ],
  async run(cli, invocation) {
    const source = await sourceFrom(invocation);
    if (!source.ok) return source.error;
    const input = await inputFrom(invocation);
    if (!input.ok) return input.error;
    const limits = limitsFrom(invocation);
    const dry = invocation.options.has("dry-run") && { options: { ...limits.options, dry_run: true } };
    const body = { ...source.value.body, ...input.value, ...limits, ...dry };
    return runScript(cli, { path: "code/exec", body, source: source.value.source });
  },
};
