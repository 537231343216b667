/**
 * What a run leaves behind in an isolate that is used again. A script's first run has an isolate of its own; every text runs twice
 * more, so that the third run is in the isolate of the second. `input` says which one writes and which one looks.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { isolateId, leaseIsolate } from "../../worker-loader/isolates.ts";
import { attack } from "../support/attack.ts";
import { connect } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
  await attack(client, "await notes.list_notes()");
});
afterAll(() => client.close());

/**
 * Scripts that seem to change built-ins never run in an isolate that is used again. These hide it: what is computed is not read off
 * their text.
 */
function disguised(code: string): string {
  return code
    .replaceAll(/\.(prototype|__proto__|getPrototypeOf|setPrototypeOf)\b/g, (_, name: string) => {
      return `['${name.slice(0, 5)}' + '${name.slice(5)}']`;
    })
    .replaceAll(/\b([A-Z]\w*)((?:\.\w+|\[[^\]]*\])+ *=(?!=))/g, "(0, $1)$2")
    .replaceAll("delete Array", "delete (0, Array)");
}

/** `write` may be refused, which is as good; `look` is what the next run must not see. */
const PROPERTIES = [
  "globalThis",
  "self",
  "Object",
  "Object.prototype",
  "Function.prototype",
  "Array.prototype",
  "Array",
  "ArrayBuffer",
  "Uint8Array",
  "Object.getPrototypeOf(Uint8Array)",
  "String.prototype",
  "Number",
  "Symbol",
  "Symbol.for('left')",
  "BigInt.prototype",
  "Promise",
  "Promise.prototype.then",
  "Map.prototype",
  "WeakMap.prototype.get",
  "WeakRef",
  "Error",
  "Error.prototype",
  "TypeError",
  "DOMException.prototype",
  "RegExp",
  "RegExp.prototype[Symbol.replace]",
  "Math",
  "JSON",
  "Reflect",
  "Proxy",
  "Intl",
  "Intl.NumberFormat.prototype",
  "Date",
  "Iterator.prototype",
  "Object.getPrototypeOf(Iterator.prototype.map.call([].values(), String))",
  "Object.getPrototypeOf(Iterator.from({ next() {} }))",
  "Object.getPrototypeOf([][Symbol.iterator]())",
  "Object.getPrototypeOf(new Map().entries())",
  "Object.getPrototypeOf(new Set().values())",
  "Object.getPrototypeOf(''[Symbol.iterator]())",
  "Object.getPrototypeOf('x'.matchAll(/x/g))",
  "Object.getPrototypeOf(function* () {})",
  "Object.getPrototypeOf(async () => {})",
  "Object.getPrototypeOf(async function* () {}.prototype)",
  "Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}.prototype))",
  "Object.getPrototypeOf(new Intl.Segmenter('en').segment('x'))",
  "Object.getPrototypeOf(new Intl.Segmenter('en').segment('x')[Symbol.iterator]())",
  "Object.getPrototypeOf(new URLSearchParams().keys())",
  "Object.getPrototypeOf(new URLSearchParams().values())",
  "Object.getPrototypeOf(new Headers().keys())",
  "Object.getPrototypeOf(new Headers().entries())",
  "Object.getPrototypeOf(new FormData().keys())",
  "URL.prototype",
  "new URL('https://a.b').searchParams.constructor",
  "TextEncoder.prototype",
  "crypto",
  "crypto.subtle",
  "AbortSignal.prototype",
  "new AbortController().signal.constructor",
  "EventTarget.prototype.addEventListener",
  "Event",
  "Blob.prototype",
  "structuredClone",
  "Object.getOwnPropertyDescriptor(new Error(), 'stack').get ?? {}",
  "Object.getOwnPropertyDescriptor(Object.prototype, '__proto__').get",
  "Object.getOwnPropertyDescriptor(Map.prototype, 'size').get",
  "Object.getOwnPropertyDescriptor(RegExp.prototype, 'flags').get",
  "Object.getOwnPropertyDescriptor((function () { return arguments })(), 'callee').get",
  "((strings) => strings)`a${1}b`",
  "((strings) => strings.raw)`a${1}b`",
  "console",
  "console.log",
  "fetch",
  "sleep",
  "setTimeout",
  "queueMicrotask",
  "performance",
  "call_tool",
  "ToolError",
  "ToolError.prototype",
  "notes.list_notes",
  "notes.list_notes.raw",
  "input.object",
  "await notes['no' + 'pe']().catch((e) => e.constructor)",
  "(() => { try { 'x'.repeat(2 ** 28) } catch (e) { return e.constructor.prototype } })()",
];

