/** Runs, tools, scripts and schedules of a gateway, by `isogate`: piped, and on a terminal. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { Isogate, hasTerminal } from "../../support/isogate.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const { origin } = inject("stack");
let directory: string;
let isogate: Isogate;

beforeAll(async () => {
  directory = await temporaryDirectory();
  isogate = new Isogate({ XDG_CONFIG_HOME: directory, ISOGATE_URL: origin });
});

afterAll(() => rm(directory, { recursive: true, force: true }));

/** Of a command that has to go well. */
async function json<T = Record<string, unknown>>(...args: readonly string[]): Promise<T> {
  const { status, stdout, stderr } = await isogate.run(args);
  expect({ status, stderr }, stdout).toStrictEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout) as T;
}

async function runOf(code: string): Promise<string> {
  const { run } = JSON.parse((await isogate.run(["code", "exec", "--json", "-c", code])).stdout) as { run: string };
  return run;
}

/** Takes long enough for its log to be seen before its end. */
const LIVE = `/* live */ console.log("half" + "way"); await new Promise((on) => setTimeout(on, 400)); await notes.list_notes({}); 1`;

async function terminal(...args: readonly string[]): Promise<string> {
  const { status, stdout } = await isogate.onTerminal(args, { NO_COLOR: "1" }).ended;
  expect(status, stdout).toBe(0);
  return stdout.replaceAll("\r", "");
}

describe("runs", () => {
  let good: string;
  let bad: string;
  beforeAll(async () => {
    good = await runOf(
      "/* ledger-good */ const { notes: all } = await notes.list_notes({}); console.log('hi'); all.length",
    );
    bad = await runOf("/* ledger-bad */\nawait notes.summarize({ id: 99 })");
  });

  it("list: filters and pages", async () => {
    const found = await json<{ runs: { id: string }[] }>("runs", "list", "--text", "ledger-bad", "--outcome", "failed");
    expect(found.runs.map(({ id }) => id)).toStrictEqual([bad]);
    const first = await json<{ runs: { id: string }[]; next: string }>(
      "runs",
      "list",
      "--text",
      "ledger-",
      "--limit",
      "1",
    );
    const second = await json<typeof first>(
      "runs",
      "list",
      "--text",
      "ledger-",
      "--limit",
      "1",
      "--cursor",
      first.next,
    );
    expect([...first.runs, ...second.runs].map(({ id }) => id)).toStrictEqual([bad, good]);
  });

  it("list: refuses what the gateway refuses, with its words", async () => {
    const ended = await isogate.run(["runs", "list", "--since", "yesterday"]);
    expect(ended).toMatchObject({ status: 2, stdout: "", stderr: expect.stringMatching(/query\.since: .*2026-11-21/) });
  });

  it("show: a run with its calls", async () => {
    expect(await json("runs", "show", good)).toMatchObject({
      id: good,
      outcome: "ok",
      value: 3,
      logs: ["hi"],
      calls: [{ server: "notes", tool: "list_notes", outcome: "ok" }],
    });
  });

  it.each(["show", "tail", "replay", "cancel"])(
    "%s: names a run that is not there, and the gateway",
    async (command) => {
      const ended = await isogate.run(["runs", command, "r_nowhere"]);
      expect(ended).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining('no run "r_nowhere"') });
    },
  );

  it("show: a name with a slash is a name", async () => {
    const ended = await isogate.run(["runs", "show", "../health"]);
    expect(ended).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("There is no run") });
  });

  it("tail: one run, from its beginning to its end", async () => {
    const { status, stdout } = await isogate.run(["runs", "tail", bad]);
    const events = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { type: string });
    expect(status).toBe(0);
    expect(events.map(({ type }) => type)).toStrictEqual(["run_started", "call_started", "call_ended", "run_ended"]);
  });

  it("replay: prints what the script returns, and names the first run", async () => {
    const ended = await isogate.run(["runs", "replay", good]);
    expect(ended).toStrictEqual({ status: 0, stdout: "3\n", stderr: "hi\n" });
    const { runs } = await json<{ runs: { replay_of?: string }[] }>("runs", "list", "--text", "ledger-good");
    expect(runs[0]?.replay_of).toBe(good);
    expect(await isogate.run(["runs", "replay", bad])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/TOOL_ERROR \(line 2[^]*> 2 \| await notes\.summarize/),
    });
  });

  it("cancel: refuses a run that has ended", async () => {
    const ended = await isogate.run(["runs", "cancel", good]);
    expect(ended).toMatchObject({ status: 1, stderr: expect.stringContaining("has ended already") });
  });

  it("export: JSON lines and CSV", async () => {
    const lines = await isogate.run(["runs", "export", "--text", "ledger-bad"]);
    expect(
      lines.stdout
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { id: string }).id),
    ).toContain(bad);
    const csv = await isogate.run(["runs", "export", "--text", "ledger-bad", "--format", "csv"]);
    expect(csv.stdout).toMatch(/^id,/);
    expect(csv.stdout).toContain(bad);
  });

  describe.skipIf(!hasTerminal)("on a terminal (needs `script` of util-linux)", () => {
    it("list is a table", async () => {
      const text = await terminal("runs", "list", "--text", "ledger-bad");
      expect(text).toMatch(/^RUN +STARTED +OUTCOME +CALLS +TIME +SCRIPT$/m);
      expect(text).toMatch(new RegExp(`^${bad} +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d +TOOL_ERROR +1 `, "m"));
    });

    it("show marks the line that failed", async () => {
      const text = await terminal("runs", "show", bad);
      expect(text).toContain("notes.summarize");
      expect(text).toMatch(/^> 2 \| await notes\.summarize/m);
    });

    it("tail shows runs live, until Ctrl-C", async () => {
      const { child, ended, stdout } = isogate.onTerminal(["runs", "tail"], { NO_COLOR: "1" });
      await expect.poll(() => stdout(), { timeout: 20_000 }).toContain("Watching");
      await expect
        .poll(async () => (await runOf(LIVE), stdout()), { timeout: 20_000 })
        .toMatch(/started {2}\/\* live[^]*r_\w+ {2}halfway[^]*✓ notes\.list_notes[^]*ok {2}1 calls/);
      child.stdin?.write("\u0003");
      expect((await ended).status).toBe(0);
    });
  });
});

