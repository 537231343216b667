/** The commands `runs list | show | tail | replay | cancel | export`. */
import type { Call, Run, RunDetails } from "../../contract/runs.ts";
import { askAndPrint, segment } from "../ask-and-print.ts";
import { printJson, type Cli } from "../cli.ts";
import type { Command } from "../command.ts";
import { eventLine } from "../event-lines.ts";
import { eventsOf } from "../event-stream.ts";
import type { Failure } from "../failure.ts";
import { ask, open } from "../gateway-client.ts";
import { onInterrupt } from "../interrupt.ts";
import { RUN_FILTERS, filtersFrom } from "../run-filters.ts";
import { runScript } from "../run-script.ts";
import { printRuns, printRun } from "../run-view.ts";
import { streamOut } from "../stream-out.ts";

export const runsList: Command = {
  name: "runs list",
  summary: "List runs, newest first",
  options: {
    ...RUN_FILTERS,
    limit: { summary: "maximum number of runs; default 50", value: "N", check: { kind: "integer", min: 1, max: 200 } },
    cursor: { summary: "`next` of the previous page", value: "CURSOR" },
  },
  examples: [
    { line: "isogate runs list --outcome failed --since 2026-11-21", why: "failed runs since that day" },
    { line: "isogate runs list --server github --limit 200 | jq '.runs[].id'", why: "only the ids" },
  ],
  run(cli, invocation) {
    const query = {
      ...filtersFrom(invocation),
      limit: invocation.options.get("limit"),
      cursor: invocation.options.get("cursor"),
    };
    return askAndPrint<{ runs: Run[]; next?: string }>(cli, "runs", { query }, ({ runs, next }) =>
      printRuns(runs, next, cli),
    );
  },
};

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

export const runsTail: Command = {
  name: "runs tail",
  summary: "Watch runs live, or one run until it ends",
  details: ["When piped, the output is one JSON object per event and line. Ctrl-C stops watching."],
  positionals: [{ name: "RUN", isOptional: true }],
  examples: [
    { line: "isogate runs tail", why: "all your runs, until Ctrl-C" },
    { line: "isogate runs tail r_…", why: "this run, from its start to its end" },
    { line: `isogate runs tail | jq 'select(.type == "run_ended" and .state != "ok")'`, why: "failures" },
  ],
  async run(cli, { positionals: [id] }) {
    const stopped = new AbortController();
    const interrupts = onInterrupt(() => stopped.abort());
    try {
      const path = id === undefined ? "runs/stream" : `runs/${segment(id)}/stream`;
      const opened = await open(cli.gateway, path, { signal: stopped.signal });
      if (!opened.ok) return stopped.signal.aborted ? 0 : opened.failure;
      if (!cli.wantsJson && id === undefined)
        cli.err(cli.paintError.dim(`Watching ${cli.gateway.url}; Ctrl-C stops.\n`));
      for await (const event of eventsOf(opened.value)) {
        const line = cli.wantsJson ? JSON.stringify(event) : eventLine(event, cli.paint);
        if (line !== undefined) cli.out(`${line}\n`);
        if (id !== undefined && event.type === "run_ended") return 0;
      }
      return { message: `${cli.gateway.url} ended the stream.`, exit: 1 };
    } catch (error) {
      if (stopped.signal.aborted) return 0;
      return { message: `The stream of ${cli.gateway.url} broke off: ${(error as Error).message}`, exit: 1 };
    } finally {
      stopped.abort();
      interrupts.stop();
    }
  },
};

export const runsReplay: Command = {
  name: "runs replay",
  summary: "Run the same script again, with the same input and options",
  details: ["The output is that of isogate code exec. The script's calls are made again."],
  positionals: [{ name: "RUN" }],
  examples: [{ line: "isogate runs replay r_…", why: "a new run, which refers to the old one" }],
  run: (cli, { positionals: [id] }) => runScript(cli, { path: `runs/${segment(id)}/replay` }),
};

export const runsCancel: Command = {
  name: "runs cancel",
  summary: "Cancel a run",
  positionals: [{ name: "RUN" }],
  examples: [{ line: "isogate runs cancel r_…", why: "its calls in flight are cancelled upstream, too" }],
  run: (cli, { positionals: [id] }) =>
    askAndPrint<{ id: string }>(
      cli,
      `runs/${segment(id)}/cancel`,
      { method: "POST", body: {} },
      (run) => `Cancelled the run ${run.id}.\n`,
    ),
};

export const runsExport: Command = {
  name: "runs export",
  summary: "Export all matching runs as JSON lines or CSV",
  hasJson: false,
  options: {
    ...RUN_FILTERS,
    format: {
      summary: "format of the export; default jsonl",
      value: "NAME",
      check: { kind: "choice", of: ["jsonl", "csv"] },
    },
  },
  examples: [
    { line: "isogate runs export --since 2026-11-01 > november.jsonl", why: "one run per line" },
    { line: "isogate runs export --outcome failed --format csv > failed.csv", why: "for a spreadsheet" },
  ],
  run(cli, invocation) {
    const query = { ...filtersFrom(invocation), format: invocation.options.get("format") };
    return streamOut(cli, "runs/export", { query });
  },
};
