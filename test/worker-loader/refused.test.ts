/** What is refused before anything runs: the code, the place, and words that say what to do. */
import { describe, expect, it } from "vitest";
import { prepareScript, type Language } from "../../worker-loader/index.ts";
import { prepareError, transpile } from "./script.ts";

interface Case {
  readonly given: string;
  readonly language?: Language;
  readonly code?: string;
  /** Line and column; `undefined` when there is no place. */
  readonly at: readonly [number, number] | undefined;
  readonly message: RegExp;
}

const REFUSED: Record<string, readonly Case[]> = {
  "what is too much": [
    {
      given: `1;\n${"let a: number = 1; ".repeat(300)}`,
      language: "typescript",
      code: "TRANSPILE_ERROR",
      at: undefined,
      message: /^Line 2 is too long: .* at most 4096 characters per line/,
    },
  ],
  "what is not JavaScript": [
    { given: "const = 1", at: [1, 7], message: /Unexpected "="/ },
    { given: "let x = 1 let y = 2", at: [1, 11], message: /Unexpected "let"/ },
    { given: "1;\n\n  x = ;", at: [3, 7], message: /Unexpected ";"/ },
    { given: "foo(", at: [1, 5], message: /end of the script/ },
    { given: "const x = {", at: [1, 12], message: /end of the script/ },
    { given: "if (x) {\n  y\n", at: [3, 1], message: /end of the script/ },
    { given: "async () => {\n  return 1 +\n}", at: [3, 1], message: /Unexpected "}"/ },
    { given: "`abc", at: [1, 2], message: /Unterminated template/ },
    { given: "'abc\n1", at: [1, 1], message: /Unterminated string/ },
    { given: "1 /* x", at: [1, 3], message: /Unterminated comment/ },
    { given: "1 + /x", at: [1, 6], message: /Unterminated regular expression/ },
    { given: "/(/", at: [1, 2], message: /Unterminated group/ },
    { given: "/a/zz", at: [1, 2], message: /regular expression flag/ },
    { given: "return return", at: [1, 8], message: /Unexpected "return"/ },
    { given: "let a; let a", at: [1, 12], message: /'a' has already been declared/ },
    { given: "break", at: [1, 1], message: /inside a loop or switch/ },
    { given: "if (1) { continue }", at: [1, 10], message: /inside a loop or switch/ },
    { given: "a?.b = 1", at: [1, 1], message: /Optional chaining/ },
    { given: "x\n=> 1", at: [2, 1], message: /Unexpected "=>"/ },
    { given: "const x", at: [1, 8], message: /not complete/ },
    { given: "super.x", at: [1, 1], message: /super/ },
    { given: "new.target", at: [1, 1], message: /new\.target/ },
    { given: "class A { static { return 1 } }", at: [1, 20], message: /return/ },
    { given: "print 'x'", at: [1, 7], message: /Unexpected/ },
    { given: "const s = “hi”", at: [1, 11], message: /Typographic quotes/ },
    { given: "return 3 – 1", at: [1, 10], message: /Unexpected character U\+2013$/ },
    { given: "f（1）", at: [1, 2], message: /Unexpected character U\+FF08$/ },
    { given: "const a\u200b = 1", at: [1, 8], message: /Unexpected character U\+200B$/ },
    { given: "const é = '😀' 1", at: [1, 16], message: /Unexpected "1"/ },
    { given: "const a = '\u2028'; a b", at: [1, 18], message: /Unexpected "b"/ },
    { given: "\r\n\r\nconst = 1\r\n", at: [3, 7], message: /Unexpected "="/ },
  ],

  "what only sloppy mode has": [
    { given: "with (input) { a }", at: [1, 1], message: /with statement.*strict mode/ },
    { given: "1;\n010", at: [2, 1], message: /0o17.*strict mode/ },
    { given: "09.5", at: [1, 1], message: /0o17/ },
    { given: "'\\01'", at: [1, 2], message: /Octal escapes.*strict mode/ },
    { given: "let x; delete x", at: [1, 8], message: /cannot be deleted.*strict mode/ },
    { given: "function f(a, a) {}", at: [1, 15], message: /same name.*strict mode/ },
    { given: "arguments = 1", at: [1, 1], message: /arguments in strict mode/ },
    { given: "eval = 1", at: [1, 1], message: /eval in strict mode/ },
    { given: "let yield = 1", at: [1, 5], message: /'yield' is reserved/ },
    { given: "let static = 1", at: [1, 5], message: /'static' is reserved/ },
    { given: "if (1) function f() {}", language: "javascript", at: [1, 8], message: /Unexpected "function"/ },
    { given: "let await = 1", at: [1, 5], message: /await is only allowed.*never as a name/ },
    { given: "function f() { await 1 }", at: [1, 16], message: /inside async functions/ },
    { given: "[1].map((n) => await n)", at: [1, 16], message: /inside async functions/ },
    { given: "<!-- note\n1", at: [1, 1], message: /HTML-like comments/ },
  ],

  "imports and exports": [
    {
      given: "import fs from 'node:fs'\nfs",
      code: "PACKAGE_NOT_ALLOWED",
      at: [1, 1],
      message: /"node:fs".*no packages.*in scope/,
    },
    { given: "1;\n  import 'x'", code: "PACKAGE_NOT_ALLOWED", at: [2, 3], message: /"x"/ },
    {
      given: "const m = await import('cloudflare:workers')",
      code: "PACKAGE_NOT_ALLOWED",
      at: [1, 17],
      message: /cloudflare:workers/,
    },
    {
      given: "async () => { const n = 'x'; return import(n) }",
      code: "PACKAGE_NOT_ALLOWED",
      at: [1, 37],
      message: /computed name/,
    },
    {
      given: "import(`node:fs`)",
      code: "PACKAGE_NOT_ALLOWED",
      at: [1, 1],
      message: /cannot import "node:fs": no packages/,
    },
    { given: "import(`node:${1}`)", code: "PACKAGE_NOT_ALLOWED", at: [1, 1], message: /computed name/ },
    { given: "export * from 'x'", code: "PACKAGE_NOT_ALLOWED", at: [1, 1], message: /"x"/ },
    { given: "export { a } from 'x'", code: "PACKAGE_NOT_ALLOWED", at: [1, 1], message: /"x"/ },
    { given: "import.meta.url", at: [1, 1], message: /import\.meta/ },
    { given: "export const x = 1", at: [1, 1], message: /no named exports.*return.*export default/ },
    { given: "export function f() {}", at: [1, 1], message: /no named exports/ },
    { given: "const x = 1;\nexport { x }", at: [2, 1], message: /no named exports/ },
    { given: "export default class {}", at: [1, 1], message: /cannot return a class/ },
    { given: "import x from 'y'; x as string", code: "PACKAGE_NOT_ALLOWED", at: [1, 1], message: /"y"/ },
    { given: "import x from 'y'; x", language: "typescript", code: "PACKAGE_NOT_ALLOWED", at: [1, 1], message: /"y"/ },
  ],

  "scripts without a statement": [
    { given: "", at: undefined, message: /empty/ },
    { given: " \n\t\n", at: undefined, message: /empty/ },
    { given: "// nothing yet", at: undefined, message: /empty/ },
    { given: "/* nothing */", at: undefined, message: /empty/ },
    { given: "```js\n```", at: undefined, message: /empty/ },
    { given: "interface A {}", at: undefined, message: /empty/ },
    { given: "1;".repeat(140_000), at: undefined, message: /280000 characters; at most 262144/ },
  ],

  "what is neither JavaScript nor TypeScript, in the terms of the one that was meant": [
    { given: "const x: number = ;", code: "TRANSPILE_ERROR", at: [1, 19], message: /Unexpected ";"/ },
    { given: "const x: number = 1;\nconst y = = 2", code: "TRANSPILE_ERROR", at: [2, 11], message: /Unexpected "="/ },
    { given: "const x = = 2;\nconst y: number = 1", at: [1, 11], message: /Unexpected "="/ },
    { given: "const x: string = 'a", code: "TRANSPILE_ERROR", at: [1, 21], message: /Unterminated string/ },
    { given: "const = 1", language: "typescript", code: "TRANSPILE_ERROR", at: [1, 7], message: /but found "="/ },
    {
      given: "const é: string = '😀' 'x'",
      language: "typescript",
      code: "TRANSPILE_ERROR",
      at: [1, 24],
      message: /found "'x'"/,
    },
    {
      given: "'\u2028';\nconst a: string = = 1",
      language: "typescript",
      code: "TRANSPILE_ERROR",
      at: [2, 19],
      message: /"="/,
    },
    {
      given: "with (a) { b as any }",
      language: "typescript",
      code: "TRANSPILE_ERROR",
      at: [1, 1],
      message: /strict mode/,
    },
    {
      given: "var x: any = 010",
      language: "typescript",
      code: "TRANSPILE_ERROR",
      at: [1, 14],
      message: /octal.*strict mode/,
    },
    { given: "<!-- x\n1 as any", language: "typescript", code: "TRANSPILE_ERROR", at: [1, 1], message: /HTML/ },
    {
      given: "await 0; let x: any; let x; return 1",
      language: "typescript",
      code: "TRANSPILE_ERROR",
      at: [1, 26],
      message: /"x" has already been declared/,
    },
    {
      given: "function f() { namespace N {} }",
      language: "typescript",
      code: "TRANSPILE_ERROR",
      at: [1, 26],
      message: /found "N"/,
    },
    { given: "const x: number = 1", language: "javascript", at: [1, 8], message: /Unexpected ":"/ },
    { given: "enum A {}", language: "javascript", at: [1, 1], message: /enum is TypeScript/ },
  ],

  "Markdown that is not one fence around everything": [
    { given: "Here is the code:\n```js\n1\n```", at: [1, 6], message: /Unexpected "is"/ },
    { given: "Code:\n```js\n1\n```", at: [2, 1], message: /Markdown around the code/ },
    { given: "```\n1\n```\n\n```\n2\n```", at: [2, 1], message: /Markdown around the code/ },
    { given: "```js\n1\n```\nIt gives 1.", at: [4, 4], message: /Text is outside the Markdown code fence/ },
    { given: "```js\n1", at: [1, 4], message: /code fence .* is not closed/ },
    { given: "```js\n1\n```\nand\n```js\n2\n```", at: [5, 4], message: /Unexpected "js"/ },
    { given: "```js\nconst = 1\n```", at: [2, 7], message: /Unexpected "="/ },
    { given: "```ts\nconst x: number = = 1\n```", code: "TRANSPILE_ERROR", at: [2, 19], message: /Unexpected "="/ },
  ],
};

