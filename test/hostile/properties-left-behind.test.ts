/** Properties that a run leaves on what it reaches in an isolate that is used again; see leftovers.test.ts. */
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

/** Without the name of a global that leads further: only what syntax and the harness lead to is locked for such scripts (guest/lockdown.js). */
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
