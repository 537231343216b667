/** The completion value we give a script is the one V8's `eval` gives it. */
import { expect, it } from "vitest";
import { evaluate, runPrepared } from "./completion-programs.ts";
import { generateProgram } from "./programs.ts";

const PROGRAMS = 2_000;

it(`${PROGRAMS} generated programs end with the value that eval gives them`, async () => {
  const wrong = [];
  const values = new Set<unknown>();
  for (let seed = 1; seed <= PROGRAMS; seed += 1) {
    const code = generateProgram(seed);
    const want = evaluate(code);
    const got = await runPrepared(code);
    values.add("value" in want ? typeof want.value : "thrown");
    if (JSON.stringify(want) !== JSON.stringify(got)) wrong.push({ seed, code, want, got });
  }
  // The comparison says nothing if the programs all fail, or have no value.
  expect(values).toStrictEqual(new Set(["number", "undefined", "thrown"]));
  expect(wrong.sort((one, other) => one.code.length - other.code.length).slice(0, 3)).toStrictEqual([]);
}, 60_000);

it("forgets what a try block computed before it threw, where V8 does not", async () => {
  const code = "try { 5; var x = (() => { throw 6 })() } catch {}";
  expect(await runPrepared(code)).toStrictEqual({ value: undefined });
  expect(evaluate(code)).toStrictEqual({ value: 5 });
});

it("keeps the value of a jump through a finally block with a jump of its own, where V8 does not", async () => {
  const code = "do { try { 5; break; } finally { inner: { break inner; } } } while (false)";
  expect(await runPrepared(code)).toStrictEqual({ value: 5 });
  expect(evaluate(code)).toStrictEqual({ value: undefined });
});

it("starts from nothing whatever the script calls `undefined`", async () => {
  for (const code of [
    "{ let undefined = 5; if (false) 2 }",
    "1; { let undefined = 5; for (;;) { try { 3 } finally { break } } }",
  ])
    expect(await runPrepared(code)).toStrictEqual(evaluate(code));
});
