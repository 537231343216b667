/**
 * What a run leaves behind in an isolate that is used again. A script's first run has an isolate of its own; every text runs twice
 * more, so that the third run is in the isolate of the second. `input` says which one writes and which one looks.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { attack } from "../support/attack.ts";
import { connect } from "../support/client.ts";
import { disguised, expectSharedIsolates } from "../support/disguise.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
  await attack(client, "await notes.list_notes()");
});
afterAll(async () => {
  await expectSharedIsolates(client);
  await client.close();
});

const OTHERS = [
  { name: "a global by assignment", write: "left = 1", look: "typeof left" },
  {
    name: "a symbol on a prototype",
    write: "Array.prototype[Symbol.for('l')] = 1",
    look: "typeof [][Symbol.for('l')]",
  },
  { name: "a built-in replaced", write: "Math.random = () => 'LEFT'", look: "typeof Math.random() === 'number'" },
  { name: "Date replaced", write: "Date.now = () => 0", look: "Date.now() > 1e12" },
  {
    name: "the prototype of a prototype",
    write: "Object.setPrototypeOf(Array.prototype, { left: 1 })",
    look: "[].left",
  },
  {
    name: "the prototype of the global",
    write: "Object.setPrototypeOf(globalThis, { left: 1 })",
    look: "globalThis.left",
  },
  { name: "Symbol.iterator of arrays", write: "delete Array.prototype[Symbol.iterator]", look: "[...[1]].length" },
  {
    name: "Symbol.species",
    write: "Object.defineProperty(Array, Symbol.species, { value: Map })",
    look: "[1].map(String)",
  },
  {
    name: "Symbol.hasInstance",
    write: "Object.defineProperty(Error, Symbol.hasInstance, { value: () => 1 })",
    look: "({}) instanceof Error",
  },
  {
    name: "Symbol.toPrimitive",
    write: "Date.prototype[Symbol.toPrimitive] = () => 1",
    look: "typeof (new Date() + 1)",
  },
  {
    name: "the last match of a regular expression",
    write: "/(le)ft/.exec('left')",
    look: "[RegExp.$1, RegExp['$&'], RegExp.lastMatch]",
  },
  {
    name: "lastIndex of a literal",
    write: "const re = /a/g; re.test('aaa')",
    look: "(() => { const re = /a/g; return re.lastIndex })()",
  },
  { name: "RegExp.prototype.compile", write: "/a/.compile('b')", look: "/a/.test('a')" },
  {
    name: "the hook for stacks",
    write: "Error.prepareStackTrace = () => 'LEFT'",
    look: "new Error().stack.startsWith('Error')",
  },
  { name: "the length of stacks", write: "Error.stackTraceLimit = 0", look: "/script/.test(new Error().stack)" },
  { name: "a static of a class", write: "class A { static x = 1; static { A.y = 2 } }", look: "typeof A" },
  {
    name: "a private field stamped on a built-in",
    write: "class B { constructor(o) { return o } } class S extends B { #x = 1 } new S(Object)",
    look: "(() => { class B { constructor(o) { return o } } class S extends B { #x; static has(o) { return #x in o } } return S.has(Object) })()",
  },
  {
    name: "a WeakMap on a built-in",
    write: "const seen = new WeakMap(); seen.set(Object, 1)",
    look: "new WeakMap().has(Object)",
  },
  { name: "a WeakRef", write: "globalThis.ref = new WeakRef(Object)", look: "typeof globalThis.ref" },
  {
    name: "a suspended generator",
    write: "globalThis.g = (function* () { yield 1; yield 2 })(); g.next()",
    look: "typeof globalThis.g",
  },
  {
    name: "a suspended async iterator",
    write: "const g = (async function* () { yield 1; globalThis.left = 1 })(); void g.next()",
    look: "typeof globalThis.left",
  },
  { name: "a timer", write: "setTimeout(() => { console.log('LEFT'); notes.list_notes() }, 5)", look: "sleep(30)" },
  { name: "an interval", write: "setInterval(() => console.log('LEFT'), 1)", look: "sleep(30)" },
  {
    name: "a timer set from a microtask after the end",
    write: "(async () => { for (let i = 0; i < 50; i++) await null; setTimeout(() => console.log('LEFT'), 1) })()",
    look: "sleep(30)",
  },
  { name: "a pending promise", write: "new Promise(() => {}).then(() => console.log('LEFT'))", look: "sleep(20)" },
  { name: "an unhandled rejection", write: "Promise.reject(new Error('LEFT'))", look: "sleep(20)" },
  { name: "a rejection after the end", write: "sleep(5).then(() => { throw new Error('LEFT') })", look: "sleep(30)" },
  { name: "a microtask that queues itself", write: "(function f() { queueMicrotask(f) })()", look: "sleep(20)" },
  { name: "an un-awaited call", write: "notes.list_notes().then(() => console.log('LEFT'))", look: "sleep(20)" },
  { name: "a call in flight", write: "modern.slow({ ms: 20 }).then(() => console.log('LEFT'))", look: "sleep(50)" },
  {
    name: "an event listener",
    write: "EventTarget.prototype.addEventListener.call(new EventTarget(), 'x', () => {})",
    look: "typeof addEventListener",
  },
  {
    name: "AbortSignal.timeout",
    write: "AbortSignal.timeout(5).addEventListener('abort', () => console.log('LEFT'))",
    look: "sleep(30)",
  },
  { name: "an aborted signal", write: "AbortSignal.abort().reason.left = 1", look: "AbortSignal.abort().reason.left" },
  {
    name: "the console replaced",
    write: "console.log = () => {}; console = null",
    look: "console.log('seen')",
    logs: ["seen"],
  },
  {
    name: "the counts of the console",
    write: "console.count('x'); console.time('t')",
    look: "console.count('x')",
    logs: ["x: 1"],
  },
  { name: "the logs of the console", write: "console.log('LEFT')", look: "1" },
  {
    name: "the bound of logs used up",
    write: "for (let i = 0; i < 5_000; i++) console.log(i)",
    look: "console.log('seen')",
    logs: ["seen"],
  },
  {
    name: "the bound of allocations used up",
    write: "for (let i = 0; i < 30; i++) 'x'.repeat(2 ** 25 - 1)",
    look: "'x'.repeat(1e6).length",
  },
  {
    name: "timers used up",
    write: "for (let i = 0; i < 9_000; i++) setTimeout(() => {}, 1e6)",
    look: "(() => { for (let i = 0; i < 9_000; i++) setTimeout(() => {}, 1e6) })()",
    logs: [expect.stringContaining("a timer of 1000000 ms and 8999 more had not fired")],
  },
  { name: "the input changed", write: "input.object.left = 1; input.list.push(1)", look: "[input.object, input.list]" },
  {
    name: "the counters of the instrumentation",
    write: "for (let i = 0; i < 1e6; i++) ((x) => x)(i)",
    look: "(() => { let n = 0; for (let i = 0; i < 1e6; i++) n++; return n })()",
  },
  {
    name: "a limit reached and caught",
    write: "try { for (;;) {} } catch {}",
    look: "(() => { let n = 0; for (let i = 0; i < 1e6; i++) n++; return n })()",
  },
  {
    name: "a limit reached",
    write: "for (;;) {}",
    look: "(() => { let n = 0; for (let i = 0; i < 1e6; i++) n++; return n })()",
  },
  { name: "an isolate ended", write: "for (;;) { try { for (;;) {} } catch {} }", look: "1" },
  { name: "a stack run full", write: "(function f() { f() })()", look: "1" },
  {
    name: "a frozen or sealed object",
    write: "Object.freeze(console); Object.preventExtensions(input)",
    look: "[Object.isFrozen(console), Object.isFrozen(input)]",
  },
  {
    name: "Intl defaults",
    write: "Intl.DateTimeFormat.prototype.resolvedOptions = () => ({ timeZone: 'LEFT' })",
    look: "new Intl.DateTimeFormat().resolvedOptions().timeZone",
  },
  {
    name: "the size of a shared buffer",
    write: "const b = new ArrayBuffer(8); b.transfer(16)",
    look: "new ArrayBuffer(8).byteLength",
  },
  { name: "Proxy.revocable of a built-in", write: "Proxy.revocable(Array, {}).revoke()", look: "Array.isArray([])" },
];

describe("the next run does not see", () => {
  it.each(OTHERS)("$name", async ({ write, look, ...expected }) => {
    const code = disguised(`if (input.write) { ${write} } else { return { seen: await (${look}) } }`);
    await attack(client, code, { input: looking(), options: { cpu_ms: 400 } });
    const untouched = await attack(client, code, { input: looking(), options: { cpu_ms: 400 } });
    await attack(client, code, { input: { ...looking(), write: true }, options: { cpu_ms: 400 } });
    const after = await attack(client, code, { input: looking(), options: { cpu_ms: 400 } });
    expect(after).toMatchObject({ ok: true, value: untouched.value, logs: expected.logs ?? [] });
    expect(JSON.stringify(after)).not.toContain("LEFT");
  });
});

const looking = () => ({ write: false, object: {}, list: [] });

describe("isolates", () => {
  it("let a script that changes built-ins do so in every run, each for itself", async () => {
    const code = "Array.prototype.sum = function () { return this.reduce((a, b) => a + b, 0) }; [1, 2].sum()";
    for (let run = 0; run < 3; run += 1) expect(await attack(client, code)).toMatchObject({ ok: true, value: 3 });
    expect(await attack(client, "typeof [].sum")).toMatchObject({ ok: true, value: "undefined" });
  });

  it("two runs of one script at once keep values, logs and limits apart", async () => {
    const other = await connect();
    const code = `console.log(input.who); const { notes: all } = await notes.list_notes(); await sleep(20);
      if (input.loop) for (;;) { try { for (;;) {} } catch {} }
      console.log(input.who, all.length); return input.who`;
    const asked = (who: string, loop: boolean) => ({
      input: { who, loop },
      options: { cpu_ms: 150, timeout_ms: 5_000 },
    });
    const runs = await Promise.all([
      attack(client, code, asked("a", false)),
      attack(other, code, asked("b", true)),
      attack(other, code, asked("c", false)),
      attack(client, code, asked("d", false)),
    ]);
    await other.close();
    expect(runs).toMatchObject([
      { ok: true, value: "a", logs: ["a", "a 3"] },
      { ok: false, error: { code: "CPU_LIMIT" }, logs: ["b"] },
      { ok: true, value: "c", logs: ["c", "c 3"] },
      { ok: true, value: "d", logs: ["d", "d 3"] },
    ]);
  });
});
