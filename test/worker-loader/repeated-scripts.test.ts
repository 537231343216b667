/**
 * Scripts that give their own lists, maps and promises members which hide methods of built-in prototypes, or extend built-ins. From the
 * second run on a script may have an isolate whose built-ins are frozen, and its third run shares that of the second.
 */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { attack } from "../support/attack.ts";
import { connect } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

it.each([
  {
    given: `class Cache extends Map { constructor() { super(); this.get = this.get.bind(this); } }
            const cache = new Cache(); cache.set("a", 1); const { get } = cache; get("a")`,
    want: 1,
  },
  { given: "const queue = []; queue.push = (item) => { queue[0] = item; }; queue.push('x'); queue[0]", want: "x" },
  { given: "const rows = [3, 1]; rows.sort = 'asc'; rows.sort", want: "asc" },
  { given: "const list = [1]; list['map'] = () => 'own'; list.map()", want: "own" },
  { given: "const seen = new Set(); seen.add = () => 'own'; seen.add(1)", want: "own" },
  { given: "const word = /x/; word.test = () => 'own'; word.test('x')", want: "own" },
  { given: "const day = new Date(0); day.toISOString = () => 'own'; day.toISOString()", want: "own" },
  { given: "const late = Promise.resolve(1); late.finally = () => 'own'; late.finally()", want: "own" },
  { given: "function* one() { yield 1; } const it = one(); it.next = () => 'own'; it.next()", want: "own" },
  { given: "const list = [1]; list[Symbol.iterator] = function* () { yield 'own'; }; [...list]", want: ["own"] },
  { given: "const page = Object.assign([1, 2], { includes: 'all' }); page.includes", want: "all" },
  { given: "Object.assign(Array, { range: (n) => [...Array(n).keys()] }); Array.range(2)", want: [0, 1] },
  { given: "Object.defineProperty(Promise, 'later', { value: () => 'own' }); Promise.later()", want: "own" },
  { given: "const map = new Map(); Object.assign(map, { get: () => 'own' }); map.get(1)", want: "own" },
  { given: "const list = [1]; [list.map] = [() => 'own']; list.map()", want: "own" },
  { given: "const day = new Date(0); ({ at: day.getTime } = { at: () => 'own' }); day.getTime()", want: "own" },
  { given: "const headers = new Headers(); headers.get = () => 'own'; headers.get('x')", want: "own" },
])("answers the same in each run: $given", async ({ given, want }) => {
  for (let run = 0; run < 3; run += 1) expect(await attack(client, given)).toMatchObject({ ok: true, value: want });
});
