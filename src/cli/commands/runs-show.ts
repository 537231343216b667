import type { Call, RunDetails } from "../../contract/runs.ts";
import { segment } from "../ask-and-print.ts";
import { printJson, type Cli } from "../cli.ts";
import type { Command } from "../command.ts";
import { ask } from "../gateway-client.ts";
import { printRun } from "../run-view.ts";
import type { Failure } from "../failure.ts";

const PAGE = 500;

export const runsShow: Command = {
  name: "runs show",
  summary: "Show one run: its script, calls, logs, and value or error",
  positionals: [{ name: "RUN" }],
  examples: [
    { line: "isogate runs show r_…", why: "with the line of the script that failed" },
    { line: "isogate runs show r_… | jq '.calls[] | .tool'", why: "JSON: the run, and its calls as `calls`" },
  ],
  async run(cli, { positionals: [id] }) {
    const path = `runs/${segment(id)}`;
    const details = await ask<RunDetails & { calls: number }>(cli.gateway, path);
    if (!details.ok) return details.failure;
    const calls = await callsOf(cli, path);
    if ("exit" in calls) return calls;
    if (cli.wantsJson) printJson(cli, { ...details.value, calls });
    else cli.out(printRun(details.value, calls, cli));
    return 0;
  },
};

async function callsOf(cli: Cli, path: string): Promise<readonly Call[] | Failure> {
  const calls: Call[] = [];
  for (;;) {
    const query = { after: String(calls.at(-1)?.number ?? 0), limit: String(PAGE) };
    const page = await ask<{ calls: Call[] }>(cli.gateway, `${path}/calls`, { query });
    if (!page.ok) return page.failure;
    calls.push(...page.value.calls);
    if (page.value.calls.length < PAGE) return calls;
  }
}
