/** Reports of an outcome that no harness sends: a script that replaces built-ins gets the stub of its host, or makes the harness say more than it would. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { LATE_MS, attack, timedAttack } from "../support/attack.ts";
import { connect } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

/** The harness asks its host to log, and gets the script's own property from Object.prototype. */
const STOLEN = `const { stub } = await new Promise((resolve) => {
  Object.defineProperty(Object.prototype, "log", { configurable: true, get() { delete Object.prototype.log; resolve({ stub: this }); return () => {} } });
  console.log("x");
});
`;

const MALFORMED = { ok: false, error: { code: "INTERNAL_ERROR", message: "The guest's report is malformed." } };
/** Far below the texts of these reports, and above what is kept of them. */
const MOST = 100_000;

it.each([
  { given: `{ ok: true, value: '"forged"' }`, want: { ok: true, value: "forged" } },
  { given: "{ ok: true, value: '[' }", want: MALFORMED },
  { given: "{ ok: true, value: '['.repeat(2e6) + ']'.repeat(2e6) }", want: MALFORMED },
  { given: `{ ok: true, value: '["\\\\\\\\[{"]'.repeat(1) }`, want: { ok: true, value: ["\\[{"] } },
  { given: "{ ok: true, value: '['.repeat(1e7) + ']'.repeat(1e7) }", want: { error: { code: "OUTPUT_TOO_LARGE" } } },
  {
    given: "{ ok: false, thrown: { kind: 'error', message: 'FORGED '.repeat(1e6), causes: [] } }",
    want: { error: { code: "RUNTIME_ERROR" } },
  },
  {
    given:
      "{ ok: false, thrown: { kind: 'call', failure: { code: 'INVALID_ARGS', message: 'FORGED '.repeat(1e6), hint: 'FORGED '.repeat(1e6) } } }",
    want: { error: { code: "INVALID_ARGS" } },
  },
])("a report of the script's own: $given", async ({ given, want }) => {
  const ended = await attack(client, `${STOLEN} void stub.settle(${given}, {}); return 1`);
  expect(ended).toMatchObject(want);
  expect(JSON.stringify(ended).length).toBeLessThan(MOST);
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
  expect(ended).toMatchObject({ ok: false, error: { code: "RUNTIME_ERROR", message: "Error: m" } });
  expect(ms).toBeLessThan(LATE_MS);
});
