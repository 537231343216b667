/** Scripts whose functions the engine compiles in quadratic time are refused, and no others. */
import { expect, it } from "vitest";
import { MAX_CODE_LENGTH } from "../../worker-loader/limits.ts";
import { prepareScript } from "../../worker-loader/prepare/prepare.ts";

const REFUSED = expect.stringContaining("for the number of its awaits");
const repeated = (part: (index: number) => string, length = MAX_CODE_LENGTH - 20): string => {
  const parts = [];
  for (let index = 0, left = length; ; index += 1) {
    const next = part(index);
    left -= next.length;
    if (left < 0) return parts.join("");
    parts.push(next);
  }
};

it.each([
  { name: "arguments that wait", code: `f(${repeated(() => "await 0,")}0)`, isRefused: true },
  { name: "arguments that yield", code: `function* g() { f(${repeated(() => "yield,")}0) }`, isRefused: true },
  { name: "variables in blocks", code: repeated(() => "{let a=await f(),b,c,d}"), isRefused: true },
  { name: "variables before waits", code: repeated((n) => (n % 2 ? `let a${n},b${n};` : "await 0;")), isRefused: true },
  { name: "waits alone", code: repeated(() => "await 0;"), isRefused: false },
  { name: "a list of waits", code: `[${repeated(() => "await 0,")}]`, isRefused: false },
  { name: "variables alone", code: repeated((n) => `let a${n};`), isRefused: false },
  { name: "functions that wait", code: repeated(() => "async()=>{let a=await f();};"), isRefused: false },
  {
    name: "pages, one after another",
    code: repeated((n) => `const page${n} = await notes.list_notes({ page: ${n} });\n`),
    isRefused: false,
  },
])("$name", async ({ code, isRefused }) => {
  const prepared = await prepareScript(code, "javascript", () => Promise.reject(new Error("No TypeScript")));
  const refused = { ok: false, error: { code: "SYNTAX_ERROR", message: REFUSED } };
  expect(prepared).toMatchObject(isRefused ? refused : { ok: true });
});
