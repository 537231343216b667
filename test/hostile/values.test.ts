/**
 * The table of guest/values.js, row by row: what a script returns is either the value it was, or SERIALIZATION_ERROR with
 * the path. As arguments the same, with INVALID_ARGS.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { attack } from "../support/attack.ts";
import { textOf } from "../support/answer.ts";
import { connect } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

const DEEP = (levels: number): string => `let deep = 1; for (let i = 0; i < ${levels}; i++) deep = [deep]; return deep`;

describe("a faithful value", () => {
  it.each([
    { given: "null", want: null },
    { given: "true", want: true },
    { given: "''", want: "" },
    { given: "'\\u0000\\u2028\\ud83d\\ude00'", want: "\u0000\u2028😀" },
    { given: "'\\ud800'", want: "\ud800" },
    { given: "({ '\\udc00': 1 })", want: { "\udc00": 1 } },
    { given: "1.5e300", want: 1.5e300 },
    { given: "-0", want: -0 },
    { given: "[-0, 0]", want: [-0, 0] },
    { given: "5e-324", want: 5e-324 },
    { given: "12n", want: 12 },
    { given: "{ a: undefined, b: 1 }", want: { b: 1 } },
    { given: "[undefined, 1]", want: [null, 1] },
    { given: "[, 1]", want: [null, 1] },
    { given: "Object.assign([1], { x: 2 })", want: [1] },
    { given: "'abc'.match(/b/)", want: ["b"] },
    { given: "new Date(0)", want: "1970-01-01T00:00:00.000Z" },
    { given: "new Map([['a', 1], ['b', undefined]])", want: { a: 1 } },
    {
      given: "new Map([[1, 'a'], ['b', 2]])",
      want: [
        [1, "a"],
        ["b", 2],
      ],
    },
    { given: "new Map([['__proto__', 1]])", want: JSON.parse('{"__proto__":1}') },
    { given: "new Map()", want: {} },
    { given: "new Set([1, [2], 1])", want: [1, [2]] },
    { given: "new Uint8Array([1, 2])", want: [1, 2] },
    { given: "new Uint8Array([1, 2, 3, 4]).subarray(1, 3)", want: [2, 3] },
    { given: "new Float64Array([0.5, -0])", want: [0.5, -0] },
    { given: "new BigInt64Array([-5n])", want: [-5] },
    { given: "new DataView(new Uint8Array([7, 8, 9]).buffer, 1)", want: [8, 9] },
    { given: "new Uint8Array([7]).buffer", want: [7] },
    { given: "new Error('m')", want: { name: "Error", message: "m" } },
    { given: "new TypeError('m', { cause: 'c' })", want: { name: "TypeError", message: "m", cause: "c" } },
    { given: "Object.assign(new Error('m'), { status: 404 })", want: { name: "Error", message: "m", status: 404 } },
    { given: "new AggregateError([1], 'm')", want: { name: "AggregateError", message: "m", errors: [1] } },
    { given: "/a\\/b/gi", want: "/a\\/b/gi" },
    { given: "new URL('https://a.b/c?d=e')", want: "https://a.b/c?d=e" },
    { given: "new URLSearchParams({ a: '1 2' })", want: "a=1+2" },
    { given: "Object(1)", want: 1 },
    { given: "Object('x')", want: "x" },
    { given: "Object(false)", want: false },
    { given: "Object(3n)", want: 3 },
    { given: "new (class A { x = 1; #y = 2; get z() { return 3 } })()", want: { x: 1 } },
    { given: "({ get a() { return 1 } })", want: { a: 1 } },
    { given: "({ n: 0, get a() { return ++this.n } })", want: { n: 0, a: 1 } },
    { given: "({ toJSON: () => ({ b: 2 }) })", want: { b: 2 } },
    { given: "({ toJSON: 5 })", want: { toJSON: 5 } },
    { given: "({ [Symbol('s')]: 1, a: 2 })", want: { a: 2 } },
    { given: "Object.defineProperty({ a: 1 }, 'b', { value: 2 })", want: { a: 1 } },
    { given: 'JSON.parse(\'{"__proto__":{"a":1}}\')', want: JSON.parse('{"__proto__":{"a":1}}') },
    {
      given: "({ constructor: 1, hasOwnProperty: 2, toString: 3 })",
      want: { constructor: 1, hasOwnProperty: 2, toString: 3 },
    },
    { given: "Object.create(null)", want: {} },
    { given: "Object.create({ inherited: 1 })", want: {} },
    { given: "new Proxy({ a: 1 }, {})", want: { a: 1 } },
    { given: "new Proxy([1, 2], {})", want: [1, 2] },
    {
      given:
        "new Proxy({}, { ownKeys: () => ['x'], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }), get: () => 5 })",
      want: { x: 5 },
    },
    { given: "(function () { return arguments })(1, 2)", want: { 0: 1, 1: 2 } },
    { given: "{ then: 1 }", want: JSON.parse('{"then":1}') },
    { given: "const shared = {}; return [shared, shared]", want: [{}, {}] },
    { given: DEEP(200), want: expect.anything() },
    { given: "JSON.rawJSON('123')", want: 123 },
    { given: "[JSON.rawJSON('\"x\"'), JSON.rawJSON('null')]", want: ["x", null] },
    { given: "({ toJSON: (key) => [key] })", want: [""] },
    { given: "({ a: { toJSON: (key) => key }, b: [1, { toJSON: (key) => key }] })", want: { a: "a", b: [1, "1"] } },
    { given: "new Map([['k', { toJSON: (key) => key }]])", want: { k: "k" } },
    { given: "Object.assign(new Date(0), { toJSON: () => 'mine' })", want: "mine" },
    { given: "new (class extends Date { toJSON() { return 'mine' } })(0)", want: "mine" },
    { given: "new (class extends Date {})(0)", want: "1970-01-01T00:00:00.000Z" },
    { given: "Object.assign([1], { toJSON: () => 'mine' })", want: "mine" },
    { given: "structuredClone(new Error('q'))", want: { name: "Error", message: "q" } },
    {
      given: "structuredClone(new RangeError('q', { cause: 'c' }))",
      want: { name: "RangeError", message: "q", cause: "c" },
    },
  ])("$given", async ({ given, want }) => {
    const code =
      given.includes("return ") && given.includes(";") && !given.startsWith("(") && !given.startsWith("new")
        ? given
        : `return ${given}`;
    const { value } = await attack(client, code);
    expect(value).toStrictEqual(want);
  });

  it.each(["undefined", ";", "{ ; }", "void 0", "let x"])("nothing: %j", async (code) => {
    expect(await attack(client, code)).toStrictEqual({ ok: true, logs: [], run: expect.any(String) });
  });

  it("of many digits", async () => {
    const digits = "1234567890".repeat(30);
    const result = await client.callTool({ name: "execute_code", arguments: { code: `${digits}n` } });
    expect(textOf(result)).toContain(`"value":${digits},`);
  });
});

describe("refused with the path", () => {
  it.each([
    { given: "NaN", want: "value is NaN" },
    { given: "{ a: [Infinity] }", want: "value.a[0] is Infinity" },
    { given: "{ 'b c': -Infinity }", want: 'value["b c"] is -Infinity' },
    { given: "new Float32Array([NaN])", want: "value[0] is NaN" },
    { given: "new Date(NaN)", want: "an invalid date" },
    { given: "[() => 1]", want: "value[0] is a function" },
    { given: "class A {}; return A", want: "value is a function" },
    { given: "Symbol('s')", want: "a symbol" },
    { given: "{ a: Symbol.iterator }", want: "value.a is a symbol" },
    { given: "[Promise.resolve(1)]", want: "value[0] is a promise: await it first" },
    { given: "[new WeakMap()]", want: "WeakMap" },
    { given: "new WeakSet()", want: "WeakSet" },
    { given: "new WeakRef({})", want: "WeakRef" },
    { given: "[1].values()", want: "Array Iterator" },
    { given: "new Map().keys()", want: "Map Iterator" },
    { given: "(function* () {})()", want: "a " },
    { given: "(async function* () {})()", want: "a" },
    { given: "new Headers({ a: '1' })", want: "Headers" },
    { given: "new FormData()", want: "FormData" },
    { given: "new Blob(['x'])", want: "Blob" },
    { given: "new AbortController().signal", want: "AbortSignal" },
    { given: "new Event('x')", want: "Event" },
    { given: "new Intl.NumberFormat()", want: "Intl.NumberFormat" },
    { given: "new TextEncoder()", want: "value is a" },
    { given: "Math", want: "a built-in object" },
    { given: "JSON", want: "a built-in object" },
    { given: "Object(Symbol('s'))", want: "a Symbol" },
    { given: "Object.create(Map.prototype)", want: "unreadable" },
    { given: "Object.create(Date.prototype)", want: "unreadable" },
    { given: "Object.create(Array.prototype)", want: "a built-in object" },
    { given: "{ a: notes }", want: "value.a is the server notes" },
    { given: "globalThis", want: "the global object" },
    { given: "console", want: "value.log is a function" },
    { given: "{ a: notes.list_notes }", want: "value.a is a function" },
    { given: "const a = []; a.push([a]); return a", want: "value[0][0] is a cycle" },
    { given: "const m = new Map(); m.set('k', m); return m", want: 'value.get("k") is a cycle' },
    { given: "const s = new Set(); s.add(s); return s", want: "value[0] is a cycle" },
    { given: "const e = new Error(); e.cause = e; return e", want: "value.cause is a cycle" },
    { given: "({ toJSON() { return this } })", want: "a cycle" },
    { given: "({ toJSON() { return { toJSON: this.toJSON } } })", want: "nested more than 200" },
    { given: "({ toJSON() { throw new Error('mine') } })", want: "value is unreadable: Error: mine" },
    { given: "({ a: { get b() { throw new Error('mine') } } })", want: "value.a.b is unreadable: Error: mine" },
    { given: "({ get a() { throw 1 } })", want: "value.a is unreadable: 1" },
    { given: "[{ get a() { throw 1 } }]", want: "value[0].a is unreadable: 1" },
    {
      given: "Object.assign(new Error('m'), { fine: 1 }, { list: [1, { get a() { throw 1 } }] })",
      want: "value.list[1].a is unreadable: 1",
    },
    { given: "new Proxy({}, { ownKeys() { throw 1 } })", want: "unreadable: 1" },
    { given: "[new Proxy({}, { get() { throw null } })]", want: "value[0] is unreadable: null" },
    { given: "new Proxy({}, { getPrototypeOf() { throw 1 } })", want: "unreadable: 1" },
    {
      given: "const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return { proxy }",
      want: "value.proxy is unreadable",
    },
    {
      given: "const { proxy, revoke } = Proxy.revocable([], {}); revoke(); return [proxy]",
      want: "value[0] is unreadable",
    },
    { given: "new Proxy(new Date(0), {})", want: "unreadable" },
    { given: "2n ** 200_000n", want: "a bigint of more than 100,000 bits" },
    { given: DEEP(201), want: "nested more than 200" },
    { given: DEEP(250), want: "nested more than 200" },
    { given: "let deep = 1; for (let i = 0; i < 201; i++) deep = { deep }; return deep", want: "nested more than 200" },
    { given: "Array.prototype", want: "a built-in object" },
    { given: "[Array.prototype]", want: "value[0] is a built-in object" },
    { given: "Object.assign([1], { toJSON: () => NaN })", want: "value is NaN" },
  ])("$given", async ({ given, want }) => {
    const ended = await attack(client, /^const|^let|^class/.test(given) ? given : `return ${given}`);
    expect(ended).toMatchObject({
      error: { code: "SERIALIZATION_ERROR", message: expect.stringContaining(want) },
    });
  });
});

describe("too long a value", () => {
  it.each([
    "'x'.repeat(1e7)",
    "'x'.repeat(2 ** 24) + 'x'.repeat(2 ** 24) + 'x'.repeat(2 ** 24)",
    "'\\u0001'.repeat(2e6)",
    "['x'.repeat(3e6), 'x'.repeat(3e6)]",
    "(() => { const text = 'x'.repeat(1e6); return Array.from({ length: 1000 }, () => text) })()",
    "new Uint8Array(5e6)",
    "new Uint8Array(6e7)",
    "new Set(Array.from({ length: 3e6 }, (_, i) => i))",
    "(() => { let a = [1]; for (let i = 0; i < 100; i++) a = [a, a]; return a })()",
    "(() => { let a = {}; for (let i = 0; i < 100; i++) a = { a, b: a }; return a })()",
    "(() => { const a = []; a.length = 2 ** 32 - 1; return a })()",
    "(() => { const a = [1]; a[4e9] = 1; return { a } })()",
    "Object.fromEntries(Array.from({ length: 1e5 }, (_, i) => ['x'.repeat(100) + i, 0]))",
    "new Proxy([], { get: (t, k, r) => k === 'length' ? 2 ** 53 - 1 : Reflect.get(t, k, r) })",
  ])("%s", async (given) => {
    const started = performance.now();
    const ended = await attack(client, `return ${given}`, { options: { cpu_ms: 3_000 } });
    expect(ended).toMatchObject({ ok: false, error: { code: "OUTPUT_TOO_LARGE" } });
    expect(performance.now() - started).toBeLessThan(8_000);
  });

  it("a megabyte is none", async () => {
    // More than a model should read: it gets a preview and a handle.
    const ended = await attack(client, "return ['x'.repeat(1e6)]");
    expect(ended).toMatchObject({
      ok: true,
      cut: { length: 1_000_004, handle: expect.stringContaining("isogate://") },
    });
  });
});

describe("as arguments", () => {
  it.each([
    { given: "{ a: NaN }", want: "args.a is NaN" },
    { given: "{ a: () => 1 }", want: "args.a is a function" },
    { given: "{ a: Symbol() }", want: "args.a is a symbol" },
    { given: "{ a: 2n ** 53n }", want: "args.a is 9007199254740992, which is too large for a JSON number" },
    {
      given: "{ a: JSON.rawJSON('9007199254740993') }",
      want: "args.a is 9007199254740993, which is too large for a JSON number",
    },
    { given: "{ a: JSON.rawJSON('1e999') }", want: "which is too large for a JSON number" },
    { given: "{ get a() { throw new Error('mine') } }", want: "args.a is unreadable: Error: mine" },
    { given: "{ toJSON() { const o = {}; o.o = o; return o } }", want: "args.o is a cycle" },
    { given: "{ toJSON: () => 5 }", want: "got 5" },
    { given: "{ toJSON: () => undefined }", want: "got nothing" },
    { given: "new Date(0)", want: 'got "1970' },
    { given: "new Map([[1, 2]])", want: "got [[1,2]]" },
    { given: "new Set()", want: "got []" },
    { given: "new Uint8Array(2)", want: "got [0,0]" },
    { given: "null", want: "got null" },
    { given: "[]", want: "got an array" },
    { given: "5", want: "got a number" },
    { given: "() => 1", want: "got a function" },
    { given: "notes", want: "the server notes" },
    { given: "{ a: 'x'.repeat(2e6) }", want: "more than 1048576 characters" },
    {
      given: "(() => { let a = []; for (let i = 0; i < 100; i++) a = [a, a]; return { a } })()",
      want: "more than 1048576",
    },
    {
      given: "(() => { let a = {}; for (let i = 0; i < 300; i++) a = { a }; return a })()",
      want: "nested more than 200",
    },
    {
      given: "(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy })()",
      want: "a revoked proxy",
    },
  ])("$given is refused", async ({ given, want }) => {
    const direct = await attack(client, `await odd['second-page'](${given})`);
    expect(direct).toMatchObject({ error: { code: "INVALID_ARGS", message: expect.stringContaining(want), line: 1 } });
    const dialect = await attack(client, `await call_tool('odd', 'second-page', ${given})`);
    expect(dialect.value).toMatchObject({
      ok: false,
      error: { code: "INVALID_ARGS", message: expect.stringContaining(want) },
    });
  });

  it.each([
    "{ text: 'x' }",
    "{ get text() { return 'x' } }",
    "new Map([['text', 'x']])",
    "new (class { text = 'x' })()",
    "{ toJSON: () => ({ text: 'x' }) }",
    "new Proxy({ text: 'x' }, {})",
    "Object.assign(Object.create(null), { text: 'x', other: undefined })",
  ])("%s is what it says", async (given) => {
    expect(await attack(client, `await modern.echo(${given})`)).toMatchObject({ ok: true, value: "x" });
  });
});
