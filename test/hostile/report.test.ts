/** Reports of an outcome that no harness sends: a script that replaces built-ins makes it say more than it would. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { readReport, toEnding } from "../../worker-loader/guest-report.ts";
import { DEFAULT_LIMITS } from "../../worker-loader/index.ts";
import type { Envelope } from "../support/answer.ts";
import { LATE_MS, attack, timedAttack } from "../support/attack.ts";
import { connect, execute } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

/** Far below the texts of these reports, and above what is kept of them. */
const MOST = 100_000;

it.each([{}, { detach: true }])("the host's methods are not looked for on Object.prototype: %j", async (request) => {
  const code = `const seen = [], names = ["call", "ask", "log", "limit", "settle", "timer", "clear", "rest"];
    for (const name of names) Object.defineProperty(Object.prototype, name, { configurable: true, get() { seen.push(name + typeof this) } });
    console.log("x"); await sleep(1); await notes.list_notes(); await store.keys();
    for (const name of names) delete Object.prototype[name];
    return seen`;
  const begun = await execute(client, { code, ...request });
  const ended = "detach" in request ? await settled(begun.run) : begun;
  expect(ended).toMatchObject({ ok: true, value: [] });
});

/** Polls a detached run. */
async function settled(run: string): Promise<Envelope> {
  let ended: Envelope | undefined;
  await expect
    .poll(async () => ((ended = await execute(client, { resume: run })), ended.value), { timeout: 10_000 })
    .toBeDefined();
  return ended as Envelope;
}

const ENDING = { ok: false, error: { code: "INTERNAL_ERROR", message: "The guest's report is malformed." } };
it.each([
  "Object.defineProperty(Object.prototype, 'then', { get() { return (resolve) => resolve(1) } })",
  "Object.prototype.then = (resolve) => resolve(1)",
])("a script that spoils its own report is told so: %s", async (code) => {
  expect(await attack(client, `${code}; await notes.list_notes(); 1`)).toMatchObject({
    ok: false,
    error: { code: "RUNTIME_ERROR", message: "The script changed built-ins that its own run needs." },
  });
});

const NOTHING_GIVEN = { hasGiven: () => false };

/** Reports of a script that has found a way to send them itself. */
it.each([
  { name: "no JSON", given: { ok: true, value: "[" }, want: ENDING },
  {
    name: "lists in one another",
    given: { ok: true, value: "[".repeat(1e6) + "]".repeat(1e6) },
    want: ENDING,
  },
  { name: "brackets in a text", given: { ok: true, value: '["\\\\[{"]' }, want: { ok: true, value: '["\\\\[{"]' } },
  {
    name: "too long a value",
    given: { ok: true, value: "[".repeat(1e7) },
    want: { error: { code: "OUTPUT_TOO_LARGE" } },
  },
  {
    name: "too long a message",
    given: { ok: false, thrown: { kind: "error", message: "FORGED ".repeat(1e6), causes: [] } },
    want: { error: { code: "RUNTIME_ERROR" } },
  },
  {
    name: "a long refusal of arguments",
    given: {
      ok: false,
      thrown: { kind: "call", failure: { code: "INVALID_ARGS", message: "x".repeat(1e6), hint: "x".repeat(1e6) } },
    },
    want: { error: { code: "INVALID_ARGS" } },
  },
])("a report with $name", ({ given, want }) => {
  const ending = toEnding(readReport(given), () => undefined, DEFAULT_LIMITS, NOTHING_GIVEN);
  expect(ending).toMatchObject(want);
  expect(JSON.stringify(ending).length).toBeLessThan(MOST);
});

it("a harness that is made to cut nothing off", async () => {
  const code = `const long = 'FORGED '.repeat(1e6); String.prototype.slice = () => long; throw new Error('x'.repeat(5_000))`;
  expect(JSON.stringify(await attack(client, code)).length).toBeLessThan(MOST);
});

/** Twenty thousand took five minutes, in which the gateway answered nobody. */
it("stacks that take long to read are read a few times at most", async () => {
  const code = `const line = ('at ' + '(/a '.repeat(70)).slice(0, 295) + '\\n';
    const { push } = Array.prototype;
    Array.prototype.push = function (item) {
      if (item?.label !== 'cause') return push.call(this, item);
      item.stack = line.repeat(50);
      for (let at = 0; at < 20_000; at++) this[this.length] = item;
    };
    throw new Error('m', { cause: new Error('c') })`;
  const { ended, ms } = await timedAttack(client, code);
  expect(ended).toMatchObject({ ok: false, error: { code: "RUNTIME_ERROR" } });
  expect(ended).toHaveProperty("error.message", "Error: m (cause: Error: c; cause: Error: c; cause: Error: c; …)");
  expect(ms).toBeLessThan(LATE_MS);
});
