/**
 * Scripts that want more memory or time in one native call than a run gets. What only the platform can bound is in
 * docs/limits.md and at the end of this file, in sizes that are known to end.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { LATE_MS, attack, timedAttack } from "../support/attack.ts";
import { connect } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

/** On a busy machine the limit of memory is still met before those of time. */
/** The limit of computing time is far off, so that a busy machine does not reach it before the memory is used up. */
const PATIENT = { cpu_ms: 14_000, timeout_ms: 16_000 };

describe("asks for too much at once", () => {
  it.each([
    "'x'.repeat(2 ** 28)",
    "'x'.repeat(2 ** 30)",
    "'x'.padStart(2 ** 28)",
    "'x'.padEnd(2 ** 28, 'yz')",
    "'x'.repeat({ valueOf: () => 2 ** 28 })",
    "'x'.repeat({ n: 0, valueOf() { return this.n++ ? 1 : 2 ** 28 } })",
    "''.repeat.call({ length: 0, toString: () => 'x'.repeat(1e6) }, 500)",
    "''.repeat.call(1e300, 2 ** 28)",
    "'x'.padEnd({ valueOf: () => 2 ** 28 })",
    "new Array(2 ** 32 - 1)",
    "Array(1e8)",
    "Reflect.construct(Array, [1e8])",
    "new (class extends Array {})(1e8)",
    "new [].constructor(1e8)",
    "[].fill.call({ length: 2 ** 53 - 1 }, 1)",
    "(() => { const a = []; a.length = 1e9; return a.fill(0) })()",
    "Array.from({ length: 1e9 })",
    "Array.from({ length: 1e9 }, (_, i) => i)",
    "Array.from({ length: '1e9' })",
    "[].join.call({ length: 1e9 }, 'x')",
    "new Array(1e6).join('x'.repeat(1000))",
    "new Array(1e6).join({ toString: () => 'x'.repeat(1000) })",
    "(() => { const a = []; a.length = 4e9; return a.concat(a) })()",
    "[].concat(Object.assign([], { length: 4e9 }))",
    "(() => { const { repeat: again } = ''; return again.call('x', 2 ** 28) })()",
    "(() => { const { ['rep' + 'eat']: again } = ''; return again.call('x', 2 ** 28) })()",
    "(({ padEnd: { call } }) => call.call(''.padEnd, 'x', 2 ** 28))('')",
    "(() => { let made; ({ constructor: made } = []); return new made(1e8) })()",
    "Object.values(Object.getOwnPropertyDescriptors(String.prototype)).find(({ value }) => value?.name === 'pad' + 'End').value.call('x', 2 ** 28)",
    "Reflect.get(String.prototype, 'pad' + 'End').call('x', 2 ** 28)",
    "new ArrayBuffer(2 ** 31)",
    "new ArrayBuffer({ valueOf: () => 2 ** 31 })",
    "new ArrayBuffer('2147483648')",
    "new ArrayBuffer(8, { maxByteLength: 2 ** 31 })",
    "new ArrayBuffer(8).transfer(2 ** 31)",
    "new ArrayBuffer(8).transferToFixedLength({ valueOf: () => 2 ** 31 })",
    "new Uint8Array(2 ** 31)",
    "new Float64Array(2 ** 28)",
    "new BigInt64Array(2 ** 28)",
    "new Uint8Array(1).constructor(2 ** 31)",
    "Reflect.construct(Uint8Array, [2 ** 31])",
    "Uint8Array.from({ length: 2 ** 31 })",
    "(() => { for (;;) 'x'.repeat(2 ** 25) })()",
    "(() => { for (;;) new Uint8Array(2 ** 25) })()",
    "new Float64Array(new Uint8Array(6e7))",
    "new Float64Array(new Array(3e7))",
    "(() => { const u = new Uint8Array(6e7); for (;;) new Uint8Array(u) })()",
    "(() => { const u = new Uint8Array(6e7); for (;;) structuredClone(u) })()",
    "(() => { const u = new Uint8Array(6e7); for (;;) new Blob([u]) })()",
    "(() => { const u = new Float64Array(7e6); for (;;) u.toReversed() })()",
    "new Uint8Array({ length: 1e9 })",
    "new Uint8Array({ n: 0, get length() { return this.n++ ? 1 : 1e9 } })",
    "new Uint8Array(Object.assign(new DataView(new ArrayBuffer(1)), { length: 1e9 }))",
    "Object.keys('x'.repeat(1e7))",
    "Object.getOwnPropertyDescriptors(new String('x'.repeat(1e7)))",
    "Object.assign({}, 'x'.repeat(1e7))",
    "Reflect.ownKeys(new Uint8Array(5e7))",
    "[].sort.call({ length: 1e8 })",
    "[].copyWithin.call({ length: 1e8 }, 1, 0)",
    "[].concat({ length: 1e8, [Symbol.isConcatSpreadable]: true })",
    "(() => { const a = []; a.length = 2 ** 32 - 1; return a.shift() })()",
    "(() => { const a = []; a.length = 2 ** 32 - 1; return a.includes(1) })()",
    "[...new Intl.Segmenter().segment('x'.repeat(1e7))]",
    "await Promise.all(Array(2e6))",
    "await Promise.allSettled({ [Symbol.iterator]: () => [].values.call({ length: 2e6 }) })",
    "await Promise.any(new Set(Array.from({ length: 5e5 }, (_, i) => i)))",
    "await Promise.race([].keys.call({ length: 2e6 }))",
    "await Array.fromAsync({ length: 2e6 })",
    "(() => { for (;;) { try { new Array(2 ** 22).fill(0) } catch (e) { if (e instanceof RangeError) throw e } } })()",
  ])("%s", async (code) => {
    const script = `${code.startsWith("Uint8Array(1)") ? "" : "const it = "}${code}; it.length`;
    const ended = await attack(client, script, { options: PATIENT });
    const memory = { code: "MEMORY_LIMIT", line: 1 };
    const engine = { code: "RUNTIME_ERROR", message: expect.stringMatching(/^(RangeError|TypeError)/) };
    expect(ended.error).toSatisfy((error) => error !== undefined);
    expect([memory, engine].some((want) => matches(ended.error, want))).toBe(true);
  });

  it.each([
    { given: "'ab'.repeat(3)", want: "ababab" },
    { given: "'x'.repeat('2')", want: "xx" },
    { given: "'x'.repeat()", want: "" },
    { given: "'x'.padStart(3)", want: "  x" },
    { given: "'x'.padEnd('4', 'yz')", want: "xyzy" },
    { given: "'x'.padEnd(3, undefined)", want: "x  " },
    { given: "[1, 2].join()", want: "1,2" },
    { given: "[1, 2].join(undefined)", want: "1,2" },
    { given: "[1, null].join(null)", want: "1null" },
    { given: "[1, 2].lastIndexOf(1)", want: 0 },
    { given: "[1, 2, 1].lastIndexOf(1, undefined)", want: 0 },
    { given: "[1, 2, 3].slice()", want: [1, 2, 3] },
    { given: "[1, 2, 3].splice(1)", want: [2, 3] },
    { given: "[1, 2, 3].splice()", want: [] },
    { given: "[1, 2, 3, 4].toSpliced(1, 2, 'a', 'b', 'c')", want: [1, "a", "b", "c", 4] },
    { given: "[3, 1, 2].sort((a, b) => a - b)", want: [1, 2, 3] },
    { given: "[[1], [[2]]].flat()", want: [1, [2]] },
    { given: "[[1], [[2]]].flat(undefined)", want: [1, [2]] },
    { given: "[[1, [2, [3, [4]]]]].flat(2)", want: [1, 2, [3, [4]]] },
    { given: "[[1, [2, [3, [4]]]]].flat(Infinity)", want: [1, 2, 3, 4] },
    { given: "[[1], , [, [2, , 3]]].flat('2')", want: [1, 2, 3] },
    { given: "[[1], [[2]], ,].flat(0)", want: [[1], [[2]]] },
    { given: "[[1], [[2]], ,].flat(-1)", want: [[1], [[2]]] },
    { given: "[].flat.call({ length: 2, 0: [1], 1: [[2]] }, 5)", want: [1, [2]] },
    { given: "(() => { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a.flat(Infinity) })()", want: [] },
    { given: "[1, 2, , 3].flatMap((x, i, all) => [x, [i], all.length])", want: [1, [0], 4, 2, [1], 4, 3, [3], 4] },
    { given: "[1].flatMap(function (x) { return this.y + x }, { y: 1 })", want: [2] },
    { given: "class List extends Array {} new List(1, [2], 3).flat() instanceof List", want: true },
    { given: "[1.5, [2, null], undefined].toLocaleString('de', { minimumFractionDigits: 1 })", want: "1,5,2,0,," },
    { given: "[3, 1].toReversed().concat([3, 1].with(0, 9), [3, 1].toSpliced(0, 1))", want: [1, 3, 9, 1, 1] },
    { given: "[1].concat([2], 3)", want: [1, 2, 3] },
    { given: "[...new Array(2).fill(0)]", want: [0, 0] },
    { given: "Array.from('abc', (c) => c + c)", want: ["aa", "bb", "cc"] },
    { given: "Array.from(new Set([1, 2]))", want: [1, 2] },
    { given: "Array(3).length + Array(1, 2).length + Array.of(7).length", want: 6 },
    { given: "[Array.isArray(new Array(2)), [] instanceof Array, [].constructor === Array]", want: [true, true, true] },
    {
      given: "class List extends Array { sum() { return this.reduce((a, b) => a + b, 0) } } List.from([1, 2]).sum()",
      want: 3,
    },
    { given: "Uint8Array.from([1, 2])", want: [1, 2] },
    { given: "Uint8Array.from([1, 2], (x) => x * 2)", want: [2, 4] },
    { given: "new Uint8Array(new Uint8Array([1]).buffer.transfer(2))", want: [1, 0] },
    { given: "const b = new ArrayBuffer(1, { maxByteLength: 4 }); b.resize(4); b.byteLength", want: 4 },
    { given: "new Uint8Array(new ArrayBuffer(4), 1, 2).length", want: 2 },
    { given: "[...new Uint8Array([3, 1, 2]).toSorted(), new Uint8Array([1, 2]).indexOf(2)]", want: [1, 2, 3, 1] },
    { given: "[...new Float64Array(new Uint8Array([1, 2])), ...new Uint8Array(new Set([3]))]", want: [1, 2, 3] },
    { given: "await new Blob(['a', new Uint8Array([98])]).text()", want: "ab" },
    { given: "[new File(['a'], 'n').name, new File([], 'n') instanceof Blob]", want: ["n", true] },
    {
      given: "[new URL('/b?c=d', 'http://a').href, URL.canParse('x'), new URL('http://a') instanceof URL]",
      want: ["http://a/b?c=d", false, true],
    },
    { given: "[...new URLSearchParams({ a: '1' })].join()", want: "a,1" },
    { given: "new Uint8Array(await crypto.subtle.digest('SHA-1', new Uint8Array())).length", want: 20 },
    {
      given: "[parseFloat('1.5x'), parseInt('ff', 16), Number.parseInt('7'), encodeURIComponent('é')]",
      want: [1.5, 255, 7, "%C3%A9"],
    },
    { given: "[atob(btoa('x')), new TextDecoder().decode(new TextEncoder().encode('é'))]", want: ["x", "é"] },
    { given: "new Uint8Array([1, 2]).toHex() + Uint8Array.fromHex('ff')[0]", want: "0102255" },
    { given: "'a-b'.split('-')", want: ["a", "b"] },
    { given: "'a-b-c'.split('-', 2)", want: ["a", "b"] },
    { given: "'abc'.split()", want: ["abc"] },
    { given: "'aXbX'.replaceAll('X', () => 'y')", want: "ayby" },
    { given: "'abc'.replace(/b/, '[$&]')", want: "a[b]c" },
    { given: "[...'a1b2'.matchAll(/\\d/g)].map(String)", want: ["1", "2"] },
    { given: "'\\u0065\\u0301'.normalize().length", want: 1 },
    { given: "'B'.toLowerCase().localeCompare('a')", want: 1 },
    { given: "JSON.stringify({ a: [1] }, null, 1)", want: '{\n "a": [\n  1\n ]\n}' },
    { given: "JSON.parse('[1]', (k, v) => (v === 1 ? 2 : v))", want: [2] },
    { given: "structuredClone({ a: new Date(0) })", want: { a: "1970-01-01T00:00:00.000Z" } },
    {
      given: "[''.repeat.name, ''.repeat.length, [].slice.length, JSON.parse.length, Array.name]",
      want: ["repeat", 1, 2, 2, "Array"],
    },
    { given: "[...new Uint8Array({ length: 2.5, 0: 7, 1: '8' })]", want: [7, 8] },
    { given: "[new Uint8Array({ 0: 7 }).length + new Uint8Array(new DataView(new ArrayBuffer(3))).length]", want: [0] },
    {
      given: "const u = new Uint8Array(4); u.set({ length: 2, 0: 5, 1: 6 }, 1); u.set([9]); [...u]",
      want: [9, 5, 6, 0],
    },
    { given: "try { new Uint8Array(1).set({ length: 2 }) } catch (e) { e.name }", want: "RangeError" },
    { given: "try { new Uint8Array(9).set({ length: 2 }, -1) } catch (e) { e.name }", want: "RangeError" },
    {
      given: "class U extends Uint8Array {} [new U({ length: 2 }) instanceof U, Uint8Array.prototype.set.length]",
      want: [true, 1],
    },
    { given: "[1234.5.toLocaleString('de'), 12n.toLocaleString('de')]", want: ["1.234,5", "12"] },
    { given: "Object.assign({ a: 1 }, 'bc', null, { d: 2 })", want: { 0: "b", 1: "c", a: 1, d: 2 } },
    {
      given: "Object.keys('ab').concat(Object.keys(new Uint8Array(2)), Object.assign.length)",
      want: ["0", "1", "0", "1", 2],
    },
    { given: "[].concat({ length: 2, 0: 1, 1: 2, [Symbol.isConcatSpreadable]: true }, { length: 1 }).length", want: 3 },
    { given: "[...new Intl.Segmenter().segment('ab')].map((one) => one.segment)", want: ["a", "b"] },
    { given: "await Promise.all([1, , Promise.resolve(3)])", want: [1, null, 3] },
    { given: "(await Promise.all(Array.from({ length: 2_500 }, async (_, i) => i)))[2_499]", want: 2_499 },
    { given: "(await Promise.allSettled(new Set([1, Promise.reject(2)]))).map((one) => one.reason)", want: [null, 2] },
    { given: "Promise.any([]).catch((e) => [e.name, e.errors])", want: ["AggregateError", []] },
    { given: "class P extends Promise {} P.all(Array(1_500)) instanceof P", want: true },
    {
      given: "Promise.all(5).catch(String)",
      want: "TypeError: number 5 is not iterable (cannot read property Symbol(Symbol.iterator))",
    },
    {
      given:
        "const log = []; Promise.all([1]).then(() => log.push('all')); let p = Promise.resolve(); for (const n of [0, 1, 2]) p = p.then(() => log.push(n)); await p; log",
      want: [0, "all", 1, 2],
    },
    {
      given:
        "const log = []; const next = () => ({ value: 1 }); await Promise.all.call(class extends Promise { static resolve() { throw 'no' } }, { [Symbol.iterator]: () => ({ next, return() { log.push('closed'); return {} } }) }).catch((e) => log.push(e)); log",
      want: ["closed", "no"],
    },
    { given: "[Promise.all.name, Promise.all.length, 'prototype' in Promise.race]", want: ["all", 1, false] },
    { given: "new Array(1e6).fill(0).map((_, i) => i).filter((n) => n % 2).length", want: 500_000 },
    { given: "Math.max.apply(null, [1, 3, 2]) + Reflect.apply(Math.max, null, { length: 2, 0: 4, 1: 5 })", want: 8 },
    { given: "(function () { return Array.prototype.slice.apply(arguments, [1]) })(1, 2, 3)", want: [2, 3] },
    { given: "[(() => 7).apply(), (() => 7).apply(null, null), Function.prototype.apply.length]", want: [7, 7, 2] },
    { given: "try { Math.max.apply(null, { length: 1n }) } catch (e) { e.name }", want: "TypeError" },
    { given: "(function (...all) { return all.length }).apply(null, Array(60_000))", want: 60_000 },
    {
      given: "(function (...all) { return all }).apply(null, { length: 2.9, 1: 'b', get 0() { return 'a' } })",
      want: ["a", "b"],
    },
    {
      given:
        "class A {} class B extends A {} [Reflect.construct(A, [], B) instanceof B, Reflect.construct(Array, { length: 1, 0: 3 }).length]",
      want: [true, 3],
    },
    {
      given:
        "[[1, 2], '12', 5].map((list) => { try { return Math.max.apply(null, list) } catch (e) { return e.message } })",
      want: [2, "CreateListFromArrayLike called on non-object", "CreateListFromArrayLike called on non-object"],
    },
    {
      given: "try { Reflect.construct(Array) } catch (e) { e.message }",
      want: "CreateListFromArrayLike called on non-object",
    },
    { given: "try { Reflect.apply(3, null, { length: 1e9 }) } catch (e) { e.name }", want: "TypeError" },
  ])("an honest script notices nothing: $given", async ({ given, want }) => {
    expect(await attack(client, given)).toMatchObject({ ok: true, value: want });
  });
});

