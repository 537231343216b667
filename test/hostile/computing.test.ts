/**
 * Scripts that never let go. Local workerd enforces no limit of its own and is single-threaded: if one of these gets away,
 * nothing else answers either.
 */
import { LATE_MS } from "../support/attack.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { connect, execute } from "../support/client.ts";

const CPU_MS = 150;

const FOREVER = [
  "while (true) {}",
  "for (;;) {}",
  "do {} while (true)",
  "for (;;) await null",
  "let a = 1n << 20_000_000n; for (;;) a = a ^ (a >> 1n)",
  "const B = globalThis['BigInt']; const one = B(1); let a = one << B(20_000_000); for (;;) a = a ^ (a >> one)",
  "const f = (x) => x ^ (x >> 1n); let a = BigInt(1) << BigInt(20_000_000); for (;;) a = f(a)",
  "while (true) await Promise.resolve()",
  "for (;;) { try { for (;;) {} } catch {} }",
  "for (;;) { try { while (true) {} } catch {} finally { continue } }",
  "function f() { try { f() } catch { f() } } f()",
  "const f = () => Promise.resolve().then(f); await f()",
  "async function f() { await null; return f() } await f()",
  "function* g() { for (;;) yield 1 } for (const _ of g()) {}",
  "function* g() { for (;;) yield 1 } [...g()]",
  "const it = { [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) }; for (const _ of it) {}",
  "async function* g() { for (;;) yield 1 } for await (const _ of g()) {}",
  "const o = { get x() { return this.x } }; for (;;) { try { o.x } catch {} }",
  "const p = new Proxy({}, { get: (t, k, r) => r[k] }); for (;;) { try { p.x } catch {} }",
  "const f = (o) => o.x; const o = { get x() { try { f(o) } catch {} return f(o) } }; f(o)",
  "const f = (a) => a + a; const v = { valueOf() { try { return f(v) } catch { return 0 } } }; f(v)",
  "const f = (a) => `${a}${a}`; const v = { toString: () => { try { return f(v) } catch { return '' } } }; f(v)",
  "const v = { valueOf: () => v + v, x: (a) => a }; for (;;) { try { v + 1 } catch {} }",
  "const f = (x) => x + 1; let s = 0; for (;;) s = f(f(f(s)))",
  "const f = (x) => x + 1; const g = (x) => { try { return g(f(x)) + g(x) } catch { return 0 } }; g(0)",
  "const f = (x) => x + 1; [...Array(1e6)].forEach(() => [...Array(1e6)].forEach((x) => f(x)))",
  "const t = { then(resolve) { resolve(t) } }; await t",
  "try { Date.now = () => 0 } catch {} while (true) {}",
  "globalThis.Date = class { static now() { return 0 } }; while (true) {}",
  "globalThis.setTimeout = () => {}; while (true) {}",
  "globalThis.Promise = class {}; while (true) {}",
  "try { performance.now = () => 0 } catch {} while (true) {}",
  "class A { static { for (;;) {} } }",
  "class A { x = (() => { for (;;) {} })() } new A()",
  "label: for (;;) { for (;;) { continue label } }",
  "for (let i = 0, f = () => i; ; i++) {}",
  "for (const k in { a: 1 }) { for (;;) {} }",
  "switch (1) { case 1: for (;;) {} }",
  "new Promise(() => { for (;;) {} })",
  "[1].map(() => { while (true) {} })",
  "JSON.stringify({ toJSON() { for (;;) {} } })",
  "`${{ toString() { for (;;) {} } }}`",
  "({ valueOf() { for (;;) {} } }) + 1",
  "[3, 2, 1].sort(() => { for (;;) {} })",
  "'x'.replace(/x/, () => { for (;;) {} })",
  "return { toJSON() { for (;;) {} } }",
  "throw { get message() { for (;;) {} }, get stack() { for (;;) {} } }",
  "console.log({ get a() { for (;;) {} } })",
  "queueMicrotask(function f() { queueMicrotask(f) }); await new Promise(() => {})",
  "setTimeout(() => { for (;;) {} }, 0); await sleep(10_000)",
  "await notes.list_notes().then(() => { for (;;) {} })",
  "await notes.list_notes({ get tag() { for (;;) {} } })",
  "await Promise.all(Array.from({ length: 1e5 }, async () => { for (;;) await null }))",
  "await Promise.all(Array.from({ length: 1e5 }, async () => { while (true) { for (let i = 0; i < 2; i++) await null } }))",
  "await Promise.all(Array.from({ length: 1e5 }, async () => { do await null; while (true) }))",
  "await Promise.all(Array.from({ length: 1e4 }, async () => { for await (const _ of (function* () { for (;;) yield 1 })()) {} }))",
  "const all = Array.from({ length: 1e5 }, function* () { for (;;) yield }); for (;;) all.forEach(String.call.bind(all[0].next))",
  // What is evaluated again and again without a function's body around it.
  "let d = 60; class A { x = (d-- > 0 ? (new A(), new A()) : 0, d++) } new A()",
  "let d = 60; class A { [Math.random()] = 1; static x = 1; #y = d-- > 0 && (new A(), new A()); z = d++ } new A()",
  "let d = 60; class A { x = class extends (d-- > 0 ? (new A(), new A()) : 0, d++, Object) {} } new A()",
  "function* g(n, a = n > 0 ? (g(n - 1), g(n - 1)) : 0) {} g(60)",
  "async function* g(n, a = n > 0 ? (g(n - 1), g(n - 1)) : 0) {} g(60)",
  "function* g(n, [a = n > 0 ? (g(n - 1, []), g(n - 1, [])) : 0]) {} g(60, [])",
  "function* g(n, { a: { b = n > 0 ? (g(n - 1, o), g(n - 1, o)) : 0 } }) {} const o = { a: {} }; g(60, o)",
  "function* g(n, { [n > 0 ? (g(n - 1, ''), g(n - 1, '')) : 0]: a }) {} g(60, '')",
  "function* g(n, ...[a = n > 0 ? (g(n - 1), g(n - 1)) : 0]) {} g(60)",
  "function* g(n, a = class { static { n > 0 && (g(n - 1), g(n - 1)) } }) {} g(60)",
  "function* g(n, a = class { static x = n > 0 && (g(n - 1), g(n - 1)) }) {} g(60)",
  "function* g(n, a = class { [n > 0 && (g(n - 1), g(n - 1))]() {} }) {} g(60)",
  "function* g(n, a = class extends (n > 0 && (g(n - 1), g(n - 1)), Object) {}) {} g(60)",
  "const o = { *g(n, a = n > 0 ? (o.g(n - 1), o.g(n - 1)) : 0) {} }; o.g(60)",
  "class A { static *g(n, a = n > 0 ? (A.g(n - 1), A.g(n - 1)) : 0) {} } A.g(60)",
  "const f = async (n, a = (n > 0 ? (f(n - 1).catch(Object), f(n - 1).catch(Object)) : 0, null.x)) => 0; f(60).catch(Object)",
  "const f = async (n, a = (n > 0 ? (f(n - 1), f(n - 1)) : 0, null.x)) => 0; await f(60)",
  "const o = { async f(n, a = (n > 0 ? (o.f(n - 1), o.f(n - 1)) : 0, null.x)) {} }; o.f(60)",
  "let o; const f = async (a = { [o]: 1 }) => 0; o = { toString: f, valueOf: f }; f()",
  "const o = {}, f = async ({ a, b, c: { d } } = o) => 0; Object.defineProperties(o, { a: { get: f }, b: { get: f } }); f()",
  "let n = 60; const f = (yes, no, a = (n-- > 0 ? (new Promise(f), new Promise(f)) : 0, n++, null.x)) => 0; new Promise(f)",
  "let n = 60; function* g(a = n-- > 0 ? o + o : 0, b = n++) {} const o = { valueOf: g, toString: () => '' }; g()",
  "let n = 60; const o = { get x() { return 1 }, *[Symbol.iterator](a = n-- > 0 ? ([...o], [...o]) : 0, b = n++) {} }; [...o]",
  "for (;;) { await using x = null }",
  "await Promise.all(Array.from({ length: 1e5 }, async () => { for (;;) { await using x = null } }))",
  // Native calls of milliseconds, and copies.
  "const a = Array.from({ length: 10000 }, Math.random); for (;;) a.slice().sort()",
  "const a = Array.from({ length: 10000 }, () => String(Math.random())); for (;;) a.toSorted()",
  "const u = new Float64Array(5e6).map((_, i) => (i * 7919) % 5000011); for (;;) u.toSorted()",
  "const u = new Uint8Array(5e7); Object.defineProperty(u, 'length', { value: 1 }); for (;;) u.indexOf(1)",
  "const u = new Float64Array(5e6); for (;;) u.reverse()",
  "const u = new Uint8Array(5e7); for (;;) await crypto.subtle.digest('SHA-512', u)",
  "const a = Object.fromEntries(Array.from({ length: 1e4 }, (_, i) => ['k' + i, i])); for (;;) Object.freeze({ ...a })",
  "const a = Object.fromEntries(Array.from({ length: 1e4 }, (_, i) => ['k' + i, i])); for (;;) Object.assign({}, a)",
  "for (;;) (3n ** 60000n).toString()",
  "const t = '1'.repeat(1e7); for (;;) Number.parseFloat(t)",
  "const t = 'é'.repeat(1e6); for (;;) encodeURIComponent(t)",
  "const t = 'é'.repeat(1e7), e = new TextEncoder(); for (;;) e.encode(t)",
  "const t = 'a=b&'.repeat(2e5); for (;;) new URLSearchParams(t)",
  "const f = () => { ({ ...a }); f() }, a = Object.fromEntries(Array.from({ length: 1e4 }, (_, i) => ['k' + i, i])); for (;;) try { f() } catch {}",
  // Built-ins that call themselves.
  "let a = ['']; for (let i = 0; i < 60; i++) a = [a, a]; String(a)",
  "let a = ['']; for (let i = 0; i < 60; i++) a = [a, a]; `${a}`",
  "let a = ['']; for (let i = 0; i < 60; i++) a = [a, a]; a == 1",
  "let a = ['']; for (let i = 0; i < 60; i++) a = [a, a]; a.toLocaleString()",
  "let o = { length: 0, join: [].join, toString: [].toString }; for (let i = 0; i < 60; i++) o = { ...o, length: 2, 0: o, 1: o }; `${o}`",
];

