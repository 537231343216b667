/** The rewriting's helpers in the hands of an enemy: they give nothing away, remember nothing, and their loops end. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attack, LATE_MS, timedAttack } from "../support/attack.ts";
import { connect } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
  await attack(client, "call_tool('notes', 'list-notes', {}).ok");
});
afterAll(() => client.close());

/** The script does not write the name of the helpers, which is refused. */
const HELPERS = "globalThis['$mcp' + 'proxy']";
const CALL = "call_tool('modern', 'echo', { text: 'x' })";

describe("what a run writes, the next does not see", () => {
  it.each([
    "call_tool",
    "call_tools",
    HELPERS,
    `${HELPERS}.m`,
    `${HELPERS}.b`,
    `${HELPERS}.each`,
    `${HELPERS}.s`,
    `${HELPERS}.s()`,
    `${HELPERS}.take`,
    `${HELPERS}.f(call_tool, '')`,
    `${HELPERS}.each([])`,
    `${HELPERS}.w(1)`,
    `${HELPERS}.b(1).__proto__`,
    `${HELPERS}.r(async () => 1)`,
    `${HELPERS}.r(async () => 1).then`,
    `Object.getOwnPropertyDescriptor(String.prototype, 'content').get`,
    `Object.getOwnPropertyDescriptor(Number.prototype, 'isError').get`,
    `${CALL}.result.content`,
    `[1].map((x) => ${CALL})`,
    `(() => { try { [1].values().map((x) => ${CALL}) } catch (e) { return e.constructor } })()`,
  ])("on %s", async (path) => {
    const code = `const r = ${CALL}; if (!r.ok) r.result.content;
      const it = ${path}; try { if (input.write) it.left = 'LEFT' } catch {}
      let left; try { left = it.left } catch {}
      return left ?? 'clean'`;
    await attack(client, code, { input: { write: true } });
    expect(await attack(client, code, { input: { write: false } })).toMatchObject({ value: "clean" });
  });

  it("in the text of a result", async () => {
    const code = `if (input.write) return call_tool('modern', 'echo', { text: 'secret' }).result.content[0].text;
      return 'secret'.content === undefined`;
    expect(await attack(client, code, { input: { write: true } })).toMatchObject({ value: "secret" });
    expect(await attack(client, code, { input: { write: false } })).toMatchObject({ value: true });
  });
});

describe("the helpers", () => {
  it("lead to nothing but themselves", async () => {
    const code = `${CALL};
      const helpers = ${HELPERS};
      const seen = new Set();
      const names = [];
      const look = (it, path) => {
        if (it === null || (typeof it !== 'object' && typeof it !== 'function') || seen.has(it)) return;
        seen.add(it);
        for (const key of Reflect.ownKeys(it)) {
          const { value } = Object.getOwnPropertyDescriptor(it, key);
          names.push(path + '.' + String(key));
          look(value, path + '.' + String(key));
        }
      };
      look(helpers, '$');
      return [Object.isFrozen(helpers), names.filter((name) => !/\\.(length|name)$/.test(name)).join(' ')]`;
    const ended = await attack(client, code);
    expect(ended).toMatchObject({
      value: [
        true,
        "$.m $.o $.f $.p $.w $.v $.b $.r $.s $.i $.each $.each.prototype $.each.prototype.constructor $.list $.take",
      ],
    });
  });

  it("cannot be named by a script", async () => {
    for (const name of ["$mcpproxy", "$mcpproxy_wire", "$mcpproxy_blocks", "$mcpproxy_last", "\\u0024mcpproxy"]) {
      const ended = await attack(client, `${CALL}; ${name}`);
      expect(ended).toMatchObject({ ok: false, error: { code: "SYNTAX_ERROR" } });
    }
  });

  it("do not take a script's word for a tool's", async () => {
    const code = `${CALL};
      const forged = { then: (resolve) => resolve('forged') };
      const f = () => { ${CALL}; return forged };
      return f() === forged`;
    expect(await attack(client, code)).toMatchObject({ value: true });
  });
});

describe("loops of the helpers end", () => {
  const wait = `(x) => ${CALL}`;
  it.each([
    { given: `Array.prototype.forEach.call({ length: 2 ** 40 }, ${wait})`, want: "CPU_LIMIT" },
    { given: `Array.prototype.reduceRight.call({ length: 2 ** 50 }, ${wait})`, want: "CPU_LIMIT" },
    { given: `Array.prototype.sort.call({ length: 2 ** 40 }, ${wait})`, want: "CPU_LIMIT" },
    { given: `Array.prototype.map.call({ length: 2 ** 40 }, ${wait})`, want: "RUNTIME_ERROR" },
    { given: `call_tool.apply(null, { length: 2 ** 40 })`, want: "MEMORY_LIMIT" },
    { given: `function* g() { for (;;) yield input.never && ${CALL} } [...g()]`, want: "CPU_LIMIT" },
    { given: `function* g() { for (;;) yield input.never && ${CALL} } for (const x of g()) { }`, want: "CPU_LIMIT" },
    // Ten thousand functions that wait, and are collected, take half a second on a busy machine.
    { given: `const f = (n) => (input.never ? ${CALL} : f(n + 1)); f(0)`, want: "RUNTIME_ERROR", cpuMs: 2_000 },
    {
      given: `const o = { [Symbol.iterator]: () => ({ next: () => input.never ? ${CALL} : { done: false } }) }; for (const x of o) { }`,
      want: "CPU_LIMIT",
    },
    {
      given: `const xs = [1]; xs.forEach((x, i) => { xs.push(1); input.never && ${CALL} }); xs.length`,
      want: undefined,
    },
    {
      given: `for (;;) { try { Array.prototype.forEach.call({ length: 2 ** 40 }, ${wait}) } catch {} }`,
      want: "CPU_LIMIT",
    },
  ])("$given", async ({ given, want, cpuMs = 500 }) => {
    const { ended, ms } = await timedAttack(client, given, { input: {}, options: { cpu_ms: cpuMs } });
    expect(ended.error?.code).toBe(want);
    expect(ms).toBeLessThan(3_000 + LATE_MS);
  });
});

describe("a script whose value is read last ends at its limits", () => {
  it.each([
    { given: `async function f() { ${CALL}; for (;;) {} } f(); ({})`, want: "CPU_LIMIT" },
    { given: "async function f() { for (;;) await null } typeof call_tool; f(); ({})", want: "CPU_LIMIT" },
    { given: "async function f() { for (;;) await sleep(1) } typeof call_tool; f(); ({})", want: "TIMEOUT" },
    { given: `async function f() { for (;;) ${CALL} } f(); ({})`, want: "TIMEOUT" },
    {
      given: `async function f() { for (;;) ${CALL} } f(); ({})`,
      options: { max_tool_calls: 3 },
      want: "MAX_TOOL_CALLS_EXCEEDED",
    },
    { given: `async function f() { ${CALL} } f(); ({ toJSON() { for (;;); } })`, want: "CPU_LIMIT" },
  ])("$want: $given", async ({ given, want, options }) => {
    const { ended, ms } = await timedAttack(client, given, { options: { timeout_ms: 1_500, ...options } });
    expect(ended.error?.code).toBe(want);
    expect(ms).toBeLessThan(3_000 + LATE_MS);
  });
});