/** Each step is a native call on large data, so few steps take long. */
describe("computes in native calls", () => {
  const DATA = "const data = Array.from({ length: 3e5 }, (_, i) => i), text = data.join();";
  it.each([
    "for (;;) data.includes(-1)",
    "for (;;) data.indexOf(-1)",
    "while (true) data.lastIndexOf(-1)",
    "for (;;) data.slice()",
    "for (;;) data.concat(data)",
    "for (;;) data.join()",
    "for (;;) data.toReversed()",
    "for (;;) data.toSorted()",
    "for (;;) [data].flat()",
    "for (;;) data.unshift(1)",
    "for (;;) text.split(',')",
    "for (;;) text.replaceAll(',', ';')",
    "for (;;) text.toUpperCase()",
    "for (;;) text.indexOf('x')",
    "for (;;) text.match(/x/)",
    "for (;;) JSON.stringify(data)",
    "for (;;) JSON.parse(`[${text}]`)",
    "for (;;) structuredClone(data)",
    "const f = () => data.includes(-1); for (;;) f()",
    "data.forEach(() => data.includes(-1))",
    "data.map(() => data.slice())",
    "data.sort(() => data.includes(-1))",
    "for (;;) { data.toSorted(); await sleep(0) }",
    "for (;;) { data.toSorted(); await null }",
    "for (;;) { data.toSorted(); await notes.list_notes() }",
    "const next = () => { data.toSorted(); setTimeout(next) }; next(); await sleep(10_000)",
    "setInterval(() => data.toSorted(), 1); await sleep(10_000)",
    "let f = 1n; for (let i = 1n; ; i++) f *= i",
    "let s = 'x'; for (;;) { s = s.split('').reverse().join('') + 'y' }",
    "for (;;) Object.keys(data)",
    // A call that fails has computed until then.
    "const bad = `[${text.repeat(3)}`; for (;;) { try { JSON.parse(bad) } catch {} }",
    "const u = new Uint8Array(4e6).fill(65), d = new TextDecoder('utf-8', { fatal: true }); u[u.length - 1] = 255; for (;;) { try { d.decode(u) } catch {} }",
    "data.push({ toString() { throw 1 } }); for (;;) { try { data.toSorted() } catch {} }",
    "const s = '-'.repeat(1e6); for (;;) RegExp.escape(s)",
    "for (;;) data.map(Number)",
    "for (;;) new Set(data)",
    "new Uint8Array({ length: 6e7 }); for (;;);",
    "new Uint8Array(6e7).set({ length: 6e7 }); for (;;);",
    "Array(3e6).fill(1).toLocaleString()",
    "new Uint8Array(3e6).toLocaleString()",
    "Array(3e6).fill(1n).toLocaleString()",
    "Array(3e6).fill(new Date()).toLocaleString()",
    "for (;;) Promise.all(data.slice(0, 1e5))",
    // What is left of such a call copies a list for each item that settles.
    "Promise.all((function* () { for (let n = 0; n < 1e5; n++) yield n; throw 1 })()).catch(() => {}); for (;;) await null",
    "for (;;) /,/[Symbol.split](text)",
    // Cheap steps, of which the script decides the number.
    "const all = []; for (let n = 0; n < 500; n++) all.push(n); all[0] = all; all.flat(Infinity)",
    "const all = []; all.push(all); for (;;) { try { all.flat(Infinity) } catch {} }",
  ])("%s", async (code) => {
    const { ended, ms } = await timedAttack(client, `${DATA} ${code}`, { options: { cpu_ms: 300 } });
    expect(ended).toMatchObject({ ok: false, error: { code: expect.stringMatching(/^(CPU_LIMIT|MEMORY_LIMIT)$/) } });
    expect(ms).toBeLessThan(300 + LATE_MS);
  });
});

