/** The commands `scripts list | show | save | run | remove`. */
import type { RemovedScript, ScriptDetails, ScriptSummary } from "../../contract/scripts.ts";
import { askAndPrint, segment } from "../ask-and-print.ts";
import { wrongArguments, type Command } from "../command.ts";
import { printable } from "../printable.ts";
import { runScript } from "../run-script.ts";
import {
  INPUT_OPTIONS,
  LIMIT_OPTIONS,
  SOURCE_OPTIONS,
  inputFrom,
  jsonFrom,
  limitsFrom,
  sourceFrom,
} from "../script-options.ts";
import { table } from "../table.ts";
import { localTime } from "../times.ts";

export const scriptsList: Command = {
  name: "scripts list",
  summary: "List saved scripts by name",
  examples: [{ line: "isogate scripts list", why: "their newest versions" }],
  run: (cli) =>
    askAndPrint<{ scripts: ScriptSummary[] }>(cli, "scripts", {}, ({ scripts }) => {
      if (scripts.length === 0) return "There are no saved scripts; isogate scripts save NAME --file PATH saves one.\n";
      const rows = scripts.map(({ name, version, expose, description }) => [
        name,
        String(version),
        expose,
        description,
      ]);
      return table(["SCRIPT", "VERSION", "EXPOSED", "DESCRIPTION"], rows, cli);
    }),
};

export const scriptsShow: Command = {
  name: "scripts show",
  summary: "Show a script: its text, and the tools it uses with those that changed",
  positionals: [{ name: "NAME" }],
  options: {
    version: { summary: "version of the script; default the newest", value: "N", check: { kind: "integer", min: 1 } },
  },
  examples: [
    { line: "isogate scripts show weekly_report", why: "the newest version" },
    {
      line: "isogate scripts show weekly_report --version 2 | jq -r .code > report.js",
      why: "the text of an older version",
    },
  ],
  run: (cli, { positionals: [name], options }) =>
    askAndPrint<ScriptDetails>(
      cli,
      `scripts/${segment(name)}`,
      { query: { version: options.get("version") } },
      (script) => {
        const { paint } = cli;
        const named = script.tools.map(({ server, tool }) => `${server}.${tool}`);
        const others = script.other_tools ? ["others that its text does not name"] : [];
        const used = [...named, ...others].join(", ") || "none";
        const lines = [
          `${paint.strong(printable(script.name))} version ${script.version}, ${localTime(script.created_at)}`,
          ...(script.description === "" ? [] : [printable(script.description)]),
          `tools    ${printable(used)}`,
          ...(script.changed_tools.length > 0
            ? [paint.bad(printable(`changed since: ${script.changed_tools.join(", ")}`))]
            : []),
          ...(script.input_schema === undefined ? [] : [`input    ${printable(JSON.stringify(script.input_schema))}`]),
          "",
          printable(script.code.trimEnd()),
        ];
        return `${lines.join("\n")}\n`;
      },
    ),
};

export const scriptsSave: Command = {
  name: "scripts save",
  summary: "Save a script under a name; an existing script gets a new version",
  positionals: [{ name: "NAME" }],
  options: {
    code: SOURCE_OPTIONS.code,
    file: SOURCE_OPTIONS.file,
    language: SOURCE_OPTIONS.language,
    run: { summary: "save the script of this run", value: "RUN" },
    description: { summary: "what the script does, for searches", value: "TEXT" },
    "input-schema": { summary: "file with the JSON Schema of the script's input", value: "PATH" },
    expose: {
      summary: "how MCP clients also see the script",
      value: "HOW",
      check: { kind: "choice", of: ["none", "prompt", "tool"] },
    },
  },
  examples: [
    {
      line: "isogate scripts save weekly_report --file report.ts --description 'What happened this week'",
      why: "a file",
    },
    {
      line: "isogate scripts save weekly_report --run r_… --expose tool",
      why: "the script of a successful run, as a tool",
    },
  ],
  async run(cli, invocation) {
    const { positionals, options } = invocation;
    const run = options.get("run");
    if (run !== undefined && (options.has("code") || options.has("file"))) {
      return wrongArguments("Give one of --code TEXT, --file PATH and --run RUN.");
    }
    if (run === undefined && !options.has("code") && !options.has("file")) {
      return wrongArguments("Give the script: --code TEXT, --file PATH, or --run RUN to save the script of a run.");
    }
    const source = run === undefined ? await sourceFrom(invocation) : ({ ok: true, value: { body: { run } } } as const);
    if (!source.ok) return source.error;
    const path = options.get("input-schema");
    const schema = path === undefined ? undefined : await jsonFrom("input-schema", path);
    if (schema?.ok === false) return schema.error;
    const language = run === undefined ? undefined : options.get("language");
    const description = options.get("description");
    const expose = options.get("expose");
    const body = {
      name: positionals[0],
      ...source.value.body,
      ...(language !== undefined && { language }),
      ...(description !== undefined && { description }),
      ...(schema && { input_schema: schema.value }),
      ...(expose !== undefined && { expose }),
    };
    return askAndPrint<ScriptSummary>(cli, "scripts", { method: "POST", body }, ({ name, version }) =>
      [`Saved ${name} version ${version}.`, `Run it   isogate scripts run ${name}\n`].join("\n"),
    );
  },
};

export const scriptsRun: Command = {
  name: "scripts run",
  summary: "Run a saved script",
  details: ["The output and the exit status are those of isogate code exec."],
  positionals: [{ name: "NAME" }],
  options: { ...INPUT_OPTIONS, ...LIMIT_OPTIONS },
  examples: [
    { line: `isogate scripts run weekly_report --input '{"team":"ops"}'`, why: "the newest version" },
    { line: "isogate scripts run weekly_report@2", why: "this version" },
  ],
  async run(cli, invocation) {
    const input = await inputFrom(invocation);
    if (!input.ok) return input.error;
    const body = { script: invocation.positionals[0], ...input.value, ...limitsFrom(invocation) };
    return runScript(cli, { path: "code/exec", body });
  },
};

export const scriptsRemove: Command = {
  name: "scripts remove",
  summary: "Delete a script, with all its versions",
  positionals: [{ name: "NAME" }],
  examples: [{ line: "isogate scripts remove weekly_report", why: "schedules that run it then fail" }],
  run: (cli, { positionals: [name] }) =>
    askAndPrint<Partial<RemovedScript>>(
      cli,
      `scripts/${segment(name)}`,
      { method: "DELETE", instead: { name, removed: true } },
      ({ schedules = [] }) => `Removed script ${name ?? ""}.${printable(fateOf(schedules))}\n`,
    ),
};

/** @returns a warning with a blank before it; "" where no schedule ran the script */
function fateOf(schedules: readonly string[]): string {
  if (schedules.length === 0) return "";
  const [what, whose] =
    schedules.length === 1 ? ["The schedule", "runs it and its runs"] : ["The schedules", "run it and their runs"];
  return ` ${what} ${schedules.join(", ")} ${whose} fail from now on: isogate schedules remove NAME, or save the script again.`;
}
