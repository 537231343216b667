/** `schedules list | create | update | executions | pause | resume | run | remove`. */
import type { ExecutionView, ScheduleView as Schedule } from "../../contract/schedules.ts";
import { askAndPrint, segment } from "../ask-and-print.ts";
import type { Cli } from "../cli.ts";
import { wrongArguments, type Command, type Ended, type Invocation, type Option } from "../command.ts";
import type { Paint } from "../paint.ts";
import type { RestRequest } from "../gateway-client.ts";
import { INPUT_OPTIONS, LIMIT_OPTIONS, SOURCE_OPTIONS, inputFrom, limitsFrom, sourceFrom } from "../script-options.ts";
import type { ScriptSource } from "../script-options.ts";
import { table } from "../table.ts";
import { localTime } from "../times.ts";
import type { Result } from "../../lib/result.ts";
import type { Failure } from "../failure.ts";
import { removal } from "../removal.ts";

export const schedulesList: Command = {
  name: "schedules list",
  summary: "List schedules, their next times and the outcome of their last runs",
  examples: [{ line: "isogate schedules list", why: "times are in this machine's time zone" }],
  run: (cli) =>
    askAndPrint<{ schedules: Schedule[] }>(cli, "schedules", {}, ({ schedules }) => {
      if (schedules.length === 0)
        return "There are no schedules; isogate schedules create --help shows how to make one.\n";
      const { paint } = cli;
      const rows = schedules.map(({ name, schedule, time_zone: zone, active, reason, next_at: next, ...rest }) => [
        name,
        zone === undefined || zone === "UTC" ? schedule : `${schedule} ${zone}`,
        active ? localTime(next) : { text: "paused", paint: paint.bad },
        lastCell(rest, paint),
        reason ?? rest.script ?? rest.tool ?? "",
      ]);
      return table(["SCHEDULE", "WHEN", "NEXT", "LAST", ""], rows, cli);
    }),
};

function lastCell({ waiting_run: waiting, last }: Pick<Schedule, "waiting_run" | "last">, paint: Paint) {
  if (waiting !== undefined) return `waits: ${waiting}`;
  if (last === undefined) return "";
  return { text: last.ok ? "ok" : (last.code ?? "failed"), paint: last.ok ? paint.good : paint.bad };
}

/** Options of a schedule besides its script. */
const TIME_OPTIONS = {
  "time-zone": { summary: "time zone of the cron fields, like Europe/Berlin; default UTC", value: "ZONE" },
  "max-executions": {
    summary: "number of runs after which the schedule ends",
    value: "N",
    check: { kind: "integer", min: 1 },
  },
  "end-date": { summary: "time after which the schedule ends, in RFC 3339", value: "TIME" },
} as const satisfies Record<string, Option>;

const TOOL_OPTION = {
  summary: "in place of a script, a tool (SERVER.TOOL) that is called with the input",
  value: "PATH",
} as const satisfies Option;

const SOURCES = ["code", "file", "script"];

export const schedulesCreate: Command = {
  name: "schedules create",
  summary: "Run a script at given times; replaces the schedule of that name",
  details: [
    'WHEN is five cron fields ("0 9 * * 1-5"), "every 15 minutes", or a single time: "in 5 minutes", "tomorrow at 9am",',
    "2026-12-01T09:00:00Z. Each run happens at least once: a run that was cut off is repeated.",
  ],
  positionals: [{ name: "NAME" }, { name: "WHEN" }],
  options: {
    ...TIME_OPTIONS,
    paused: { summary: "create it paused; isogate schedules resume starts it" },
    ...SOURCE_OPTIONS,
    tool: TOOL_OPTION,
    ...INPUT_OPTIONS,
    ...LIMIT_OPTIONS,
  },
  examples: [
    {
      line: `isogate schedules create report "0 9 * * 1-5" --time-zone Europe/Berlin --script weekly_report`,
      why: "at 9:00 on weekdays",
    },
    { line: `isogate schedules create watch "every 15 minutes" --file watch.js`, why: "the script of a file" },
  ],
  async run(cli, invocation) {
    const { positionals, options } = invocation;
    const source = await runFrom(invocation);
    if (!source.ok) return source.error;
    const hasSource = SOURCES.some((name) => options.has(name)) || options.has("tool");
    if (!hasSource) return wrongArguments("Give one of --code TEXT, --file PATH, --script NAME and --tool PATH.");
    const body = {
      name: positionals[0],
      schedule: positionals[1],
      ...(options.has("paused") && { active: false }),
      ...timesFrom(invocation),
      ...source.value,
    };
    return change(cli, "schedules", { method: "POST", body });
  },
};

