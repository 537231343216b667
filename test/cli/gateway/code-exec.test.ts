/** `isogate code exec` as a process: what it prints where, how it ends, and how it is interrupted. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { COMMAND, Isogate, hasTerminal } from "../../support/isogate.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const { origin } = inject("stack");
let directory: string;
let isogate: Isogate;

beforeAll(async () => {
  directory = await temporaryDirectory();
  isogate = new Isogate({ XDG_CONFIG_HOME: directory, ISOGATE_URL: origin });
  await mkdir(join(directory, "src"));
  await writeFile(
    join(directory, "src/sum.ts"),
    "const add = (a: number, b: number): number => a + b;\nadd(input.a, 40)",
  );
  await writeFile(join(directory, "in.json"), '{"a":2}');
});

afterAll(() => rm(directory, { recursive: true, force: true }));

const exec = (...args: readonly string[]) => isogate.run(["code", "exec", ...args]);

describe("piped", () => {
  it.each([
    { given: ["-c", "1 + 1"], want: "2\n" },
    { given: ["-c", "({ b: [1, 'ä'] })"], want: '{"b":[1,"ä"]}\n' },
    { given: ["-c", "'text'"], want: '"text"\n' },
    { given: ["-c", "null"], want: "null\n" },
    { given: ["-c", "undefined"], want: "" },
    { given: ["-c", "input.n * 2", "--input", '{"n":21}'], want: "42\n" },
    { given: ["-c", "input.id", "--input", '{"id":12345678901234567890}'], want: '"12345678901234567890"\n' },
    { given: ["-c", "({ id: 12345678901234567890n })"], want: '{"id":12345678901234567890}\n' },
    { given: ["-c", "(await notes.list_notes({ tag: 'people' })).notes.length"], want: "1\n" },
    { given: ["-c", "(1 as number)", "--language", "typescript"], want: "1\n" },
  ])("$given", async ({ given, want }) => {
    expect(await exec(...given)).toStrictEqual({ status: 0, stdout: want, stderr: "" });
  });

  it.each([
    {
      given: ["notes.list_notes", '{"tag":"people"}'],
      want: { status: 0, stdout: expect.stringContaining('"notes":[{') },
    },
    // The tool takes a text, and gets the digits as they were typed.
    { given: ["notes.list_notes", '{"tag":12345678901234567890}'], want: { status: 0 } },
    { given: ["notes:list_notes"], want: { status: 0 } },
    { given: ["list_notes"], want: { status: 2, stderr: expect.stringContaining("which is like notes.list_notes") } },
    {
      given: ["notes.list_notes", "[1]"],
      want: { status: 2, stderr: expect.stringContaining("not a JSON object: [1]") },
    },
    { given: ["nots.list_notes"], want: { status: 1, stderr: expect.stringContaining("Did you mean notes") } },
    { given: ["notes.list_notes", '{"tagg":1}'], want: { status: 1, stderr: expect.stringContaining("tagg") } },
  ])("call $given", async ({ given, want }) => {
    expect(await isogate.run(["call", ...given])).toMatchObject(want);
  });

  it("takes files, and what they are written in from their names", async () => {
    const args = ["-f", join(directory, "src/sum.ts"), "--input-file", join(directory, "in.json")];
    expect(await exec(...args)).toMatchObject({ status: 0, stdout: "42\n" });
  });

  it("takes the script or the input from standard input", async () => {
    expect(await isogate.run(["code", "exec", "-f", "-"], "6 * 7")).toMatchObject({ status: 0, stdout: "42\n" });
    const args = ["code", "exec", "-c", "input.a", "--input-file", "-"];
    expect(await isogate.run(args, '{"a":7}')).toMatchObject({ status: 0, stdout: "7\n" });
  });

  it("keeps logs off standard output", async () => {
    const ended = await exec("-c", "console.log('a'); console.error('b'); 3");
    expect(ended).toStrictEqual({ status: 0, stdout: "3\n", stderr: expect.stringMatching(/a\n[^]*b\n/) });
  });

  it("fails with the line and the column", async () => {
    const { status, stdout, stderr } = await exec("-c", "const a = 1;\nconsole.log('before');\na.b.c;\n2");
    expect({ status, stdout }).toStrictEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^before\nRUNTIME_ERROR \(line 3, column \d+\): .*\n {2}2 \| console/);
    expect(stderr).toMatch(/^> 3 \| a\.b\.c;\n {4}\| +\^\n {2}4 \| 2\nisogate runs show r_\w+\n$/m);
  });

  it.each([
    { given: ["-c", "await sleep(60000)", "--timeout", "300ms"], want: "TIMEOUT" },
    {
      given: ["-c", "await notes.list_notes({}); await notes.list_notes({})", "--max-tool-calls", "1"],
      want: "MAX_TOOL_CALLS_EXCEEDED",
    },
    { given: ["-c", "await notes.list_notes({})", "--allowed-servers", "everything"], want: "SERVER_NOT_ALLOWED" },
    { given: ["-c", "const ="], want: "SYNTAX_ERROR" },
    { given: ["--script", "nobody_saved_this"], want: "SCRIPT_NOT_FOUND" },
  ])("fails with $want", async ({ given, want }) => {
    expect(await exec(...given)).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining(want) });
  });

  it("--json prints the whole answer, also of a failure", async () => {
    const good = await exec("-c", "console.log('x'); 1", "--json");
    expect({ ...good, stdout: JSON.parse(good.stdout) as unknown }).toMatchObject({
      status: 0,
      stderr: "",
      stdout: { ok: true, value: 1, logs: ["x"], run: expect.stringMatching(/^r_/) },
    });
    expect(good.stdout).not.toContain('result":');
    const bad = await exec("-c", "x.y", "--json");
    expect(bad.status).toBe(1);
    expect(JSON.parse(bad.stdout)).toMatchObject({ ok: false, error: { code: "RUNTIME_ERROR", line: 1 } });
  });
});

it("scripts push saves what differs, and keeps what was said of it", async () => {
  const folder = join(directory, "team");
  await mkdir(folder);
  await writeFile(join(folder, "pushed_sum.ts"), "const sum: number = input.a + 1;\nsum");
  await writeFile(join(folder, "pushed_one.js"), "1");
  await writeFile(join(folder, "README.md"), "no script");
  const push = async () => {
    const { status, stdout, stderr } = await isogate.run(["scripts", "push", folder]);
    return { status, stderr, ...(stdout === "" ? {} : (JSON.parse(stdout) as object)) };
  };
  const at = (state: string, version = 1) => [
    { name: "pushed_one", version: 1, state: state === "created" ? state : "unchanged" },
    { name: "pushed_sum", version, state },
  ];
  expect(await push()).toStrictEqual({ status: 0, stderr: "", scripts: at("created") });
  expect(await push()).toMatchObject({ scripts: at("unchanged") });
  await isogate.run(["scripts", "save", "pushed_sum", "--code", "0", "--description", "Adds one"]);
  expect(await push()).toMatchObject({ scripts: at("changed", 3) });
  const shown = JSON.parse((await isogate.run(["scripts", "show", "pushed_sum", "--json"])).stdout) as object;
  expect(shown).toMatchObject({ description: "Adds one", language: "typescript" });
  expect(await exec("--script", "pushed_sum", "--input", '{"a":1}')).toMatchObject({ status: 0, stdout: "2\n" });
  await writeFile(join(folder, "pushed_bad.js"), "1 +");
  expect(await push()).toMatchObject({ status: 2, stderr: expect.stringContaining("pushed_bad: ") });
  await writeFile(join(folder, "pushed_one.ts"), "1");
  expect(await push()).toMatchObject({ status: 2, stderr: expect.stringContaining("two scripts with the name") });
  expect(await isogate.run(["scripts", "push", join(folder, "none")])).toMatchObject({ status: 2 });
});

describe("wrong arguments end with 2, and nothing runs", () => {
  it.each([
    { given: [], want: "Give one of --code TEXT, --file PATH and --script NAME; none was given." },
    { given: ["-c", "1", "-s", "x"], want: "--code and --script were given" },
    { given: ["-c", " "], want: "The script is empty" },
    { given: ["-f", "/nowhere/at/all.js"], want: "there is no such file" },
    { given: ["-f", "/"], want: "it is a directory" },
    { given: ["-c", "1", "--input", "{"], want: "--input takes JSON, and the value is not JSON" },
    { given: ["-c", "1", "--input", "1", "--input-file", "x"], want: "not both" },
    { given: ["-s", "x", "--language", "typescript"], want: "--language is for --code and --file" },
    { given: ["-s", "no name!"], want: "INVALID_REQUEST" },
    { given: ["-c", "1", "--timout", "3"], want: "Did you mean --timeout?" },
    // The text is not repeated: an address can hold a password.
    { given: ["-c", "1", "--url", "nonsense"], want: "--url is not an address like https://gateway.example" },
  ])("$given", async ({ given, want }) => {
    const ended = await exec(...given);
    expect(ended).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining(want) });
  });
});

describe("a gateway that is not there", () => {
  it.each([
    { given: "http://127.0.0.1:9", want: /Nothing answers at http:\/\/127\.0\.0\.1:9\. Start it with npm start/ },
    { given: "http://nowhere.invalid", want: /host of http:\/\/nowhere\.invalid is not known|could not be reached/ },
  ])("$given", async ({ given, want }) => {
    const ended = await exec("-c", "1", "--url", given);
    expect(ended).toMatchObject({ status: 1, stdout: "", stderr: expect.stringMatching(want) });
  });

  it("and one that is something else", async () => {
    const ended = await exec("-c", "1", "--url", inject("stack").modern);
    expect(ended).toMatchObject({ status: 1, stdout: "", stderr: expect.stringMatching(/Isogate gateway/) });
  });
});

it.each([
  { signal: "SIGINT", status: 130 },
  { signal: "SIGTERM", status: 143 },
] as const)("$signal cancels the run", async ({ signal, status }) => {
  const watching = isogate.start(process.execPath, [COMMAND, "runs", "tail"]);
  const mark = `cancelled by ${signal}`;
  // Until the watcher is there, runs that it could see are made.
  await expect
    .poll(async () => (await exec("-c", `"${mark}: seen"`), watching.stdout()), { timeout: 20_000 })
    .toContain("run_ended");
  // The script that it calls is a run of the same client, and newer.
  const inner = `await sleep(50_000)`;
  expect(await isogate.run(["scripts", "save", "sleeps", "-c", inner])).toMatchObject({ status: 0 });
  const script = `/* ${mark}: sleeps */ await scripts.sleeps({}).catch(() => undefined); await sleep(50_000)`;
  const { child, ended } = isogate.start(process.execPath, [COMMAND, "code", "exec", "-c", script]);
  await expect.poll(() => watching.stdout(), { timeout: 20_000 }).toContain(`${mark}: sleeps`);
  child.kill(signal);
  const { stderr, ...others } = await ended;
  expect(others).toStrictEqual({ status, stdout: "" });
  const [, run = ""] = /Cancelled the run (r_\w+)\./.exec(stderr) ?? [];
  watching.child.kill("SIGINT");
  expect(await watching.ended).toMatchObject({ status: 0 });
  const shown = await isogate.run(["runs", "show", run]);
  expect(JSON.parse(shown.stdout)).toMatchObject({ outcome: "cancelled" });
});

describe.skipIf(!hasTerminal)("on a terminal (needs `script` of util-linux)", () => {
  it("prints calls as they happen, an indented value, and what it cost", async () => {
    const args = ["code", "exec", "-c", "({ n: (await notes.list_notes({})).notes.length })"];
    const { status, stdout } = await isogate.onTerminal(args).ended;
    expect(status).toBe(0);
    const text = stdout.replaceAll("\r", "");
    expect(text).toContain('{\n  "n": 3\n}\n');
    expect(text).toContain("\u001b[32m✓\u001b[39m notes.list_notes");
    expect(text).toMatch(/r_\w+ {2}1 call {2}\d+ ms/);
  });

  it("has no colours with NO_COLOR", async () => {
    const { stdout } = await isogate.onTerminal(["code", "exec", "-c", "x.y"], { NO_COLOR: "1" }).ended;
    expect(stdout).toContain("RUNTIME_ERROR (line 1");
    expect(stdout).not.toContain("\u001b[");
  });

  it("shows what a script logs, and does not obey it", async () => {
    const { stdout } = await isogate.onTerminal(["code", "exec", "-c", "console.log('\\u001b]0;owned\\u0007'); 1"])
      .ended;
    expect(stdout).toContain("\\u001b]0;owned\\u0007");
    expect(stdout).not.toContain("\u001b]0;");
  });
});