// The error by which a script is stopped passes through the built-in, which must not take it for one that the script has caught.
it.each([
  "const a = Array.from({ length: 2_000 }, (_, i) => -i); a.sort(() => { for (;;); })",
  "'x'.repeat(20_000).replaceAll('x', () => { for (;;); })",
  "Object.groupBy([1, 2], () => { for (;;); })",
])("keeps the log of a script that is stopped in a callback: %s", async (code) => {
  const ended = await attack(client, `console.log('before'); ${code}`, { options: { cpu_ms: 150 } });
  expect(ended).toMatchObject({ ok: false, error: { code: "CPU_LIMIT" }, logs: ["before"] });
});

describe("the engine refuses by itself", () => {
  it.each([
    "2n ** (2n ** 40n)",
    "1n << (2n ** 40n)",
    "BigInt.asUintN(2 ** 53 - 1, -1n)",
    "let s = 'x'; for (;;) s += s",
    "let s = 'x'; for (;;) s = `${s}${s}`",
    "let s = 'x'; for (;;) s = s.concat(s)",
    "let s = 'x'; for (;;) s = [s, s].join('')",
    "let s = 'xx'; for (;;) s = s.replaceAll('x', s)",
    "String.raw({ raw: { length: 3 } }, 'x'.repeat(2 ** 24)).repeat(64)",
    "Math.max(...Array.from({ length: 1e6 }, () => 1))",
    "[].push.apply([], { length: 1e7 })",
    "String.fromCharCode.apply(null, new Array(1e6).fill(65))",
    "JSON.parse('['.repeat(1e6))",
    "structuredClone((() => { let a = 1; for (let i = 0; i < 1e6; i++) a = [a]; return a })())",
    "new RegExp('('.repeat(1e5))",
    "[].concat.apply([], { length: 1e6 })",
    "let a = [[]]; for (let i = 0; i < 40; i++) a = [a, a]; a.flat(Infinity)",
    "let a = [[]]; for (let i = 0; i < 40; i++) a = [a, a]; a.flatMap((one) => one.flat(50))",
    "const a = []; a.length = 2 ** 27; a.toReversed()",
    "const a = []; a.length = 2 ** 27; a.toSorted()",
    "const a = []; a.length = 2 ** 27; a.with(0, 1)",
    "const a = []; a.length = 2 ** 27; a.toSpliced(0, 1)",
    "const a = new Array(1e6).fill(0); new Array(1e4).fill(a).flat()",
    "const a = new Array(1e6).fill(0); new Array(1e4).fill(0).flatMap(() => a)",
    "const m = new Map(); for (let i = 0; ; i++) m.set(i & 0xffff, m)",
    "const a = []; a.push(a); a.flat(Infinity)",
    "const a = []; a.push([a]); [0].flatMap(() => a.flat(Infinity))",
    "Reflect.apply(Math.max, null, { length: 1e8 })",
    "Reflect.construct(Map, { length: 1e8 })",
    "Math.max.apply(null, { length: 1e8 })",
    "Reflect.apply(Function.prototype.apply, Math.max, [null, { length: '1e8' }])",
    "let n = 0; Math.max.apply(null, { get length() { return n++ === 0 ? 1 : 1e8 } }) > 0 || [].x.y",
  ])("%s", async (code) => {
    const ended = await attack(client, code, { options: { ...PATIENT, cpu_ms: 500 } });
    expect(ended).toMatchObject({
      ok: false,
      error: { code: expect.stringMatching(/^(RUNTIME_ERROR|MEMORY_LIMIT|CPU_LIMIT|SERIALIZATION_ERROR)$/) },
    });
  });
});

