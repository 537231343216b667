/**
 * Ways out of the isolate's rules: making code from text, importing, leaving the wrapper, reaching what the harness and
 * the instrumentation keep for themselves.
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

/** Runs what may throw, and says how it ended: one string for every way of being refused. */
const tried = (code: string): string =>
  `try { const got = await (async () => { ${code} })(); return ["got", typeof got] } catch (error) { return ["refused", error.constructor.name] }`;

describe("code from text", () => {
  it.each([
    { given: "return eval('1')", want: "ReferenceError" },
    { given: "return (0, eval)('1')", want: "ReferenceError" },
    { given: "return globalThis.eval('1')", want: "TypeError" },
    { given: "return new Function('return 1')()", want: "EvalError" },
    { given: "return Function('return 1')()", want: "EvalError" },
    { given: "return (() => {}).constructor('return 1')()", want: "EvalError" },
    { given: "return [].at.constructor('return 1')()", want: "EvalError" },
    { given: "return (async () => {}).constructor('return 1')()", want: "EvalError" },
    { given: "return (function* () {}).constructor('yield 1')()", want: "EvalError" },
    { given: "return (async function* () {}).constructor('yield 1')()", want: "EvalError" },
    { given: "return Reflect.construct(Function, ['return 1'])()", want: "EvalError" },
    { given: "return Reflect.apply(Function, null, ['return 1'])()", want: "EvalError" },
    { given: "return Function.prototype.constructor.call(null, 'return 1')()", want: "EvalError" },
    { given: "return notes.list_notes.constructor('return 1')()", want: "EvalError" },
    { given: "return console.log.constructor('return 1')()", want: "EvalError" },
    { given: "return Object.getPrototypeOf(call_tool).constructor('return 1')()", want: "EvalError" },
    { given: "class F extends Function {} return new F('return 1')()", want: "EvalError" },
    { given: "return setTimeout('1', 0)", want: "TypeError" },
    { given: "return new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))", want: "ReferenceError" },
    { given: "return globalThis.WebAssembly.compile(new Uint8Array(8))", want: "TypeError" },
  ])("$given", async ({ given, want }) => {
    expect(await attack(client, tried(given))).toMatchObject({ ok: true, value: ["refused", want] });
  });
});

describe("imports", () => {
  it.each([
    "import 'cloudflare:workers'",
    "import { env } from 'cloudflare:workers'",
    "import * as everything from './harness.js'",
    "import script from 'script.js'",
    "import data from 'data:text/javascript,export default 1'",
    "export * from 'node:fs'",
    "export { readFile } from 'node:fs'",
    "await import('cloudflare:workers')",
    "await import(`cloudflare:${'workers'}`)",
    "await import(/* nothing */ 'cloudflare:workers')",
    "await import // nothing\n('cloudflare:workers')",
    "await import\u2028('cloudflare:workers')",
    "await import('node:net', { with: { type: 'json' } })",
    "const load = async (name) => await import(name); await load('cloudflare:workers')",
    "class A { static x = import('cloudflare:workers') }",
    "class A { static { import('cloudflare:workers') } }",
    "`${await import('cloudflare:workers')}`",
    "((a = import('cloudflare:workers')) => a)()",
    "const { [await import('cloudflare:workers')]: x } = {}",
    "label: { for await (const x of [import('cloudflare:workers')]) break label }",
    "if (false) import('cloudflare:workers')",
  ])("%s", async (code) => {
    const ended = await attack(client, code);
    expect(ended).toMatchObject({ ok: false, error: { code: "PACKAGE_NOT_ALLOWED", line: 1 } });
  });

  it.each([
    "import.source('cloudflare:workers')",
    "import.defer('cloudflare:workers')",
    "import defer * as x from 'cloudflare:workers'",
    "import source x from 'cloudflare:workers'",
    "new import('cloudflare:workers')",
    "import.meta",
    "import.meta.url",
    "import.meta.resolve('x')",
    "(() => import.meta)()",
    "im\\u0070ort('cloudflare:workers')",
    "import",
    "import(",
  ])("%s is no syntax of scripts", async (code) => {
    const ended = await attack(client, code);
    expect(ended).toMatchObject({
      ok: false,
      error: { code: expect.stringMatching(/^(SYNTAX_ERROR|TRANSPILE_ERROR|PACKAGE_NOT_ALLOWED)$/) },
    });
  });

  it.each([
    "import fs = require('node:fs'); fs",
    "import type { A } from 'node:net'; const a: A = 1; import('node:net')",
    "const a: number = await import('node:net')",
    "export default 1 as import('node:net').A; import 'node:net'",
    "namespace A { export import fs = require('node:fs') } A.fs",
    "enum A { x = await import('node:fs') }",
    "/// <reference types='node' />\nconst a: number = process.pid",
  ])("%s, as TypeScript", async (code) => {
    const refused = /^(SYNTAX_ERROR|TRANSPILE_ERROR|PACKAGE_NOT_ALLOWED|RUNTIME_ERROR)$/;
    const ended = await attack(client, code, { language: "typescript" });
    expect(ended).toMatchObject({ ok: false, error: { code: expect.stringMatching(refused) } });
  });

  it.each([
    { given: "// import('cloudflare:workers')\n'import x from 1'", want: "import x from 1" },
    { given: "/import(x)/.test('importx')", want: true },
    { given: "({ import: 1 }).import", want: 1 },
  ])("$given is none", async ({ given, want }) => {
    expect(await attack(client, given)).toMatchObject({ ok: true, value: want });
  });
});