export const schedulesUpdate: Command = {
  name: "schedules update",
  summary: "Change a schedule; options that are not given stay unchanged",
  details: ["isogate schedules pause and isogate schedules resume switch a schedule off and on."],
  positionals: [{ name: "NAME" }],
  options: {
    when: { summary: "new times, written as for isogate schedules create", value: "WHEN" },
    ...TIME_OPTIONS,
    ...SOURCE_OPTIONS,
    tool: TOOL_OPTION,
    ...INPUT_OPTIONS,
    ...LIMIT_OPTIONS,
  },
  examples: [
    { line: `isogate schedules update report --when "0 8 * * 1-5"`, why: "an hour earlier, the same script" },
    { line: "isogate schedules update watch --file watch.js", why: "a new script, at the same times" },
  ],
  async run(cli, invocation) {
    const { positionals, options } = invocation;
    const source = await runFrom(invocation);
    if (!source.ok) return source.error;
    const when = options.get("when");
    const body = { ...(when !== undefined && { schedule: when }), ...timesFrom(invocation), ...source.value };
    if (Object.keys(body).length === 0) return wrongArguments("Give an option to change, like --when or --file.");
    return change(cli, `schedules/${segment(positionals[0])}`, { method: "PATCH", body });
  },
};

export const schedulesExecutions: Command = {
  name: "schedules executions",
  summary: "List the outcomes of the last runs of a schedule",
  positionals: [{ name: "NAME" }],
  examples: [{ line: "isogate schedules executions report", why: "the newest first, at most 50" }],
  run: (cli, { positionals: [name] }) =>
    askAndPrint<{ executions: ExecutionView[] }>(cli, `schedules/${segment(name)}/executions`, {}, ({ executions }) => {
      if (executions.length === 0) return "The schedule has not run yet.\n";
      const { paint } = cli;
      const rows = executions.map(({ at, ok, code, message, run }) => [
        localTime(at),
        { text: ok ? "ok" : (code ?? "failed"), paint: ok ? paint.good : paint.bad },
        run,
        message ?? "",
      ]);
      return table(["ENDED", "OUTCOME", "RUN", ""], rows, cli);
    }),
};

function switching(action: "pause" | "resume", summary: string, why: string): Command {
  return {
    name: `schedules ${action}`,
    summary,
    positionals: [{ name: "NAME" }],
    examples: [{ line: `isogate schedules ${action} report`, why }],
    run: (cli, { positionals: [name] }) =>
      change(cli, `schedules/${segment(name)}`, { method: "PATCH", body: { active: action === "resume" } }),
  };
}

export const schedulesPause = switching("pause", "Pause a schedule", "isogate schedules resume report continues it");
export const schedulesResume = switching("resume", "Resume a paused schedule", "it runs again at its next time");

export const schedulesRun: Command = {
  name: "schedules run",
  summary: "Run a schedule now, in addition to its times",
  positionals: [{ name: "NAME" }],
  examples: [{ line: "isogate schedules run report", why: "isogate runs tail shows the run" }],
  run: (cli, { positionals: [name] }) =>
    askAndPrint<Schedule>(cli, `schedules/${segment(name)}/run`, { method: "POST", body: {} }, (schedule) =>
      [`${schedule.name} runs now.`, `See it   isogate runs list --limit 5\n`].join("\n"),
    ),
};

export const schedulesRemove = removal({
  name: "schedules remove",
  summary: "Remove a schedule",
  positional: "NAME",
  example: ["report", "its past runs are kept"],
  list: "schedules",
  json: (name) => ({ name, removed: true }),
  done: (name) => `Removed schedule ${name}.`,
});

function change(cli: Cli, path: string, request: RestRequest): Promise<Ended> {
  return askAndPrint<Schedule>(cli, path, request, ({ name, active, next_at: next }) =>
    active ? `${name} runs next at ${localTime(next)}.\n` : `${name} is paused.\n`,
  );
}

function timesFrom({ options }: Invocation): Record<string, unknown> {
  const max = options.get("max-executions");
  const end = options.get("end-date");
  const zone = options.get("time-zone");
  return {
    ...(zone !== undefined && { time_zone: zone }),
    ...(max !== undefined && { max_executions: Number(max) }),
    ...(end !== undefined && { end_date: end }),
  };
}

/** Reads what a schedule runs, with which input and within which limits, as far as that is given. */
async function runFrom(invocation: Invocation): Promise<Result<ScriptSource["body"], Failure>> {
  const { options } = invocation;
  const tool = options.get("tool");
  const hasScript = SOURCES.some((name) => options.has(name));
  if (tool !== undefined && hasScript) {
    return { ok: false, error: wrongArguments("Give --tool or a script, not both.") };
  }
  const source = hasScript
    ? await sourceFrom(invocation)
    : ({ ok: true, value: { body: tool === undefined ? {} : { tool } } } as const);
  if (!source.ok) return source;
  const input = await inputFrom(invocation);
  return input.ok ? { ok: true, value: { ...source.value.body, ...input.value, ...limitsFrom(invocation) } } : input;
}
