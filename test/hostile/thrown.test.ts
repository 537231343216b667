/** Anything can be thrown; all of it is an error of the script, with what there is to know about it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { attack } from "../support/attack.ts";
import { connect } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

describe("thrown", () => {
  it.each([
    { given: "throw null", want: { message: "null" } },
    { given: "throw undefined", want: { message: "undefined" } },
    { given: "throw 'text'", want: { message: "text" } },
    { given: "throw ''", want: { message: "" } },
    { given: "throw 0", want: { message: "0" } },
    { given: "throw 12n", want: { message: "12" } },
    { given: "throw Symbol('s')", want: { message: "Symbol(s)" } },
    { given: "throw () => 1", want: { message: "[function]" } },
    { given: "throw { a: 1 }", want: { message: '{"a":1}' } },
    { given: "throw { a: () => 1, b: 2n }", want: { message: '{"a":"[function]","b":2}' } },
    { given: "throw [1, 2]", want: { message: "[1,2]" } },
    { given: "throw Object.create(null)", want: { message: "{}" } },
    { given: "throw new Date(0)", want: { message: "1970-01-01T00:00:00.000Z" } },
    { given: "throw new Map([['a', 1]])", want: { message: '{"a":1}' } },
    { given: "throw Promise.resolve()", want: { message: "[promise]" } },
    { given: "throw notes", want: { message: expect.stringContaining("the server notes") } },
    {
      given: "try { 'x'.repeat(2 ** 28) } catch (e) { throw new e.constructor('forged') }",
      want: { code: "RUNTIME_ERROR", message: "RangeError: forged" },
    },
    {
      given: "try { 'x'.repeat(2 ** 28) } catch (e) { e.message = 'forged'; throw e }",
      want: { code: "MEMORY_LIMIT", message: expect.stringContaining("one call asks for 536870912 bytes") },
    },
    {
      given:
        "let caught; try { 'x'.repeat(2 ** 28) } catch (e) { caught = e } throw Object.setPrototypeOf(new Error('forged'), caught)",
      want: { code: "RUNTIME_ERROR" },
    },
    { given: "throw new Error('')", want: { message: "Error", line: 1, column: 7 } },
    { given: "throw new TypeError('m')", want: { message: "TypeError: m", line: 1 } },
    { given: "throw new DOMException('m', 'AbortError')", want: { message: expect.stringMatching(/^AbortError: m/) } },
    { given: "throw Object.freeze(new Error('m'))", want: { message: "Error: m", line: 1 } },
    {
      given: "throw Object.assign(new Error('m'), { status: 404, body: { a: 1 } })",
      want: { message: 'Error: m {"status":404,"body":{"a":1}}' },
    },
    {
      given: "class Mine extends Error { name = 'Mine'; extra = [1] } throw new Mine('m')",
      want: { message: 'Mine: m {"extra":[1]}' },
    },
    {
      given: "throw new Error('m', { cause: new TypeError('c', { cause: 'deep' }) })",
      want: {
        message: "Error: m (cause: TypeError: c; cause: deep)",
        stack: expect.stringMatching(/cause: TypeError: c\n {2}at .*\ncause: deep$/),
      },
    },
    {
      given: "throw new Error('m', { cause: { status: 500 } })",
      want: { stack: expect.stringContaining('cause: {"status":500}') },
    },
    { given: "throw new Error('m', { cause: null })", want: { stack: expect.stringContaining("cause: null") } },
    {
      given: "throw new AggregateError([new Error('a'), 'b'], 'm')",
      want: {
        message: "AggregateError: m (error: Error: a; error: b)",
        stack: expect.stringMatching(/error: Error: a[^]*error: b/),
      },
    },
    {
      given: "await Promise.any([Promise.reject(new Error('a'))])",
      want: { stack: expect.stringContaining("error: Error: a") },
    },
    {
      given:
        "await Promise.any(Array.from({ length: 9 }, (_, i) => Promise.reject(new Error(`${i}`.padEnd(i && 1e4, '.')))))",
      want: {
        message: expect.stringMatching(
          /^AggregateError: All promises were rejected \(error: Error: 0; error: Error: 1\.{10,}…; error: Error: 2\.{10,}…; …\)$/,
        ),
      },
    },
    {
      given: "{ using one = { [Symbol.dispose]() { throw new Error('closing') } }; throw new Error('work') }",
      want: {
        message: expect.stringMatching(/^SuppressedError: .*\(error: Error: closing; suppressed: Error: work\)$/),
      },
    },
    { given: "const e = new Error('m'); e.cause = e; throw e", want: { message: "Error: m" } },
    {
      given: "const a = new Error('a'), b = new Error('b', { cause: a }); a.cause = b; throw a",
      want: { stack: expect.stringContaining("cause: Error: b") },
    },
    {
      given: "let e = new Error('0'); for (let i = 1; i < 1000; i++) e = new Error(i, { cause: e }); throw e",
      want: { message: "Error: 999 (cause: Error: 998; cause: Error: 997; cause: Error: 996; …)" },
    },
    { given: "throw { get message() { throw 1 } }", want: { message: "[unreadable: 1]" } },
    {
      given: "throw Object.defineProperty(new Error('m'), 'message', { get() { throw 1 } })",
      want: { message: "Error" },
    },
    {
      given: "throw Object.defineProperty(new Error('m'), 'name', { get() { throw 1 } })",
      want: { message: "Error: m" },
    },
    {
      given: "throw Object.defineProperty(new Error('m'), 'stack', { get() { throw 1 } })",
      want: { message: "Error: m" },
    },
    {
      given: "throw Object.defineProperty(new Error('m'), 'cause', { get() { throw 1 } })",
      want: { message: "Error: m" },
    },
    {
      given: "throw Object.defineProperty(new Error('m'), 'x', { get() { throw 1 }, enumerable: true })",
      want: { message: "Error: m" },
    },
    { given: "throw Object.assign(new Error('m'), { message: Symbol('s') })", want: { message: "Error: Symbol(s)" } },
    {
      given: "throw Object.assign(new Error('m'), { name: { toString() { throw 1 } } })",
      want: { message: expect.stringMatching(/^Error: m/) },
    },
    { given: "throw Object.assign(new Error('m'), { stack: 5 })", want: { message: "Error: m" } },
    { given: "throw Object.assign(new Error('m'), { errors: { length: 1e9 } })", want: { message: "Error: m" } },
    {
      given: "const errors = []; errors.length = 4e9; throw Object.assign(new Error('m'), { errors })",
      want: { message: "Error: m" },
    },
    { given: "throw Object.create(Error.prototype)", want: { message: "Error" } },
    { given: "throw new Proxy(new Error('m'), {})", want: { message: "Error: m" } },
    { given: "throw new Proxy({}, { getPrototypeOf() { throw 1 } })", want: { message: "[unreadable: 1]" } },
    {
      given: "throw new Proxy({}, { get() { throw new Proxy({}, { getPrototypeOf() { throw 1 } }) } })",
      want: { message: expect.stringContaining("unreadable") },
    },
    { given: "throw new Proxy(new Error('m'), { get() { throw 1 } })", want: { message: "Error" } },
    {
      given: "const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy",
      want: { message: expect.stringContaining("revoked") },
    },
    {
      given: "const { proxy, revoke } = Proxy.revocable(function () {}, {}); revoke(); throw proxy",
      want: { message: "[function]" },
    },
    { given: "throw 'x'.repeat(2 ** 24)", want: { message: expect.stringContaining("… (16777216 characters)") } },
    { given: "throw new Error('x'.repeat(2 ** 24))", want: { message: expect.stringContaining("characters)") } },
    { given: "const e = new Error('m'); e.stack = 'x'.repeat(2 ** 24); throw e", want: { message: "Error: m" } },
    {
      given: "const e = new Error('m'); e.stack = 'at ' + ' (/'.repeat(2000) + 'a.js'.repeat(2000); throw e",
      want: { message: "Error: m" },
    },
    {
      given: "const e = new Error('m'); e.stack = '    at f (script.js:1:1)\\n'.repeat(600); throw e",
      want: { message: "Error: m" },
    },
    {
      given: "let a = [1]; for (let i = 0; i < 99; i++) a = [a, a]; throw a",
      want: { message: expect.stringContaining("[[[") },
    },
    { given: "throw document", want: { message: "ReferenceError: document is not defined", line: 1 } },
    { given: "\n\n  null.x", want: { message: expect.stringMatching(/^TypeError/), line: 3 } },
    { given: "(function f() { f() })()", want: { message: expect.stringMatching(/^RangeError: Maximum call stack/) } },
    { given: "new Array(-1)", want: { message: "RangeError: Invalid array length" } },
    { given: "JSON.parse('{')", want: { message: expect.stringMatching(/^SyntaxError/) } },
    { given: "await Promise.reject()", want: { message: "undefined" } },
    { given: "return { then(_, reject) { reject(null) } }", want: { message: "null" } },
  ])("$given", async ({ given, want }) => {
    const ended = await attack(client, given);
    expect(ended).toMatchObject({ ok: false, error: { code: "RUNTIME_ERROR", ...want } });
    expect(JSON.stringify(ended).length).toBeLessThan(30_000);
  });
});

describe("rejected and not awaited", () => {
  it.each([
    { given: "Promise.reject(new Error('lost')); 1", want: ["[unhandled] line 1: Error: lost"] },
    { given: "void (async () => { throw new Error('lost') })(); 1", want: ["[unhandled] line 1: Error: lost"] },
    { given: "Promise.reject(null); 1", want: ["[unhandled] null"] },
    {
      given: "Promise.reject(new Proxy({}, { getPrototypeOf() { throw 1 } })); 1",
      want: ["[unhandled] [unreadable: 1]"],
    },
    {
      given: "notes['no' + 'pe'](); await notes.list_notes(); 1",
      want: [expect.stringMatching(/^\[unhandled\] line 1: ToolError: notes has no tool "nope"/)],
    },
    {
      given: "notes.list_notes(5); 1",
      want: [expect.stringMatching(/^\[unhandled\] line 1: ToolError: .* got a number/)],
    },
    {
      given: "fetch('https://a.b'); 1",
      want: [expect.stringMatching(/^\[unhandled\] line 1: TypeError: A script has no network/)],
    },
    { given: "Promise.reject(new Error('lost')).catch(() => {}); 1", want: [] },
    { given: "await notes['no' + 'pe']().catch(() => {}); 1", want: [] },
    { given: "const p = Promise.reject(1); await p.catch(() => {}); 1", want: [] },
    { given: "await Promise.allSettled([notes['no' + 'pe'](), Promise.reject(1)]); 1", want: [] },
    {
      given: "setTimeout(() => { throw new Error('lost') }); await sleep(10); 1",
      want: ["[uncaught] line 1: Error: lost"],
    },
    {
      given: "queueMicrotask(() => { throw new Error('lost') }); await null; 1",
      want: ["[uncaught] line 1: Error: lost"],
    },
  ])("$given", async ({ given, want }) => {
    expect(await attack(client, given)).toMatchObject({ ok: true, value: 1, logs: want });
  });

  it.each([
    { stack: "'x'", line: "[unhandled] Error: lost" },
    { stack: "'Error: lost\\n' + '    at f (script.js:0:0)\\n'.repeat(1e6)", line: "[unhandled] Error: lost" },
    { stack: "'    at ' + ' (/'.repeat(2000) + 'script.js:1:1'", line: "[unhandled] Error: lost" },
    { stack: "{ length: 1 }", line: "[unhandled] Error: lost" },
  ])("with a forged stack $stack has no line", async ({ stack, line }) => {
    const code = `const e = new Error('lost'); e.stack = ${stack}; Promise.reject(e); 1`;
    expect(await attack(client, code)).toMatchObject({ ok: true, value: 1, logs: [line] });
  });

  it("a thousand fill the log and no more", async () => {
    const { ok, logs } = await attack(client, "for (let i = 0; i < 5_000; i++) Promise.reject(i); 1");
    expect(ok).toBe(true);
    expect(logs.length).toBeLessThanOrEqual(1_001);
    expect(logs.at(-1)).toMatch(/more was logged/);
  });
});