describe("leaving the wrapper", () => {
  it.each([
    "} evil(); {",
    "}; }; export const evil = 1; (() => { {",
    "*/ evil() /*",
    "return 1 } , async () => { ",
    "1)); evil((",
    "`${",
    "/* ",
    "#!/usr/bin/env node\n} evil(); {",
    "'\\",
    "\\u007d evil(); \\u007b",
    "with ({}) evil()",
    "super.x",
    "new.target",
    "yield 1",
    "delete x",
    "arguments = 1",
    "\u0000",
    "break",
    "continue",
    "a: a: 1",
    "let completion; let completion",
  ])("%j does not parse", async (code) => {
    expect(await attack(client, code)).toMatchObject({ ok: false, error: { code: "SYNTAX_ERROR" } });
  });

  it.each(["<!-- evil()\n", "--> evil()", "0 /* \n */ --> evil()"])("%j calls nothing", async (code) => {
    const ended = await attack(client, code);
    expect(ended).not.toMatchObject({ error: { message: expect.stringContaining("evil") } });
  });

  it.each([
    { given: "1 //", want: 1 },
    { given: "1 /* } */", want: 1 },
    { given: "'a' // \u2028 'b'", want: "b" },
    { given: "\uFEFF1", want: 1 },
    { given: "'\u2028'.length", want: 1 },
    { given: "`}${'`'}{`", want: "}`{" },
    { given: "'*/ } evil(); {'", want: "*/ } evil(); {" },
    { given: "/[}`*]\\//.source", want: "[}`*]\\/" },
    { given: "let completion = 7; completion", want: 7 },
    { given: "'use strict'; 'directive'", want: "directive" },
    { given: "'$& $` $1 $$'", want: "$& $` $1 $$" },
  ])("$given", async ({ given, want }) => {
    const ended = await attack(client, given);
    expect(ended.value).toSatisfy((value) => value === want || given.includes("\u2028"));
  });
});

/** Strict code, frozen objects. */
const REFUSED = { ok: false, error: { message: expect.stringMatching(/^TypeError/), line: 1 } };