describe.each(Object.entries(REFUSED))("%s", (_, cases) => {
  it.each(cases)("$given", async ({ given, language, code = "SYNTAX_ERROR", at, message }) => {
    const error = await prepareError(given, language);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(error?.line === undefined ? undefined : [error.line, error.column]).toStrictEqual(at);
    const line = at && given.split(/\r?\n/)[at[0] - 1]?.trim();
    const hint = line ? `Line ${at[0]}: ${line}` : "";
    expect((error?.hint ?? "").slice(0, hint.length)).toBe(hint);
  });
});

it("advises a script that is typed but declared JavaScript, and one with Markdown in it", async () => {
  expect((await prepareError("const x: number = 1", "javascript"))?.hint).toMatch(/language "typescript"/);
  expect((await prepareError("interface A {}", "javascript"))?.hint).toMatch(/language "typescript"/);
  expect((await prepareError("const = 1", "javascript"))?.hint).toBe("Line 1: const = 1");
  expect((await prepareError("Here it is:\n```js\n1\n```"))?.hint).toMatch(/^Line 1: Here it is:\nSend the code alone/);
});

it.each([
  ["const f = (a) =&gt; a &lt; 3 &amp;&amp; a &gt; 1", /HTML-escaped: send the characters <, >, &, " and '/],
  ["return &quot;hi&quot;", /HTML-escaped/],
  ["return &#39;hi&#39;", /HTML-escaped/],
  ["if (a &amp;&amp; b) { }", /HTML-escaped/],
])("advises on text of another kind: %s", async (code, advice) => {
  expect((await prepareError(code))?.hint).toMatch(advice);
});

it.each(["const text = '&lt;b&gt;'; const = 1"])("does not take for it what a script may have: %s", async (code) => {
  expect((await prepareError(code))?.hint).not.toMatch(/HTML/);
});

it("shows of a long line what is around the error", async () => {
  const hint = (await prepareError(`${"x; ".repeat(1_000)}here it is y z; ${"x; ".repeat(1_000)}`))?.hint;
  expect(hint).toMatch(/^Line 1: ….*here it is.*…$/);
  expect(hint?.length).toBeLessThan(250);
});

it.each([
  "(".repeat(50_000),
  "[".repeat(2_000) + "]".repeat(2_000),
  `1${"+1".repeat(60_000)}`,
  `x${".a".repeat(100_000)}`,
  "if (a) b; else ".repeat(10_000) + "c",
  "a => ".repeat(40_000) + "1",
  "`${".repeat(40_000),
])("refuses nesting that would exhaust the stack: $0", async (given) => {
  expect(await prepareError(given)).toMatchObject({
    code: "SYNTAX_ERROR",
    message: expect.stringContaining("too deeply"),
  });
});

describe("packages", () => {
  const packages = ["lodash", "@scope/name"];

  it("are named when another one is asked for", async () => {
    const prepared = await prepareScript("import x from 'left-pad'", undefined, transpile, packages);
    expect(prepared).toMatchObject({ error: { message: expect.stringContaining("lodash, @scope/name") } });
  });

  it.each([
    "import _ from 'lodash'; _.chunk([1], 1)",
    "_.chunk([1], 1)\nimport _ from 'lodash'",
    "import { chunk } from 'lodash'\nasync () => chunk([1], 1)",
    "import * as x from '@scope/name';\nexport default x",
    "import _ from 'lodash'\nconst a: number = _.size([]); a",
  ])("are imported at the top of the module: %s", async (given) => {
    const prepared = await prepareScript(given, undefined, transpile, packages);
    if (!prepared.ok) throw new Error(prepared.error.message);
    const { text } = prepared.script.toModule(["input"]);
    expect(text).toMatch(/^import [^\n]* from ['"](lodash|@scope\/name)['"];*\nexport default \(/);
    expect(text.match(/import /g)).toHaveLength(1);
  });
});