describe("what there is to call", () => {
  it("search, tools, types, health", async () => {
    const found = await json<{ tools: { path: string }[] }>("search", "list", "my", "notes", "--server", "notes");
    expect(found.tools[0]?.path).toBe("notes.list_notes");
    const { tools } = await json<{ tools: object[] }>("tools", "--server", "notes", "--schemas");
    expect(tools).toHaveLength(2);
    expect(tools[0]).toHaveProperty("input_schema");
    const { stdout } = await isogate.run(["types"]);
    expect(stdout).toMatch(/declare const notes/);
    expect(await json("health")).toMatchObject({ ok: true });
  });

  it("a server that is not there", async () => {
    const ended = await isogate.run(["tools", "--server", "nots"]);
    expect(ended).toMatchObject({ status: 1, stderr: expect.stringContaining(`no server "nots"`) });
  });

  it("upstreams", async () => {
    const { upstreams } = await json<{ upstreams: { name: string }[] }>("upstreams", "list");
    expect(upstreams.map(({ name }) => name)).toStrictEqual(["everything", "modern", "legacy-tools", "notes"]);
    for (const command of ["connect", "disconnect"]) {
      const ended = await isogate.run(["upstreams", command, "notes"]);
      expect(ended).toMatchObject({ status: 1, stderr: expect.stringContaining("notes has no sign-in") });
    }
  });

  it.skipIf(!hasTerminal)("tables on a terminal (needs `script` of util-linux)", async () => {
    expect(await terminal("health")).toMatch(/^notes +ready +2$/m);
    expect(await terminal("tools", "--server", "notes")).toMatch(/^notes\.list_notes +reads +List notes/m);
    expect(await terminal("search", "notes.list_notes")).toContain("notes.list_notes(");
    expect(await terminal("upstreams", "list")).toMatch(/^notes +local +ready +2 +none$/m);
  });
});