/** More than 1,000 items are read by several calls of the built-in, each of which may fail before it asks for an item. */
describe("a combinator that fails between two of its calls", () => {
  const items = (change: string) =>
    `const log = []; const items = { *[Symbol.iterator]() { try { for (let i = 0; i < 3_000; i++) { if (i === 999) ${change}; yield i } } finally { log.push("closed") } } };`;
  it.each(["all", "allSettled"])("ends and closes the iterator: %s", async (name) => {
    const code = `class P extends Promise {} ${items("P.resolve = 5")} const failed = await P.${name}(items).catch((e) => e.name); return [failed, log]`;
    expect(await attack(client, code)).toMatchObject({ ok: true, value: ["TypeError", ["closed"]] });
  });

  it("does so when the constructor throws", async () => {
    const code = `let made = 0; class P extends Promise { constructor(f) { super(f); if (made === 1) throw new Error("no more") } } ${items("made = 1")} try { await P.all(items) } catch (e) { log.push(e.message) } return log`;
    expect(await attack(client, code)).toMatchObject({ ok: true, value: ["closed", "no more"] });
  });

  it("does so when `resolve` of the built-in itself was changed", async () => {
    const code = `const { resolve } = Promise; const kept = function* () { try { for (let i = 0; i < 3_000; i++) { if (i === 999) Promise.resolve = undefined; yield i } } finally { Promise.resolve = resolve } }; return Promise.all(kept()).catch((e) => e.name)`;
    expect(await attack(client, code)).toMatchObject({ ok: true, value: "TypeError" });
  });
});

