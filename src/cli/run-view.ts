/** Formats runs and their calls for people. The fields are the displayed part of `/api/v1/runs`. */
import type { Call, Run, RunDetails } from "../contract/runs.ts";
import { printDuration } from "./duration.ts";
import type { Paint } from "./paint.ts";
import { oneLine, printable } from "./printable.ts";
import { printFailure } from "./run-answer.ts";
import { table, type Cell } from "./table.ts";
import { localTime } from "./times.ts";

interface Screen {
  readonly width: number;
  readonly paint: Paint;
}

const MAX_VALUE = 4_000;

export function printRuns(runs: readonly Run[], next: string | undefined, screen: Screen): string {
  if (runs.length === 0) return "No runs match.\n";
  const rows = runs.map((run) => [
    run.id,
    localTime(run.started_at),
    outcomeCell(run, screen.paint),
    String(run.calls),
    run.duration_ms === undefined ? "" : printDuration(run.duration_ms),
    run.title,
  ]);
  const more = next === undefined ? "" : screen.paint.dim(`Older ones: --cursor ${next}\n`);
  return table(["RUN", "STARTED", "OUTCOME", "CALLS", "TIME", "SCRIPT"], rows, screen) + more;
}

export function printRun(run: RunDetails, calls: readonly Call[], screen: Screen): string {
  const { paint } = screen;
  const { text, paint: painted = (one: string) => one } = outcomeCell(run, paint);
  const facts = [
    `${paint.strong(run.id)}  ${painted(oneLine(text, 60))}`,
    `started  ${localTime(run.started_at)}${run.duration_ms === undefined ? "" : `, ${printDuration(run.duration_ms)}`}`,
    `by       ${oneLine(run.client, 100)} (${run.via})`,
    `tokens   ${run.tokens.returned} returned, ${run.tokens.kept_out} kept out`,
  ];
  return [
    facts.join("\n"),
    `${paint.dim("script")}\n${printable(run.code_text.trimEnd())}`,
    ...(calls.length > 0 ? [printCalls(calls, screen).trimEnd()] : []),
    ...(run.logs.length > 0 ? [`${paint.dim("logs")}\n${run.logs.map(printable).join("\n")}`] : []),
    ...(run.error ? [printFailure(run.error, "", run.code_text, paint).trimEnd()] : []),
    ...(run.handle === undefined ? [] : [`value    is kept as ${run.handle}`]),
    ...(run.value === undefined ? [] : [`${paint.dim("value")}\n${valueText(run.value)}`]),
  ]
    .join("\n\n")
    .concat("\n");
}

function printCalls(calls: readonly Call[], screen: Screen): string {
  const { paint } = screen;
  const rows = calls.map(({ number, server, tool, outcome, code, offset_ms: offset, duration_ms: ms, message }) => [
    String(number),
    `${server}.${tool}`,
    { text: callOutcome(outcome, code), paint: outcome === "ok" ? paint.good : paint.bad },
    `+${printDuration(offset)}`,
    ms === undefined ? "" : printDuration(ms),
    message ?? "",
  ]);
  return table(["CALL", "TOOL", "OUTCOME", "AT", "TIME", ""], rows, screen);
}

function callOutcome(outcome: string, code: string | undefined): string {
  const isNamed = outcome === "unknown" || outcome === "ok";
  return isNamed && code !== undefined ? `${outcome} (${code})` : (code ?? outcome);
}

function outcomeCell({ outcome, code }: Run, paint: Paint): Cell {
  const isGood = outcome === "ok" || outcome === "running";
  return { text: code ?? outcome, paint: isGood ? paint.good : paint.bad };
}

function valueText(value: unknown): string {
  const text = printable(JSON.stringify(value, null, 2));
  return text.length > MAX_VALUE
    ? `${text.slice(0, MAX_VALUE)}\n… ${text.length - MAX_VALUE} more characters; --json has all`
    : text;
}
