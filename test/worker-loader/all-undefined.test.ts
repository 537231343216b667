/** Values of which JSON leaves nothing, because all their parts are undefined: the outcome says so. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { DEFAULT_LIMITS, prepareScript, run } from "../../worker-loader/index.ts";
import { transpile } from "./script.ts";

const { LOADER } = env as unknown as { LOADER: WorkerLoader };

async function outcomeOf(code: string): Promise<unknown> {
  const prepared = await prepareScript(code, undefined, transpile);
  if (!prepared.ok) return prepared;
  const { logs: _, ...outcome } = await run({
    loader: LOADER,
    owner: "test",
    script: prepared.script,
    servers: [],
    input: "{}",
    host: { call: () => Promise.reject(new Error("no tool")) },
    limits: DEFAULT_LIMITS,
  });
  return outcome;
}

it.each([
  { code: "({ a: undefined, b: undefined })", value: "{}" },
  { code: "[undefined, undefined]", value: "[null,null]" },
  { code: "[{ a: undefined }, { b: [undefined] }]", value: '[{},{"b":[null]}]' },
])("says it of $code", async ({ code, value }) => {
  expect(await outcomeOf(code)).toStrictEqual({ ok: true, value, isAllUndefined: true });
});

it.each([
  { code: "({})", value: "{}" },
  { code: "[]", value: "[]" },
  { code: "[null]", value: "[null]" },
  { code: "({ a: undefined, b: null })", value: '{"b":null}' },
  { code: "({ a: undefined, b: [] })", value: '{"b":[]}' },
  { code: "[undefined, 0]", value: "[null,0]" },
  { code: "[,]", value: "[null]" },
  { code: "new Map([['a', undefined]])", value: "{}" },
  { code: "({ get a() { return undefined } })", value: "{}" },
  { code: "new Proxy({}, { ownKeys() { throw new Error('x') }, get() {} }) && 1", value: "1" },
  {
    code: "let n = 0; new Proxy({}, { ownKeys() { n += 1; if (n > 1) throw new Error('x'); return [] } })",
    value: "{}",
  },
  { code: "Array.from({ length: 5_000 })", value: `[${"null,".repeat(4_999)}null]` },
])("says nothing of $code", async ({ code, value }) => {
  expect(await outcomeOf(code)).toStrictEqual({ ok: true, value });
});
