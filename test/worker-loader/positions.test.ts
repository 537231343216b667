/**
 * Where an error is said to be. Each script holds one `¶`, which is taken out before it is sent: that place, as line
 * and column of the text the user sent, is what the outcome has to name.
 */
import { describe, expect, it } from "vitest";
import { randomFrom } from "../support/random.ts";
import { runScript } from "./script.ts";

/** Ways to fail, with the place V8 names for each. */
const FAILURES = [
  "throw ¶new Error('é')",
  "throw ¶new TypeError(`a${1}`)",
  "¶missing",
  "'ü'.length + ¶missing + 1",
  "null.¶x",
  "input.a.b.¶c.d",
  "input.¶nothing()",
  "(void 0)¶()",
  "[1].forEach(() => { throw ¶new Error('in a callback') })",
  "JSON.¶parse('{')",
  "new Array(¶missing)",
  "const { ¶x } = null",
  "const frozen = Object.freeze({ y: 1 }); frozen.y ¶= 2",
] as const;

/** Everything is in line 992 of another file. */
const EVIL_MAP = btoa(JSON.stringify({ version: 3, sources: ["evil.js"], names: [], mappings: "AA+9BA;AAAA;AAAA" }));

const JAVASCRIPT_FRAMES = [
  "#",
  "const a = 1;\n\n  #",
  "// note\n/* more\n */ #",
  "if (input.a) { #; }",
  "if (input.a) {\n  #\n} else { 1 }",
  "for (const n of input.items) { n; #; }",
  "let i = 0; while (i < 3) {\n  i += 1; if (i === 2) { #; }\n}",
  "switch (input.a) { case 21: 'x'; #; break; default: 1 }",
  "try { 1 } finally { #; }",
  "label: { 1; { #; } }",
  "function f() {\n  #;\n}\nf()",
  "class A { m() { #; } }\nnew A().m(); 5",
  "async () => {\n\t#;\n}",
  "async function main(input) { await null; #; }",
  "async function (input) { #; }",
  "export default async function main(input) {\n  #;\n}",
  "const x = 1;\nexport default () => { #; }",
  "await null; #; return 1",
  "const s = `\n${1}`; s; #",
  "const s = '\u2028'; s; #",
  "1 /* \u2029 */; #",
  "'😀😀'; #",
  "const list = [1, 2]\nlist\n  .map((n) => n)\n  .forEach(() => { #; })",
];

const TYPESCRIPT_FRAMES = [
  "const a: number = 1;\n#",
  "interface A { a: number }\ntype B = A | undefined;\n\n  const b: B = { a: 1 }; #",
  "enum E { A, B }\nif (input.a as number) {\n    #;\n}",
  "namespace N { export const x: number = 1 }\nconst y = await 1;\n#;\nreturn N.x as number",
  "namespace N { export function f(): void { #; } }\nawait 0; N.f(); return 1",
  "if (input.a > 50) return 1 as number; await 0; if (input.a > 40) { return 2 } #",
  "function f<T extends object>(given: T, y?: string): void { #; }\nf<{ a: number }>(input)",
  "class A<T> { constructor(private readonly x: T, public y: number = 1) {} m(this: A<T>): void { #; } }\nnew A<number>(1).m()",
  "async (input: { a: any }): Promise<void> => {\n  const z = input as unknown as string; #;\n}",
  "const s: string = '😀é'; /* ü */ #",
  "const s: string = '\u2028'; #",
  "for (const n of input.items as number[]) { n!; #; }",
];

/** Comments by which tools and engines are told of another file. (The first `#` is the failure.) */
/** The engine makes an error of its own, with no place in the script; the first of those in it has one. */
const GATHERED = [
  "const a = async () => {\n  throw ¶new Error('a');\n};\nawait Promise.any([a()])",
  "throw Object.assign(new AggregateError([¶new Error('a')]), { stack: undefined })",
];

const COMMENTED = [
  "//@ sourceURL=evil.js\n#",
  "#\n//# sourceURL=evil.js",
  "#\n//# sourceURL=/deep/script.ts\n//@ sourceURL=x",
  "#\n/*# sourceURL=evil.js */",
  "const s = `//@ sourceURL=evil.js\n`; #",
  "#\n//# sourceMappingURL=evil.js.map",
  `let n: number = 1;\n#\n//# sourceURL=evil.js`,
  `let n: number = 1;\n#\n//# sourceMappingURL=data:application/json;base64,${EVIL_MAP}`,
  `/*@ sourceMappingURL=data:application/json;base64,${EVIL_MAP} */ let n: number = 1;\n#`,
  "let n: number = 1;\n#\n//# sourceMappingURL=data:application/json,nothing",
];