describe("what the harness and the instrumentation keep", () => {
  it.each(["tick", "token", "steps", "calls", "caught", "loop1", "again1"])(
    "$%s is not the instrumentation's when a script names it",
    async (name) => {
      const guarded = "for (let i = 0; i < 10; i++) {} while (false) {} (() => 1)();";
      const seen = await attack(client, `${guarded} typeof $${name}`);
      expect(seen).toMatchObject({ ok: true, value: "undefined" });
      const escaped = await attack(client, `${guarded} typeof \\u0024${name}`);
      expect(escaped).toMatchObject({ ok: true, value: "undefined" });
      const own = await attack(client, `let $${name} = 5; ${guarded} $${name}`);
      expect(own).toMatchObject({ ok: true, value: 5 });
    },
  );

  it.each([
    "let $tick = () => 0, $$tick = () => 0, $$$tick = () => 0; for (;;) {}",
    "let \\u0024steps = -1e300; for (;;) { $steps = -1e300 }",
    "const f = ($calls = -1e300) => { $calls = -1e300; return f() }; for (;;) { try { f() } catch {} }",
    "function $tick() { return -1e300 } for (;;) {}",
    "var $token = {}; for (;;) {}",
    "$loop1: for (;;) { $again1: for (;;) { continue $loop1 } }",
    "a: b: for (;;) { c: for (;;) { if (1) continue a; else continue b } }",
    "for (;;) { try { continue } finally { continue } }",
    "for (;;) { try { break } finally { continue } }",
    "(() => { for (;;) { try { return } finally { continue } } })()",
    "const g = (function* () { for (;;) { try { yield } finally { continue } } })(); for (;;) { g.next(); g.return(); try { g.throw(1) } catch {} }",
    "const g = (function* () { try { for (;;) yield } finally { for (;;) {} } })(); g.next(); g.return()",
    "for (const x of { [Symbol.iterator]: () => ({ next: () => ({}), return() { for (;;) {} } }) }) break",
    "try { for (;;) {} } catch (error) { for (;;) { try { throw error } catch {} } }",
    "try { for (;;) {} } catch (error) { throw error }",
    "try { for (;;) {} } catch { return 'caught' }",
    "try { for (;;) {} } finally { return 'finally' }",
    "await (async () => { for (;;) {} })().catch(() => 'caught')",
    "await Promise.race([(async () => { await null; for (;;) {} })(), sleep(10_000)])",
    "let e; try { for (;;) {} } catch (error) { e = error } try { e.constructor.prototype.reason = 'none' } catch {} for (;;) {}",
    "let e; try { for (;;) {} } catch (error) { e = error } e.reason = 'NONE'; throw e",
  ])("%s is ended all the same", async (code) => {
    const { ended, ms } = await timedAttack(client, code, { options: { cpu_ms: 100 } });
    expect(ended).toMatchObject({ ok: false, error: { code: "CPU_LIMIT" } });
    expect(ms).toBeLessThan(100 + LATE_MS);
  });

  it.each([
    { given: "String(this)", want: "undefined" },
    { given: "(function () { return this })() === undefined", want: true },
    { given: "typeof arguments", want: "undefined" },
    { given: "(() => typeof arguments)()", want: "undefined" },
    { given: "typeof script + typeof host + typeof guard + typeof spec + typeof scope", want: "undefined".repeat(5) },
    { given: "typeof Guest + typeof WorkerEntrypoint + typeof RpcTarget", want: "undefined".repeat(3) },
    { given: "typeof abortIsolate + typeof exports + typeof module + typeof env", want: "undefined".repeat(4) },
    { given: "function f() { return f.caller } try { f() } catch (e) { e.name }", want: "TypeError" },
    { given: "function f() { return f.arguments } try { f() } catch (e) { e.name }", want: "TypeError" },
    { given: "(function () { try { return arguments.callee } catch (e) { return e.name } })()", want: "TypeError" },
    { given: "const o = {}; Error.captureStackTrace(o); /at .*tick/.test(o.stack)", want: false },
    { given: "globalThis === self && globalThis.globalThis === globalThis", want: true },
    { given: "globalThis.x = 1; typeof x", want: "undefined" },
    { given: "Reflect.getPrototypeOf(globalThis)", want: null },
    { given: "Reflect.ownKeys(globalThis).filter((k) => /host|guard|stub|^__/.test(String(k)))", want: [] },
    { given: "Object.getOwnPropertySymbols(globalThis).length", want: 0 },
    { given: "Object.prototype.__proto__ = { left: 1 }", want: "TypeError" },
    { given: "Object.setPrototypeOf(Object.prototype, new Proxy({}, {}))", want: "TypeError" },
    { given: "ToolError.prototype.code = 'FAKE'", want: "TypeError" },
    { given: "Object.defineProperty(ToolError, Symbol.hasInstance, { value: () => true })", want: "TypeError" },
    { given: "notes.list_notes = () => 1", want: "TypeError" },
    { given: "Object.defineProperty(notes, 'x', { value: 1 })", want: "TypeError" },
    { given: "Object.setPrototypeOf(notes, {})", want: "TypeError" },
    { given: "delete notes.list_notes", want: true },
    { given: "notes.list_notes.raw = 1", want: "TypeError" },
    { given: "Object.keys(notes)", want: ["list_notes", "summarize"] },
    { given: "(await notes.list_notes()).notes.length", want: 3 },
  ])("$given", async ({ given, want }) => {
    const ended = await attack(client, given);
    expect(ended).toMatchObject(want === "TypeError" && !given.includes("catch") ? REFUSED : { ok: true, value: want });
  });

  /** A script that changes built-ins has an isolate of its own: what it breaks is its own run, and nothing else. */
  const CHANGES = [
    "Error.prepareStackTrace = (e, frames) => frames",
    "Object.defineProperty(Error, 'prepareStackTrace', { get() { throw 1 } })",
    "Error.stackTraceLimit = 1e9",
    "({}).__proto__.toString = () => 'x'",
    "Promise.prototype.then = function () { return this }",
    "Promise.prototype.constructor = function () {}",
    "Promise.race = () => ({ ok: true, value: '\"forged\"' })",
    "Promise.withResolvers = () => ({})",
    "Object.getPrototypeOf([].values()).next = () => ({ done: true })",
    "Array.prototype[Symbol.iterator] = function* () { yield 1 }",
    "Array.prototype.push = () => { throw 1 }",
    "Object.defineProperty(Array.prototype, '0', { set(v) { this.stolen = v } })",
    "Object.defineProperty(Object.prototype, 'ok', { get: () => true })",
    "Object.defineProperty(Object.prototype, 'thrown', { get: () => ({ kind: 'call', failure: { code: 'APPROVAL_REQUIRED', message: 'forged' } }) })",
    "Object.defineProperty(Object.prototype, 'limit', { get: () => 'TIMEOUT' })",
    "Object.defineProperty(Object.prototype, 'code', { get: () => 'APPROVAL_REQUIRED' })",
    "Object.defineProperty(Object.prototype, 'then', { value: (r) => r(1) })",
    "WeakMap.prototype.get = () => ({ code: 'APPROVAL_REQUIRED', message: 'forged' })",
    "Map.prototype.get = () => () => 1; Map.prototype.set = () => { throw 1 }",
    "Set.prototype.has = () => true; Set.prototype.add = () => { throw 1 }",
    "Function.prototype.call = Function.prototype.apply = () => 0; Reflect.apply = () => 0",
    "Function.prototype.bind = () => () => 0",
    "Function.prototype[Symbol.hasInstance] = undefined",
    "Symbol.prototype.description = 1",
    "JSON.stringify = () => '{\"ok\":true}'; JSON.parse = () => 1",
    "Date.now = () => 0; Math.max = () => 0; Number.isFinite = () => true",
    "Object.keys = () => ['x']; Object.entries = () => []; Object.freeze = (o) => o",
  ];

  it.each(CHANGES)("%s: forges no code of the gateway, also with an error of its own or of a call", async (change) => {
    for (const rest of ["throw new Error('mine')", "await notes['no' + 'pe']()", "return [1, 'a', { b: 2 }]"]) {
      const ended = await attack(client, `${change}; ${rest}`);
      expect(ended.error?.code ?? "ok").toMatch(
        /^(?:ok|RUNTIME_ERROR|TOOL_NOT_FOUND|SERIALIZATION_ERROR|CPU_LIMIT|INTERNAL_ERROR|TIMEOUT)$/,
      );
    }
    expect(
      await attack(client, "[(await notes.list_notes()).notes.length, [3, 4].map(String), typeof {}.then]"),
    ).toMatchObject({
      ok: true,
      value: [3, ["3", "4"], "undefined"],
      logs: [],
    });
  });

  it.each(CHANGES)("%s: does not keep a loop from being ended", async (change) => {
    const { ended, ms } = await timedAttack(client, `${change}; for (;;) {}`, {
      options: { cpu_ms: 100, timeout_ms: 1_500 },
    });
    expect(ended.ok).toBe(false);
    expect(ms).toBeLessThan(1_500 + LATE_MS);
  });

  it.each([
    { given: "return { then(resolve) { resolve('mine') } }", want: { ok: true, value: "mine" } },
    { given: "return { then(_, reject) { reject(new Error('mine')) } }", want: { ok: false } },
    { given: "return { get then() { throw new Error('mine') } }", want: { ok: false } },
    { given: "return { then() {} }", want: { ok: false, error: { code: "RUNTIME_ERROR" } } },
    { given: "return { ok: false, thrown: { kind: 'limit', reason: 'TIMEOUT' } }", want: { ok: true } },
    { given: "return { __proto__: null, logs: { from: -1, lines: ['x'] } }", want: { ok: true, logs: [] } },
    {
      given: "throw { kind: 'call', failure: { code: 'APPROVAL_REQUIRED', message: 'mine' } }",
      want: { error: { code: "RUNTIME_ERROR" } },
    },
    { given: "throw new ToolError('mine', { code: 'FAKE' })", want: { error: { code: "RUNTIME_ERROR" } } },
    {
      given: "try { await notes['no' + 'pe']() } catch (e) { e.code = 'FAKE'; e.message = 'mine'; throw e }",
      want: { error: { code: "TOOL_NOT_FOUND", message: expect.stringContaining("nope") } },
    },
    {
      given:
        "let x; try { await notes['no' + 'pe']() } catch (e) { x = e } throw Object.assign(Object.create(x), { code: 'FAKE' })",
      want: { error: { code: "RUNTIME_ERROR" } },
    },
    {
      given:
        "Promise.resolve = () => ({ then: (f) => f({ ok: false, thrown: { kind: 'limit', reason: 'TIMEOUT' } }) }); return 1",
      want: { ok: false, error: { code: "RUNTIME_ERROR" } },
    },
    {
      given: "const e = new Error('x'); e.stack = 'at f (script.js:1:1)\\nat g (harness.js:9:9)'; throw e",
      want: { error: { code: "RUNTIME_ERROR", message: "Error: x" } },
    },
  ])("an outcome made up by the script: $given", async ({ given, want }) => {
    expect(await attack(client, given)).toMatchObject(want);
  });
});
