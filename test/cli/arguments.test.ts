/** What is typed, and what it means. */
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { helpOf } from "../../src/cli/help.ts";
import { parseCommandLine } from "../../src/cli/parse-args.ts";

const KEY = `isogate_abc_k0123456789abcdef_${"0".repeat(48)}_${"1".repeat(32)}`;

describe("what is meant", () => {
  it.each([
    {
      given: ["code", "exec", "--code", "1+1", "--timeout=30s", "--allowed-servers", "a, b"],
      want: { name: "code exec", options: { code: "1+1", timeout: "30s", "allowed-servers": "a, b" }, positionals: [] },
    },
    {
      given: ["code", "exec", "-f", "-", "--input", "-1"],
      want: { name: "code exec", options: { file: "-", input: "-1" }, positionals: [] },
    },
    {
      given: ["search", "create", "an", "issue", "--limit", "3"],
      want: { name: "search", options: { limit: "3" }, positionals: ["create", "an", "issue"] },
    },
    {
      given: ["code", "scripts", "show", "weekly", "--log-level=debug"],
      want: { name: "scripts show", options: {}, positionals: ["weekly"] },
    },
    {
      given: ["tools", "list", "--server=github", "--log-level", "error"],
      want: { name: "tools", options: { server: "github" }, positionals: [] },
    },
    {
      given: ["call", "tool", "--tool-name=github:get_user", "--json_args", '{"a":"b=c"}', "--json"],
      want: { name: "call", options: { json: "" }, positionals: ["github:get_user", '{"a":"b=c"}'] },
    },
    {
      given: ["code", "scripts", "list", "-o", "json"],
      want: { name: "scripts list", options: { json: "" }, positionals: [] },
    },
    { given: ["runs", "list", "--output=json"], want: { name: "runs list", options: { json: "" }, positionals: [] } },
    { given: ["upstream", "list"], want: { name: "upstreams list", options: {}, positionals: [] } },
    {
      given: ["scripts", "run", "--", "--odd"],
      want: { name: "scripts run", options: {}, positionals: ["--odd"] },
    },
  ])("$given", ({ given, want }) => {
    const parsed = parseCommandLine(given, COMMANDS);
    if (parsed.kind !== "command") throw new Error(JSON.stringify(parsed));
    const { command, invocation } = parsed;
    expect({
      name: command.name,
      options: Object.fromEntries(invocation.options),
      positionals: invocation.positionals,
    }).toStrictEqual(want);
  });
});

describe("what is refused", () => {
  it.each([
    { given: ["cod"], want: /no command "cod"\. Did you mean code\?/ },
    { given: ["runs", "lst"], want: /isogate runs has no command "lst"\. Did you mean list\?/ },
    { given: ["runs", "--url", "http://x"], want: /needs one of list, show/ },
    { given: ["runs", "list", "-o", "yaml"], want: /no option "-o"/ },
    { given: ["upstreams", "--hlep"], want: /has no option "--hlep"\. Did you mean --help\?/ },
    { given: ["runs"], want: /needs one of list, show, tail, replay, cancel, export/ },
    { given: ["health", "--log-level", "loud"], want: /no option "--log-level"/ },
    { given: ["--url", "x", "health"], want: /The command comes first/ },
    { given: ["code", "exec", "--timout", "3"], want: /no option "--timout"\. Did you mean --timeout\?/ },
    { given: ["code", "exec", "-x"], want: /no option "-x"/ },
    { given: ["code", "exec", "--code"], want: /--code needs a value/ },
    { given: ["code", "exec", "--code", "--json"], want: /--code needs a value/ },
    { given: ["code", "exec", "--code", "1", "--code", "2"], want: /--code is given twice/ },
    { given: ["code", "exec", "--json=no"], want: /--json takes no value/ },
    { given: ["code", "exec", "--timeout", "3x"], want: /--timeout takes a time like .* not "3x"/ },
    { given: ["code", "exec", "--timeout", "11m"], want: /at most 600s/ },
    { given: ["code", "exec", "--max-tool-calls", "-1"], want: /--max-tool-calls takes a whole number of 0 or more/ },
    { given: ["code", "exec", "--max-parallel", "33"], want: /from 1 to 32/ },
    {
      given: ["code", "exec", "--language", "typscript"],
      want: /one of javascript, typescript.*Did you mean typescript/,
    },
    { given: ["code", "exec", "--input", "text"], want: /--input takes JSON, and the value is not JSON/ },
    { given: ["code", "exec", "--allowed-servers", "a,,b"], want: /has an empty entry/ },
    { given: ["code", "exec", "1+1"], want: /takes no arguments; "1\+1" is one too many/ },
    { given: ["runs", "show"], want: /needs RUN/ },
    { given: ["keys", "create", "a", "b"], want: /takes NAME only/ },
    { given: ["types", "--json"], want: /no option "--json"/ },
    { given: ["keys", "list", "--key", "-"], want: /--key - .* only isogate login does/ },
    { given: ["help", "rnus"], want: /Did you mean runs/ },
    { given: ["health", "--constructor"], want: /no option "--constructor"/ },
    { given: ["toString"], want: /no command "toString"/ },
  ])("$given", ({ given, want }) => {
    expect(parseCommandLine(given, COMMANDS)).toStrictEqual({ kind: "wrong", message: expect.stringMatching(want) });
  });

  it.each([
    { given: [KEY] },
    { given: ["login", KEY] },
    { given: ["keys", KEY] },
    { given: ["login", `--kye=${KEY}`] },
    { given: ["login", `--${KEY}`] },
    { given: ["login", "--kye", KEY] },
    { given: ["login", "--key", KEY, KEY] },
    { given: ["code", "exec", "--timeout", KEY] },
    { given: ["code", "exec", "--language", KEY] },
  ])("a key in a wrong place is not repeated: %#", ({ given }) => {
    const parsed = parseCommandLine(given, COMMANDS);
    expect(parsed.kind).toBe("wrong");
    expect(JSON.stringify(parsed)).not.toContain(KEY.slice(0, 24));
  });
});

describe("help", () => {
  const all = COMMANDS.flatMap(({ name, examples }) => examples.map(({ line }) => ({ name, line })));

  it.each(all)("$line", ({ name, line }) => {
    const parsed = parseCommandLine(wordsOf(line), COMMANDS);
    expect(parsed).toMatchObject({ kind: "command", command: { name } });
  });

  it.each(COMMANDS.map(({ name }) => name))("isogate %s --help", (name) => {
    expect(parseCommandLine([...name.split(" "), "--help"], COMMANDS)).toStrictEqual({ kind: "help", of: name });
    const help = helpOf(name, COMMANDS);
    expect(help).toContain(`Usage  isogate ${name}`);
    expect(help).toContain("--url URL");
    expect(help).toMatch(/^Examples$/m);
  });

  it("lists every command, and those of a group", () => {
    for (const { name } of COMMANDS) expect(helpOf("", COMMANDS)).toContain(`  ${name}`);
    expect(parseCommandLine(["runs", "-h"], COMMANDS)).toStrictEqual({ kind: "help", of: "runs" });
    expect(helpOf("runs", COMMANDS)).toContain("runs tail [RUN]");
    expect(helpOf("runs", COMMANDS)).not.toContain("keys list");
  });
});

/** As a shell takes the line apart; what it pipes to and where it writes is left out. */
function wordsOf(line: string): string[] {
  const [command = ""] = line.split(/ [|><] /);
  const printed = execFileSync("sh", ["-c", `isogate() { printf '%s\\0' "$@"; }; ${command}`], { encoding: "utf8" });
  return printed.split("\0").slice(0, -1);
}
