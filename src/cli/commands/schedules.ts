/** The commands `schedules list | create | pause | resume | run | remove`. */
import type { ScheduleView as Schedule } from "../../contract/schedules.ts";
import { askAndPrint, segment } from "../ask-and-print.ts";
import type { Cli } from "../cli.ts";
import type { Command, Ended } from "../command.ts";
import type { Request } from "../gateway-client.ts";
import { INPUT_OPTIONS, LIMIT_OPTIONS, SOURCE_OPTIONS, inputFrom, limitsFrom, sourceFrom } from "../script-options.ts";
import { table } from "../table.ts";
import { localTime } from "../times.ts";

export const schedulesList: Command = {
  name: "schedules list",
  summary: "Schedules: when they run next, how the last run ended",
  examples: [{ line: "isogate schedules list", why: "times are those of this machine" }],
  run: (cli) =>
    askAndPrint<{ schedules: Schedule[] }>(cli, "schedules", {}, ({ schedules }) => {
      if (schedules.length === 0)
        return "There are no schedules; isogate schedules create --help shows how to make one.\n";
      const { paint } = cli;
      const rows = schedules.map(({ name, schedule, time_zone: zone, active, reason, next_at: next, last, script }) => [
        name,
        zone === undefined || zone === "UTC" ? schedule : `${schedule} ${zone}`,
        active ? localTime(next) : { text: "paused", paint: paint.bad },
        last === undefined
          ? ""
          : { text: last.ok ? "ok" : (last.code ?? "failed"), paint: last.ok ? paint.good : paint.bad },
        reason ?? script ?? "",
      ]);
      return table(["SCHEDULE", "WHEN", "NEXT", "LAST", ""], rows, cli);
    }),
};

export const schedulesCreate: Command = {
  name: "schedules create",
  summary: "Run a script by itself; replaces the schedule of that name",
  details: [
    'WHEN is five cron fields ("0 9 * * 1-5") or "every 15 minutes". Each run happens at least once: one that was',
    "cut off is run again.",
  ],
  positionals: [{ name: "NAME" }, { name: "WHEN" }],
  options: {
    "time-zone": { summary: "of the cron fields, like Europe/Berlin (UTC)", value: "ZONE" },
    paused: { summary: "not before isogate schedules resume" },
    ...SOURCE_OPTIONS,
    ...INPUT_OPTIONS,
    ...LIMIT_OPTIONS,
  },
  examples: [
    {
      line: `isogate schedules create report "0 9 * * 1-5" --time-zone Europe/Berlin --script weekly_report`,
      why: "mornings",
    },
    { line: `isogate schedules create watch "every 15 minutes" --file watch.js`, why: "a script of its own" },
  ],
  async run(cli, asked) {
    const source = await sourceFrom(asked);
    if (!source.ok) return source.failure;
    const input = await inputFrom(asked);
    if (!input.ok) return input.failure;
    const { positionals, options } = asked;
    const zone = options.get("time-zone");
    const body = {
      name: positionals[0],
      schedule: positionals[1],
      ...(zone !== undefined && { time_zone: zone }),
      ...(options.has("paused") && { active: false }),
      ...source.body,
      ...input.input,
      ...limitsFrom(asked),
    };
    return change(cli, "schedules", { method: "POST", body });
  },
};

export const schedulesPause: Command = {
  name: "schedules pause",
  summary: "Let it run no more",
  positionals: [{ name: "NAME" }],
  examples: [{ line: "isogate schedules pause report", why: "isogate schedules resume report goes on" }],
  run: (cli, { positionals: [name] }) =>
    change(cli, `schedules/${segment(name)}`, { method: "PATCH", body: { active: false } }),
};

export const schedulesResume: Command = {
  name: "schedules resume",
  summary: "Let it run again",
  positionals: [{ name: "NAME" }],
  examples: [{ line: "isogate schedules resume report", why: "from its next time on" }],
  run: (cli, { positionals: [name] }) =>
    change(cli, `schedules/${segment(name)}`, { method: "PATCH", body: { active: true } }),
};

export const schedulesRun: Command = {
  name: "schedules run",
  summary: "Run it now, whatever the time",
  positionals: [{ name: "NAME" }],
  examples: [{ line: "isogate schedules run report", why: "isogate runs tail shows what happens" }],
  run: (cli, { positionals: [name] }) =>
    askAndPrint<Schedule>(cli, `schedules/${segment(name)}/run`, { method: "POST", body: {} }, (schedule) =>
      [`${schedule.name} runs now.`, `See it   isogate runs list --limit 5\n`].join("\n"),
    ),
};

export const schedulesRemove: Command = {
  name: "schedules remove",
  summary: "Remove a schedule",
  positionals: [{ name: "NAME" }],
  examples: [{ line: "isogate schedules remove report", why: "its runs stay in the list of runs" }],
  run: (cli, { positionals: [name] }) =>
    askAndPrint(
      cli,
      `schedules/${segment(name)}`,
      { method: "DELETE", instead: { name, removed: true } },
      () => `The schedule ${name ?? ""} is gone.\n`,
    ),
};

function change(cli: Cli, path: string, request: Request): Promise<Ended> {
  return askAndPrint<Schedule>(cli, path, request, ({ name, active, next_at: next }) =>
    active ? `${name} runs next at ${localTime(next)}.\n` : `${name} is paused.\n`,
  );
}
