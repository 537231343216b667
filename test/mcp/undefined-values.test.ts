/** A script that has read members which the answers do not have: its value is undefined, or all that is in it, and the log says what was answered. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { connect, execute } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect("modern");
});
afterAll(() => client.close());

const CALL = "const r = await modern.add({ a: 1, b: 2 });";
const ANSWERED = "modern.add answered { sum }.";

it.each([
  `${CALL} const n = r.length; return n;`,
  `${CALL} return r.length`,
  `${CALL} r.items?.length`,
  `async () => { ${CALL} return r.length }`,
  `async function main() { ${CALL} return r.length } await main()`,
  `(async () => { ${CALL} return r.length })()`,
  "const { data, error } = await modern.add({ a: 1, b: 2 }); if (error) throw error; return data;",
  "return modern.add({ a: 1, b: 2 }).then((r) => r.total)",
  `${CALL} return r.ok ? r.value : r.error`,
  `const values = store; ${CALL} return r.length`,
])("an undefined value: %s", async (code) => {
  const { ok, value, logs } = await execute(client, { code });
  expect({ ok, value, logs }).toStrictEqual({
    ok: true,
    value: undefined,
    logs: [`[isogate] The value is undefined; ${ANSWERED}`],
  });
});

it("is told to a script that has logged, too", async () => {
  const code = `console.log("start"); ${CALL} return r.length;`;
  const { logs } = await execute(client, { code });
  expect(logs).toStrictEqual(["start", `[isogate] The value is undefined; ${ANSWERED}`]);
});

it.each([
  { code: `${CALL} return { count: r.length, first: r[0] }`, value: {} },
  { code: "const { results, count } = await modern.add({ a: 1, b: 2 }); return { results, count };", value: {} },
  { code: `${CALL} ({ page: { count: r.count } })`, value: { page: {} } },
  { code: `const kept = store; ${CALL} return { count: r.length }`, value: {} },
  { code: `class Row { get x() { return 1 } } ${CALL} return { count: r.length }`, value: {} },
])("an object without members: $code", async ({ code, value }) => {
  const answer = await execute(client, { code });
  expect(answer).toMatchObject({ ok: true, value });
  expect(answer.logs).toStrictEqual([`[isogate] Every member of the value is undefined; ${ANSWERED}`]);
});

it.each([
  { code: "[await modern.add({ a: 1, b: 2 })].map((i) => i.nam)", value: [null] },
  { code: "return [await modern.add({ a: 1, b: 2 })].map((i) => ({ name: i.nam }))", value: [{}] },
  { code: `${CALL} return [r.a, r.b]`, value: [null, null] },
  { code: `${CALL} const out = []; for (const one of [r]) out.push(one.nam); return out;`, value: [null] },
  { code: "await Promise.all([1].map(async (a) => (await modern.add({ a, b: 2 })).total))", value: [null] },
  {
    code: "return await Promise.all([1].map(async (a) => { const r = await modern.add({ a, b: 2 }); return r.total; }))",
    value: [null],
  },
])("a list without items: $code", async ({ code, value }) => {
  const answer = await execute(client, { code });
  expect(answer).toMatchObject({ ok: true, value });
  expect(answer.logs).toStrictEqual([`[isogate] Every item of the value is undefined; ${ANSWERED}`]);
});

it.each([
  "await modern.add({ a: 1, b: 2 }); return;",
  "await modern.add({ a: 1, b: 2 }); return undefined;",
  "await modern.add({ a: 1, b: 2 }); void 0",
  "await modern.add({ a: 1, b: 2 }); await sleep(1)",
  "const done = sleep(1); await modern.add({ a: 1, b: 2 }); await done",
  "async function main() { await modern.add({ a: 1, b: 2 }) } await main()",
  "async function main() { await modern.add({ a: 1, b: 2 }) } return main()",
  "async () => { await modern.add({ a: 1, b: 2 }) }",
  `${CALL} if (r.sum > 1) return; return r.total`,
  `${CALL} if (r.sum > 1) { r.sum } else { r.total } for (const one of []) one`,
  `${CALL} [r].forEach((one) => one.sum)`,
  `${CALL} r.total = undefined`,
  `const apply = (r) => { r.done = true }; ${CALL} return apply(r)`,
  "const r = {}; return r.total",
])("nothing is said of a script without a value: %s", async (code) => {
  const { ok, value, logs } = await execute(client, { code });
  expect({ ok, value, logs }).toStrictEqual({ ok: true, value: undefined, logs: [] });
});

it.each([
  { code: "await Promise.all([1].map(async (a) => { await modern.add({ a, b: 2 }) }))", value: [null] },
  { code: `${CALL} [r].map((one) => { one.seen = true })`, value: [null] },
  { code: `${CALL} return []`, value: [] },
  { code: `${CALL} return {}`, value: {} },
  { code: `${CALL} return [null, { a: null }]`, value: [null, { a: null }] },
  { code: `${CALL} return { a: r.length, b: [] }`, value: { b: [] } },
  { code: `${CALL} return [r.length, 1]`, value: [null, 1] },
  { code: `const done = async () => { ${CALL} }; return { result: await done() }`, value: {} },
])("nothing is said of a value with more, or of functions that return nothing: $code", async ({ code, value }) => {
  const answer = await execute(client, { code });
  expect(answer).toMatchObject({ ok: true, value });
  expect(answer.logs).toStrictEqual([]);
});

it("a script of functions in functions keeps its value, whether a remark can be made or not", async () => {
  const within = (at: number) => `function f${at}() {${"{".repeat(40)} return f${at - 1}() ${"}".repeat(40)}}`;
  const functions = Array.from({ length: 110 }, (_, at) => within(at + 1)).join(" ");
  const answer = await execute(client, { code: `${CALL} function f0() { return r.total } ${functions} f110()` });
  expect([answer.ok, answer.value]).toStrictEqual([true, undefined]);
});

it("a final line of the log is no value", async () => {
  expect(await execute(client, { code: `${CALL} console.log(r.total)` })).toMatchObject({ logs: ["undefined"] });
});

it.each([
  { code: "return await Promise.allSettled([modern.add({ a: 1, b: 2 })])[0]", write: ["Promise.allSettled", "[0]"] },
  { code: "const r = 1; Promise.all([modern.add({ a: 1, b: 2 })]).length", write: ["Promise.all", ".length"] },
])("a member of a combination of promises is told from one of its results: $code", async ({ code, write }) => {
  const [name, member] = write;
  const { logs } = await execute(client, { code });
  expect(logs?.at(-1)).toBe(
    `[isogate] The value is undefined; ${name}(…) is a promise and has no ${member}. An await is missing: (await ${name}([ … ]))${member}`,
  );
});