/** Over its limits only when it has ended: no loop and no function ever looked at the clock. */
const STRAIGHT = [
  `let a = 'x'; ${"a += a; ".repeat(27)} const b = a.slice(1) + 'x'; ${"a === b; ".repeat(60)} 'ended'`,
  `const a = Array(2e5).fill(0); ${"JSON.stringify(a); ".repeat(150)} 'ended'`,
];

describe("computes for ever", () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect();
    await execute(client, { code: "await notes.list_notes()" });
  });
  afterAll(() => client.close());

  it.each(FOREVER)("%s", async (code) => {
    const started = performance.now();
    const ended = await execute(client, { code, options: { cpu_ms: CPU_MS, timeout_ms: 5_000 } });
    expect(ended).toMatchObject({ ok: false, error: { code: expect.stringMatching(/^CPU_LIMIT$/) } });
    expect(performance.now() - started).toBeLessThan(CPU_MS + LATE_MS);
    expect(await execute(client, { code: "1" })).toMatchObject({ ok: true, value: 1 });
  });

  it.each(STRAIGHT)("a run that is over its limits when it ends is not ok: %.60s", async (code) => {
    const ended = await execute(client, { code, options: { cpu_ms: 20, timeout_ms: 5_000 } });
    expect(ended).toMatchObject({ ok: false, error: { code: "CPU_LIMIT" } });
  });

  it.each([
    "const parse = (text) => {\n  let at = 0;\n  while (at < text.length) { text.charCodeAt(at) }\n};\nparse('abc')",
    "await null;\nlet n = 0;\nfor (;;) n += 1;",
  ])("says in which line the script was: %s", async (code) => {
    const ended = await execute(client, { code, options: { cpu_ms: CPU_MS, timeout_ms: 5_000 } });
    expect(ended).toMatchObject({
      ok: false,
      error: { code: "CPU_LIMIT", line: 3, stack: expect.stringMatching(/^at /) },
    });
  });

  it.each([
    'Object.defineProperty(e, "stack", { get() { String(a); return "x" } })',
    'Error.prepareStackTrace = () => { String(a); return "x" }; throw e',
  ])("reads the stack of the error before the script has it, and guarded: %s", async (attack) => {
    const code = `let a = [1]; for (let i = 0; i < 26; i++) a = [a, a];\ntry { for (;;) {} } catch (e) { ${attack} }`;
    const started = performance.now();
    const ended = await execute(client, { code, options: { cpu_ms: CPU_MS, timeout_ms: 5_000 } });
    expect(ended).toMatchObject({ ok: false, error: { code: "CPU_LIMIT" } });
    expect(performance.now() - started).toBeLessThan(CPU_MS + LATE_MS);
  });

  it("is ended when the making of its stack never ends", async () => {
    const code = "Error.prepareStackTrace = () => { for (;;) {} };\nfor (;;) {}";
    const ended = await execute(client, { code, options: { cpu_ms: CPU_MS, timeout_ms: 5_000 } });
    expect(ended).toMatchObject({ ok: false, error: { code: "CPU_LIMIT" } });
  });

  it("is ended by the wall clock when that comes first, and keeps what it logged", async () => {
    const code = "console.log('here'); await null; while (true) {}";
    const ended = await execute(client, { code, options: { cpu_ms: 5_000, timeout_ms: 200 } });
    expect(ended).toMatchObject({ ok: false, error: { code: "TIMEOUT" }, logs: ["here"] });
  });

  it("honest loops are not disturbed", async () => {
    const code =
      "let n = 0; outer: for (let i = 0; i < 3000; i++) { for (let j = 0; ; j++) { if (j > 100) continue outer; if (i === 2999) break outer; n += j } } n";
    expect(await execute(client, { code })).toMatchObject({ ok: true, value: 2999 * 5050 });
  });
});
