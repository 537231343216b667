/** The methods of a script's console: every one that Node has can be called, and none ends a run. */
import { expect, it } from "vitest";
import { runScript } from "./script.ts";

it.each(["clear", "groupEnd", "profile", "profileEnd", "timeStamp"])("console.%s does nothing", async (method) => {
  const ran = await runScript(`console.log("one"); console.${method}(); console.log("two"); 1`);
  expect(ran).toStrictEqual({ value: 1, logs: ["one", "two"] });
});

it.each([
  { given: "console.debug('a')", logs: ["[debug] a"] },
  { given: "console.trace('a')", logs: ["[trace] a"] },
  { given: "console.table([{ a: 1 }])", logs: ['[{"a":1}]'] },
  { given: "console.dir({ a: 1 }, { depth: null })", logs: ['{"a":1}'] },
  { given: "console.dirxml({ a: 1 }, 2)", logs: ['{"a":1} 2'] },
  { given: "console.group('a'); console.groupCollapsed('b'); console.groupEnd()", logs: ["a", "b"] },
  { given: "console.group(); console.groupCollapsed()", logs: [] },
  { given: "console.assert(true, 'a'); console.assert(false)", logs: ["[error] Assertion failed"] },
  { given: "console.assert(false, 'a %d', 1)", logs: ["[error] Assertion failed: a 1"] },
  { given: "console.assert(false, { a: 1 })", logs: ['[error] Assertion failed {"a":1}'] },
  {
    given: "console.count(); console.count('a'); console.count(); console.countReset(); console.count()",
    logs: ["default: 1", "a: 1", "default: 2", "default: 1"],
  },
  {
    given: "console.time('a'); console.timeLog('a', { rows: 2 }); console.timeEnd('a')",
    logs: [expect.stringMatching(/^a: \d+ ms \{"rows":2\}$/), expect.stringMatching(/^a: \d+ ms$/)],
  },
])("$given", async ({ given, logs }) => {
  expect(await runScript(`${given}; 1`)).toStrictEqual({ value: 1, logs });
});