/**
 * One native call that does not come back is nobody's to end but the platform's (`limits.cpuMs`). These are such calls in sizes
 * that end by themselves; what is ours is that the run is ended as soon as they have.
 */
describe("only the platform bounds", () => {
  it.each([
    { name: "a regular expression that backtracks", code: "/^(a+)+$/.test('a'.repeat(24) + 'b')" },
    { name: "a walk over a sparse array", code: "const a = []; a.length = 4e7; a.forEach(() => {})" },
    { name: "a walk over what says it is long", code: "[].every.call({ length: 2e7 }, () => true)" },
    { name: "a power of integers", code: "3n ** 30_000_000n" },
    { name: "the digits of an integer", code: "(3n ** 3_000_000n).toString().length" },
    {
      name: "an iterator of native functions",
      code: "let n = 0; const it = Array.prototype.keys.call({ length: 2e7 }); Iterator.prototype.every.call(it, Number.isInteger.bind(null))",
    },
    {
      name: "bound native functions that call one another for each argument",
      code: "let o = { toString: String.prototype.concat.bind('') }; for (let i = 0; i < 20; i++) o = { toString: String.prototype.concat.bind('', o, o) }; `${o}`",
    },
    {
      name: "proxies that are their own handlers' targets",
      code: "let p = {}; for (let i = 0; i < 14; i++) p = new Proxy(p, p); p.x",
    },
    {
      name: "promises of native functions",
      code: "Promise.all(Array.from({ length: 2e5 }, () => Promise.resolve().then(Object)))",
    },
  ])("$name", async ({ code }) => {
    const started = performance.now();
    const ended = await attack(client, `${code}; for (;;) {}`, { options: { cpu_ms: 50 } });
    expect(ended).toMatchObject({ ok: false, error: { code: "CPU_LIMIT" } });
    expect(performance.now() - started).toBeLessThan(6_000);
  });
});

function matches(error: object | undefined, want: object): boolean {
  try {
    expect(error).toMatchObject(want);
    return true;
  } catch {
    return false;
  }
}