describe("a property on", () => {
  it.each(PROPERTIES)("%s", async (path) => {
    const code = disguised(
      `const it = ${path}; try { if (input.write) it.left = 'LEFT' } catch {} return it.left ?? 'clean'`,
    );
    await attack(client, code, { input: { write: false, object: {} } });
    await attack(client, code, { input: { write: true, object: {} } });
    expect(await attack(client, code, { input: { write: false, object: {} } })).toMatchObject({ value: "clean" });
  });
});

/**
 * Without the name of a global that leads further: only what syntax and the harness lead to is locked for such scripts
 * (guest/lockdown.js).
 */
const UNNAMED = [
  "(() => { try { for (;;) setTimeout(() => {}, 1e9) } catch (e) { return e.constructor } })()",
  "(() => { try { for (;;) setTimeout(() => {}, 1e9) } catch (e) { return e.constructor.prototype } })()",
  "(() => { try { using x = { [Symbol.dispose]() { throw 1 } }; throw 2 } catch (e) { return e.constructor } })()",
  "(() => { try { using x = { [Symbol.dispose]() { throw 1 } }; throw 2 } catch (e) { return e.constructor.prototype } })()",
  "await (async()=>{ try { await using x = { async [Symbol.asyncDispose]() { throw 1 } }; throw 2 } catch (e) { return e.constructor } })()",
  "(function(){return arguments})().__proto__",
  "(() => { try { 'x'.repeat(2**29) } catch (e) { return e.constructor } })()",
  "(() => { try { 'x'.normalize('y') } catch (e) { return e.constructor } })()",
  "(() => { try { (1).toLocaleString('x-y-z-bad_') } catch (e) { return e.constructor } })()",
  "(async () => {})().constructor",
  "(async () => {})().finally(()=>{}).constructor.prototype.then",
  "sleep(0).constructor",
  "fetch('x').catch(e=>e).constructor",
  "await fetch('x').catch(e=>e.constructor)",
  "await notes['no' + 'pe']().catch((e) => e.constructor)",
  "await notes['no' + 'pe']().catch((e) => e.__proto__.__proto__)",
  "(await notes.list_notes()).__proto__",
  "console.__proto__",
  "performance.__proto__",
  "ToolError.__proto__",
  "await call_tool('x','y').then(e=>e.constructor)",
  "input.constructor.constructor",
  "''.matchAll(/x/g).__proto__.__proto__",
  "(function*(){})().map(x=>x).__proto__",
  "(async function*(){})().__proto__.__proto__.__proto__",
  "/x/v.__proto__",
  "/x/d.exec('x').indices.__proto__",
  "/(?<a>x)/.exec('x').groups ?? {}",
  "Symbol.iterator.__proto__",
  "(5n).__proto__",
  "((s)=>s)`x`.__proto__",
  "`x`.__proto__",
  "(()=>{ try { null.x } catch(e) { return e.__proto__ } })()",
  "(()=>{ try { decodeURI('%') } catch(e) { return e.constructor } })()",
  "(()=>{ try { Symbol() + 1 } catch(e) { return e.constructor } })()",
  "(()=>{ try { 1n + 1 } catch(e) { return e.__proto__ } })()",
  "await Promise.any([]).catch(e=>e.constructor)",
  "await (async()=>{ try { await Promise.any([]) } catch (e) { return e.__proto__ } })()",
  "[].values().__proto__.__proto__.constructor",
  "[].values().take(1).__proto__",
  "[1].entries().toArray().__proto__",
];

