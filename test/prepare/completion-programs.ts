/** Programs of programs.ts, run by the engine's own `eval` and as a script. */
import { createContext, runInContext, runInThisContext } from "node:vm";
import { prepareScript } from "../../worker-loader/prepare/prepare.ts";
import { randomFrom } from "../support/random.ts";

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

export type Ended = { readonly value: unknown } | { readonly thrown: unknown };

/** As `eval` ends it. */
export function evaluate(code: string): Ended {
  try {
    return { value: runInContext(code, createContext({ ...createHelpers() }), { timeout: 1000 }) };
  } catch (thrown) {
    return { thrown };
  }
}

/** As every script is run. */
export async function runPrepared(code: string): Promise<Ended> {
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