describe("scripts", () => {
  it("save, list, show, run, a new version, remove", async () => {
    const file = join(directory, "count.ts");
    const schema = join(directory, "schema.json");
    await writeFile(file, "const tag: string = input.tag;\n(await notes.list_notes({ tag })).notes.length");
    await writeFile(schema, '{"type":"object","properties":{"tag":{"type":"string"}},"required":["tag"]}');
    const save = ["scripts", "save", "cli_count", "--file", file, "--input-schema", schema];
    expect(await json(...save, "--description", "Counts")).toMatchObject({ name: "cli_count", version: 1 });
    const { scripts } = await json<{ scripts: object[] }>("scripts", "list");
    expect(scripts).toContainEqual(expect.objectContaining({ name: "cli_count", description: "Counts" }));
    const run = await isogate.run(["scripts", "run", "cli_count", "--input", '{"tag":"people"}']);
    expect(run).toStrictEqual({ status: 0, stdout: "1\n", stderr: "" });
    expect(await isogate.run(["scripts", "run", "cli_count", "--input", "{}"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("input.tag is missing"),
    });
    const from = await runOf("x.y");
    expect(await json("scripts", "save", "cli_count", "--run", from)).toMatchObject({ version: 2 });
    // Its text is known to the gateway only.
    expect(await isogate.run(["code", "exec", "--script", "cli_count"])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("> 1 | x.y"),
    });
    expect(await json("scripts", "show", "cli_count", "--version", "1")).toMatchObject({ version: 1 });
    expect(await json("scripts", "remove", "cli_count")).toStrictEqual({ name: "cli_count", removed: true });
    expect(await isogate.run(["scripts", "show", "cli_count"])).toMatchObject({ status: 1 });
  });

  it.each([
    { given: ["scripts", "save", "a"], want: "Give the script" },
    { given: ["scripts", "save", "a", "--code", "1", "--run", "r"], want: "Give one of" },
    { given: ["scripts", "save", "a", "--code", "const ="], want: "SYNTAX_ERROR" },
    { given: ["scripts", "save", "not a name", "--code", "1"], want: "body.name" },
  ])("$given", async ({ given, want }) => {
    expect(await isogate.run(given)).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining(want) });
  });
});

describe("schedules", () => {
  it("create, list, run, pause, resume, remove", async () => {
    const create = ["schedules", "create", "cli watch", "0 9 * * 1-5", "--time-zone", "Europe/Berlin", "--paused"];
    expect(await json(...create, "-c", "'scheduled'", "--timeout", "5s")).toMatchObject({
      name: "cli watch",
      time_zone: "Europe/Berlin",
      active: false,
      options: { timeout_ms: 5_000 },
    });
    expect(
      await json("schedules", "update", "cli watch", "--when", "30 8 * * 1-5", "--max-executions", "9"),
    ).toMatchObject({
      schedule: "30 8 * * 1-5",
      time_zone: "Europe/Berlin",
      code: "'scheduled'",
      max_executions: 9,
      active: false,
      options: { timeout_ms: 5_000 },
    });
    expect(await json("schedules", "update", "cli watch", "-c", "'changed'")).toMatchObject({
      schedule: "30 8 * * 1-5",
      code: "'changed'",
      max_executions: 9,
    });
    expect(await json("schedules", "resume", "cli watch")).toMatchObject({ active: true });
    await json("schedules", "run", "cli watch");
    const last = async () => {
      const { schedules } = await json<{ schedules: { name: string; last?: object }[] }>("schedules", "list");
      return schedules.find(({ name }) => name === "cli watch")?.last;
    };
    await expect.poll(last, { timeout: 20_000 }).toMatchObject({ ok: true });
    expect(await json("schedules", "pause", "cli watch")).toMatchObject({ active: false });
    expect(await json("schedules", "remove", "cli watch")).toMatchObject({ removed: true });
    const gone = await isogate.run(["schedules", "pause", "cli watch"]);
    expect(gone).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("no schedule cli watch; isogate schedules list"),
    });
  });

  it.each([
    { given: ["create", "none", "every 5 minutes"], want: "Give one of --code" },
    { given: ["create", "two", "every 5 minutes", "-c", "1", "--tool", "notes.list_notes"], want: "not both" },
    { given: ["update", "none"], want: "Give an option to change" },
    { given: ["update", "two", "-c", "1", "--tool", "notes.list_notes"], want: "not both" },
  ])("refuses $given", async ({ given, want }) => {
    const ended = await isogate.run(["schedules", ...given]);
    expect(ended).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining(want) });
  });

  it("says that there is no schedule to update", async () => {
    const ended = await isogate.run(["schedules", "update", "nightly", "--when", "every 5 minutes"]);
    expect(ended).toMatchObject({ status: 1, stderr: expect.stringContaining("no schedule nightly") });
  });

  it("refuses a time that there is not", async () => {
    const ended = await isogate.run(["schedules", "create", "never", "61 * * * *", "-c", "1"]);
    expect(ended).toMatchObject({ status: 2, stdout: "" });
  });
});