/** What may stand around a script; `*` is the script. */
const AROUND = [
  "*",
  "\n\n*\n",
  "\uFEFF*",
  "#!/usr/bin/env node\n*",
  "```js\n*\n```",
  "```\n*\n```\n",
  "\n  ~~~~ javascript\n*\n  ~~~~",
];

/** A call that fails is where it was made, whatever waited for it. */
const FAILED_CALLS = [
  "await github.¶fail({})",
  "const jobs = ['x', 'y'].map((id) =>\n  github.¶fail({ id }));\nawait sleep(1);\nconst all = await Promise.all(jobs);",
  "const all = await Promise.all([\n  github.list({}),\n  github.¶fail({}),\n]);",
  "const [a] = await Promise.allSettled([\n  github.¶fail({}),\n]);\nthrow a.reason;",
  "const load = async () => {\n  await sleep(1);\n  return github.¶fail({});\n};\nconst job = load();\nawait job;",
  "const jobs: Promise<unknown>[] = [1, 2].map((id: number) =>\n  github.fail.¶raw({ id }));\nawait sleep(1);\nawait Promise.all(jobs);",
  "await Promise.all([1].map((n) => github.¶list(n)))",
];

function place(marked: string): { readonly code: string; readonly line: number; readonly column: number } {
  const before = marked
    .slice(0, marked.indexOf("¶"))
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/);
  return { code: marked.replace("¶", ""), line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function cases(frames: readonly string[], seed: number): readonly string[] {
  const random = randomFrom(seed);
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? "*";
  return frames.flatMap((frame) =>
    FAILURES.map((failure) => {
      const script = frame.replace("#", () => failure);
      const around = pick(AROUND).replace("*", () => script);
      return random() < 0.2 ? around.replaceAll("\n", "\r\n") : around;
    }),
  );
}

it.each([":0:1", ":1:0", ":0:0"])("a forged place %s counts as none", async (forged) => {
  const { error } = await runScript(`throw Object.assign(new Error("x"), { stack: "at y (script.js${forged})" })`);
  expect(error).toStrictEqual({ code: "RUNTIME_ERROR", message: expect.stringContaining("x") });
});

describe.each([
  { name: "JavaScript", given: cases(JAVASCRIPT_FRAMES, 1) },
  { name: "TypeScript", given: cases(TYPESCRIPT_FRAMES, 2) },
  { name: "a script with comments for tools", given: cases(COMMENTED, 3) },
  { name: "an error that has others", given: GATHERED },
])("an error in $name", ({ given }) => {
  it.each(given)("%s", async (marked) => {
    const { code, line, column } = place(marked);
    const { error } = await runScript(code);
    expect([error?.code, error?.line, error?.column]).toStrictEqual(["RUNTIME_ERROR", line, column]);
  });
});

describe("an error that nothing has caught", () => {
  it.each([
    {
      code: "let n: number = 1;\n['i1'].forEach(async (id: string) => {\n  const r: any = await github.list({ id });\n  r.foo.bar;\n});\nn",
      kind: "unhandled",
      line: 4,
    },
    { code: "\nsetTimeout(() => {\n  null.x\n}, 5);\nawait sleep(50); 1", kind: "uncaught", line: 3 },
    { code: "queueMicrotask(() => {\n\n  null.x;\n});\nawait null; 1", kind: "uncaught", line: 3 },
    {
      code: "const job = github\n  .fail({});\nawait github.list({}); await github.list({}); 1",
      kind: "unhandled",
      line: 2,
    },
  ])("is logged with its line: $code", async ({ code, kind, line }) => {
    const { value, logs = [] } = await runScript(code);
    expect(value).toBe(1);
    expect(logs.filter((one) => !one.startsWith("[isogate]"))).toStrictEqual([
      expect.stringMatching(new RegExp(`^\\[${kind}\\] line ${line}: (TypeError: Cannot read|ToolError: )`)),
    ]);
  });
});

describe("a call that fails", () => {
  it.each(FAILED_CALLS)("%s", async (marked) => {
    const { code, line, column } = place(marked);
    const { error } = await runScript(code);
    expect([error?.line, error?.column]).toStrictEqual([line, column]);
  });

  it("has the calls and awaits around it as its stack", async () => {
    const code =
      "async function load(id) {\n  await sleep(1);\n  return await github.fail({ id });\n}\nasync function all() {\n  return await load(1);\n}\nawait all();";
    const { error } = await runScript(code);
    expect(error?.stack?.split("\n")).toStrictEqual([
      "at load (script:3:23)",
      "at all (script:6:10)",
      "at (script:8:1)",
    ]);
  });

  it("is where the script calls it where the engine calls the function", async () => {
    const { error } = await runScript("const jobs = [{}]\n  .map(github.fail);\nawait sleep(1);\nawait jobs[0]");
    expect(error).toMatchObject({ code: "TOOL_ERROR", line: 2 });
  });
});
