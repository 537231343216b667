/** The completion value we give a script is the one V8's `eval` gives it. */
import { createContext, runInContext, runInThisContext } from "node:vm";
import { expect, it } from "vitest";
import { prepareScript } from "../../worker-loader/prepare/prepare.ts";
import { generateProgram, randomFrom } from "./programs.ts";

const PROGRAMS = 2_000;

/** What programs call: deterministic, and bounded so that every one ends. */
function createHelpers() {
  const random = randomFrom(7);
  let fuel = 40;
  return {
    more: () => {
      fuel -= 1;
      return fuel > 0 && random() < 0.7;
    },
    maybe: () => random() < 0.5,
    pick: (count: number) => Math.floor(random() * count),
    maybeFail: (value: number) => {
      fuel -= 1;
      if (fuel < -200) throw new Error("out of fuel");
      if (random() < 0.4) throw value;
      return value;
    },
  };
}

type Ended = { readonly value: unknown } | { readonly thrown: unknown };

function evaluate(code: string): Ended {
  try {
    return { value: runInContext(code, createContext({ ...createHelpers() }), { timeout: 1000 }) };
  } catch (thrown) {
    return { thrown };
  }
}

async function runPrepared(code: string): Promise<Ended> {
  const prepared = await prepareScript(code, "javascript", () => Promise.reject(new Error("not needed")));
  if (!prepared.ok) throw new Error(`${prepared.error.message}\n${code}`);
  const helpers = createHelpers();
  const { text, parameters } = prepared.script.toModule(Object.keys(helpers));
  const make = runInThisContext(`'use strict'; (${text.replace("export default ", "").replace(/;\s*$/, "")})`);
  try {
    const script = make(() => 0);
    return { value: await script(...parameters.map((name) => Reflect.get(helpers, name)))() };
  } catch (thrown) {
    return { thrown };
  }
}

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

it("starts from nothing whatever the script calls `undefined`", async () => {
  for (const code of [
    "{ let undefined = 5; if (false) 2 }",
    "1; { let undefined = 5; for (;;) { try { 3 } finally { break } } }",
  ])
    expect(await runPrepared(code)).toStrictEqual(evaluate(code));
});
