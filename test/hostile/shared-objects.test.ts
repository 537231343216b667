/** What two runs in one isolate share, and therefore may not change. */
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

describe("nothing that two evaluations share can be changed", () => {
  // Evaluates every path of properties, prototypes, accessors and harmless calls twice, each time from new instances: what is
  // the same object both times belongs to the isolate, and has to be frozen.
  const EXPLORE = `
    const samples = [[], [""], [[]], ["https://a.b/"], [{}], [() => {}], [1], ["en"], [["x"], "x"]];
    const SCOPE = new Set(["input", "console", "log", "call_tool", "performance", "fetch", "globalThis", "self", "sleep",
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