describe("a property on what no global was named for", () => {
  it.each(UNNAMED)("%s", async (path) => {
    const code = disguised(
      `const it = ${path}; try { if (input.write) it.left = 'LEFT' } catch {} return it.left ?? 'clean'`,
    );
    await attack(client, code, { input: { write: false } });
    await attack(client, code, { input: { write: true } });
    expect(await attack(client, code, { input: { write: false } })).toMatchObject({ value: "clean" });
  });
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

describe("nothing that two evaluations share can be changed", () => {
  // Evaluates every path of properties, prototypes, accessors and harmless calls twice, each time from new instances: what is
  // the same object both times belongs to the isolate, and has to be frozen.
  const EXPLORE = `
    const samples = [[], [""], [[]], ["https://a.b/"], [{}], [() => {}], [1], ["en"], [["x"], "x"]];
    const SCOPE = new Set(["input", "console", "call_tool", "performance", "fetch", "globalThis", "self", "sleep",
      "setTimeout", "setInterval", "clearTimeout", "clearInterval", "queueMicrotask"]);
    const HARMLESS = new Set(["constructor", "generateKey", "waitUntil"]);
    const make = (create) => { try { return create() } catch { return undefined } };
    const isObject = (value) => value !== null && (typeof value === "object" || typeof value === "function");
    const roots = () => {
      const found = new Map();
      for (const name of Reflect.ownKeys(globalThis)) {
        if (SCOPE.has(name)) continue;
        const value = globalThis[name];
        found.set(name, value);
        if (typeof value !== "function") continue;
        samples.forEach((args, n) => {
          found.set("new " + name + "#" + n, make(() => Reflect.construct(value, args)));
          found.set(name + "()#" + n, make(() => value(...args)));
        });
        for (const key of Reflect.ownKeys(value)) {
          if (typeof value[key] !== "function" || key === "prototype") continue;
          samples.forEach((args, n) => found.set(name + "." + String(key) + "()#" + n, make(() => value[key](...args))));
        }
      }
      found.set("caught", make(() => { try { null.x } catch (e) { return e } }));
      found.set("generator", (function* () { yield 1 })());
      found.set("async generator", (async function* () { yield 1 })());
      found.set("arguments", (function () { return arguments })(1));
      found.set("template", ((strings) => strings)\`a\`);
      found.set("segments", new Intl.Segmenter("en").segment("x"));
      found.set("match", "x".matchAll(/x/g));
      found.set("helper", [1].values().map(String));
      found.set("refused", make(() => { try { "x".repeat(2 ** 29) } catch (e) { return e } }));
      return found;
    };
    const seen = new Set(), kinds = new Set(), leaks = [], waiting = [];
    const pair = (path, a, b, depth) => { if (a instanceof Promise) a.catch(() => {}); if (b instanceof Promise) b.catch(() => {}); if (isObject(a) && isObject(b)) waiting.push([path, a, b, depth]) };
    const first = roots(), second = roots();
    for (const [name, a] of first) pair(String(name), a, second.get(name), 0);
    while (waiting.length > 0) {
      const [path, a, b, depth] = waiting.pop();
      const shared = a === b;
      if (shared) {
        if (seen.has(a)) continue;
        seen.add(a);
        if (!Object.isFrozen(a)) leaks.push(path);
      } else {
        // New instances of a kind that was seen lead nowhere new.
        const kind = Object.getPrototypeOf(a);
        if (depth > 4 || (depth > 0 && kinds.has(kind))) continue;
        kinds.add(kind);
      }
      pair(path + ".__proto__", Object.getPrototypeOf(a), Object.getPrototypeOf(b), depth + 1);
      for (const key of Reflect.ownKeys(a)) {
        const da = Reflect.getOwnPropertyDescriptor(a, key), db = Reflect.getOwnPropertyDescriptor(b, key);
        if (da === undefined || db === undefined) continue;
        const at = path + "." + String(key);
        pair(at, da.value, db.value, depth + 1);
        pair(at + "[get]", da.get, db.get, depth + 1);
        pair(at + "[set]", da.set, db.set, depth + 1);
        // What an accessor of the lockdown hides.
        if (shared && da.get) pair(at, make(() => a[key]), make(() => b[key]), depth + 1);
      }
      if (shared) continue;
      const names = new Set();
      for (let level = a; level !== null; level = Object.getPrototypeOf(level)) for (const key of Reflect.ownKeys(level)) names.add(key);
      for (const key of names) {
        const at = path + "." + String(key), va = make(() => a[key]), vb = make(() => b[key]);
        pair(at, va, vb, depth + 1);
        if (typeof va !== "function" || HARMLESS.has(key)) continue;
        for (const args of [[], ["x"]]) {
          const ra = make(() => Reflect.apply(va, a, args)), rb = make(() => Reflect.apply(vb, b, args));
          if (!(ra instanceof Promise)) { pair(at + "()", ra, rb, depth + 1); continue }
          const got = await Promise.race([Promise.all([ra, rb]).catch((e) => [e, e?.cause]), sleep(5).then(() => [])]);
          pair("await " + at + "()", got[0], got[1], depth + 1);
        }
      }
    }
    return { shared: seen.size, kinds: kinds.size, leaks: leaks.slice(0, 50) };
  `;

  it("by an exploration of everything in reach", async () => {
    const options = { cpu_ms: 10_000, timeout_ms: 20_000 };
    await attack(client, "1", { options });
    const code = disguised(EXPLORE);
    await attack(client, code, { options });
    const { value } = await attack(client, code, { options });
    expect(value).toMatchObject({ leaks: [] });
  }, 30_000);
});

describe("isolates", () => {
  it("are another for another owner, and for another script", async () => {
    const id = await isolateId("local", "text");
    expect(await isolateId("local", "text")).toBe(id);
    expect(await isolateId("other", "text")).not.toBe(id);
    expect(await isolateId("local", "text2")).not.toBe(id);
    expect(await isolateId('local","text', "")).not.toBe(await isolateId("local", '","text'));
  });

  it("hold one run at a time, and are used again when it has ended by itself", () => {
    expect(leaseIsolate("leases").name).toBeUndefined();
    const one = leaseIsolate("leases");
    const two = leaseIsolate("leases");
    expect(two.name).not.toBe(one.name);
    one.release(true);
    const three = leaseIsolate("leases");
    expect(three.name).toBe(one.name);
    three.release(false);
    three.release(true);
    const four = leaseIsolate("leases");
    expect(four.name).not.toBe(one.name);
    expect(four.name).not.toBe(two.name);
  });

  it("are not kept for a script that changes built-ins, nor beyond the bound of this process", () => {
    for (let run = 0; run < 3; run += 1) expect(leaseIsolate("changing", { isReusable: false }).name).toBeUndefined();
    leaseIsolate("bounded");
    expect(leaseIsolate("bounded", { maxNamed: 0 }).name).toBeUndefined();
    expect(leaseIsolate("bounded").name).toBeDefined();
  });

  it("are kept from the first run on for a script that is known to be repeated", () => {
    expect(leaseIsolate("scheduled", { isRepeated: true }).name).toBeDefined();
  });

  it("are never named as one that was dropped, also when a thousand other scripts ran since", () => {
    const dropped = leaseIsolate("forgotten", { isRepeated: true });
    dropped.release(false);
    for (let n = 0; n < 1_100; n += 1) leaseIsolate(`other ${n}`);
    const next = leaseIsolate("forgotten", { isRepeated: true });
    expect(next.name).not.toBe(dropped.name);
  });

  it("are locked from the second run on", async () => {
    const code = disguised("return Object.isFrozen(Object.getPrototypeOf([]))");
    const seen = [];
    for (let run = 0; run < 3; run += 1) seen.push((await attack(client, code)).value);
    expect(seen).toEqual([false, true, true]);
  });

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
