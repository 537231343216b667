/**
 * Scripts made for the steps before they run, where none of a run's limits applies: each is answered soon, with an error of the
 * script and its place, and never with a failure of the gateway.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import type { Envelope } from "../support/answer.ts";
import { ping, timedAttack } from "../support/attack.ts";
import { connect, execute } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
  await execute(client, { code: "let warm: boolean = true; warm" });
});
afterAll(() => client.close());

/** Generous for a busy machine; each of them took minutes, or never ended. */
const MAX_MS = 10_000;
const LONG = 250_000;

const TOOL = "call_tool('measure', 'get_user', { username: 'x' })";

describe("ends soon", () => {
  it.each([
    { name: "line comments after a default", code: `const f = (a = ${TOOL} ${"// ".repeat(40)}\n) => a; 1` },
    { name: "block comments after a default", code: `const f = (a = ${TOOL} ${"/**/".repeat(5_000)}) => a; 1` },
    { name: "a fence that is none", code: `\`\`\`${"a".repeat(LONG)}\`\n1\n\`\`\`` },
    { name: "line ends before an arrow", code: `${"\n".repeat(LONG)};>` },
    { name: "blanks of an import", code: `import${" ".repeat(LONG)}!` },
    { name: "blanks before an error", code: `a${" ".repeat(LONG)}b c` },
    {
      name: "loops around a long body",
      code: `return 1; ${"for(;;){".repeat(100)}${"a;".repeat(100_000)}${"}".repeat(100)}`,
    },
    { name: "calls in TypeScript", code: `let x: number = 1; return x;\n${"q.b();\n".repeat(4_000)}` },
    {
      name: "names of the gateway's variables",
      code: `1; completion;${Array.from({ length: 15_000 }, (_, n) => `completion_${n};`).join("")}`,
    },
    {
      name: "one pattern of variables",
      code: `let [${Array.from({ length: 40_000 }, (_, n) => `a${n}`).join()}] = [1]; a0`,
    },
    { name: "groups of one name", code: `/${"(?<a>)|".repeat(30_000)}b/` },
    { name: "errors of TypeScript", code: `let x: number = 1; await 1; ${"return 1;".repeat(25_000)}` },
  ])("$name", async ({ code }) => {
    const { ended, ms } = await timedAttack(client, code);
    expect(ended.error?.code ?? "none").toMatch(/^(none|SYNTAX_ERROR|TRANSPILE_ERROR|RUNTIME_ERROR|CPU_LIMIT)$/);
    expect(ms).toBeLessThan(MAX_MS);
  });
});

const DEPTHS = [50, 150, 250, 400, 700, 1_500, 3_000, 6_000];
const NESTED: Readonly<Record<string, (levels: number) => string>> = {
  blocks: (n) => `return 1; ${"{".repeat(n)}${"}".repeat(n)}`,
  loops: (n) => `return 1; ${"for(;;)".repeat(n)};`,
  "loops with bodies": (n) => `return 1; ${"for(;;){".repeat(n)}${"}".repeat(n)}`,
  "loops over items": (n) => `return 1; ${"for(const x of []){".repeat(n)}${"}".repeat(n)}`,
  arrows: (n) => `${"x=>".repeat(n)}1; 1`,
  functions: (n) => `return 1; ${"function f(){".repeat(n)}${"}".repeat(n)}`,
  classes: (n) => `return 1; ${"(class{x=".repeat(n)}1${"})".repeat(n)}`,
  defaults: (n) => `return 1; ${"(a=".repeat(n)}1${")=>1".repeat(n)}`,
  parentheses: (n) => `${"(".repeat(n)}1${")".repeat(n)}`,
  lists: (n) => `return 1; ${"[".repeat(n)}1${"]".repeat(n)}`,
  calls: (n) => `return 1; ${"f(".repeat(n)}1${")".repeat(n)}`,
  templates: (n) => `return 1; ${"`${".repeat(n)}1${"}`".repeat(n)}`,
  sums: (n) => `return 1; ${"1+".repeat(n)}1`,
  members: (n) => `return 1; x${".a".repeat(n)}`,
  chains: (n) => `return 1; x${".a()".repeat(n)}`,
  choices: (n) => `${"if(0){}else ".repeat(n)}{ 1 }`,
  "MCPProxy's functions": (n) => `${"(()=>{".repeat(n)}return ${TOOL}.ok${"})()".repeat(n)}; 1`,
  "MCPProxy's chains": (n) => `const o = { f: () => ${TOOL} }; 1; if (0) o${"?.f?.()".repeat(n)}`,
};

describe("nested more and more deeply", () => {
  it.each(Object.entries(NESTED))("%s", { timeout: 60_000 }, async (_name, make) => {
    const outcomes = [];
    for (const levels of DEPTHS)
      outcomes.push(outcomeOf(await execute(client, { code: make(levels), language: "javascript" })));
    // It is the script that is nested too deeply, from some depth on.
    const accepted = outcomes.indexOf(TOO_DEEP);
    expect(accepted).toBeGreaterThan(0);
    expect(outcomes).toEqual(outcomes.map((_, at) => (at < accepted ? "ok" : TOO_DEEP)));
    await ping(client);
  });

  it("an input", async () => {
    const outcomes = [];
    for (const levels of [150, 200, 250, 2_000, 8_000]) {
      const input: unknown = JSON.parse(`${"[".repeat(levels)}1${"]".repeat(levels)}`);
      outcomes.push(outcomeOf(await execute(client, { code: "input.length", input })));
    }
    expect(outcomes.slice(0, 2)).toEqual(["ok", "ok"]);
    const refused = expect.stringMatching(/^INVALID_ARGS .*levels deep/) as string;
    expect(outcomes.slice(2)).toEqual([refused, refused, refused]);
  });
});

const TOO_DEEP =
  "SYNTAX_ERROR SyntaxError: The script is nested too deeply. Pass data as input, or join long expressions in steps.";

function outcomeOf({ ok, error }: Envelope): string {
  return ok ? "ok" : `${error?.code} ${error?.message}`;
}
