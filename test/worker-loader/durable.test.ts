/** Runs that are cut off at each position of their journals, and go on. `npm run fuzz -- durable-runs` tries 500 programs, this the first few. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { Attempts, findDifferences } from "../support/durable-attempts.ts";
import { durableProgram } from "../support/durable-programs.ts";

const { DURABLE_PROGRAMS, DURABLE_SEED } = env as {
  readonly DURABLE_PROGRAMS?: string;
  readonly DURABLE_SEED?: string;
};
const PROGRAMS = Number(DURABLE_PROGRAMS ?? "") || 3;
const FIRST = Number(DURABLE_SEED ?? "") || 1;
const MS_PER_PROGRAM = 300_000;

const answered = { rank: (call: number): number => call };

describe("a program that is cut off anywhere", () => {
  const seeds = Array.from({ length: PROGRAMS }, (_, at) => FIRST + at);
  it.each(seeds)("goes on to the same value and log, program %d", { timeout: MS_PER_PROGRAM }, async (seed) => {
    const program = durableProgram(seed);
    expect(await findDifferences(program), JSON.stringify(program)).toEqual([]);
  });
});

describe("another attempt of a run", () => {
  it("sees the time, randomness and ids of the first one", async () => {
    const draws = `[Date.now(), new Date().getTime(), Math.random(), crypto.randomUUID(), crypto.getRandomValues(new Uint8Array(4)).join(), performance.now()]`;
    const attempts = new Attempts({
      code: `const before = ${draws}; await github.get({ n: 1 }); await sleep(3); const after = ${draws}; await github.get({ n: 2 }); [before, after]`,
      ...answered,
    });
    expect(await attempts.attempt(4)).toBeUndefined();
    expect(await attempts.attempt(6)).toBeUndefined();
    const ended = await attempts.attempt();
    const again = await attempts.attempt();
    expect(ended).toMatchObject({ ok: true });
    expect(again).toEqual(ended);
    expect([...attempts.reached.values()]).toEqual([1, 1]);
  });

  it.each([
    {
      what: "another call in the place of one",
      before: `await github.get({ n: 1 }); await github.get({ n: 2 })`,
      after: `await github.get({ n: 1 }); await github.get({ n: 3 })`,
      says: ['github.get({"n":2})', 'github.get({"n":3})'],
    },
    {
      what: "a call more before one that was recorded",
      before: `await github.get({ n: 1 }); await github.get({ n: 2 })`,
      after: `await github.get({ n: 5 }); await github.get({ n: 1 })`,
      says: ['github.get({"n":1})', 'github.get({"n":5})'],
    },
    {
      what: "a call less",
      before: `await github.get({ n: 1 }); await github.get({ n: 2 })`,
      after: `await github.get({ n: 1 })`,
      says: ['github.get({"n":2})', "does not ask for it"],
    },
    {
      what: "no call at all, waiting for ever",
      before: `await github.get({ n: 1 }); await github.get({ n: 2 })`,
      after: `await new Promise(() => {})`,
      says: ['github.get({"n":1})', "does not ask for it"],
    },
  ])("stops at $what, and makes no call", async ({ before, after, says }) => {
    const attempts = new Attempts({ code: before, ...answered });
    await attempts.attempt();
    const other = new Attempts({ code: after, ...answered });
    other.journal.push(...attempts.journal);
    const ended = await other.attempt();
    expect(ended).toMatchObject({ ok: false, error: { code: "REPLAY_DIVERGED" } });
    for (const text of says) expect(JSON.stringify(ended)).toContain(JSON.stringify(text).slice(1, -1));
    expect(other.reached.size).toBe(0);
  });
});

it("goes on where it has read bodies beside calls, in the order of before", async () => {
  const branch = `async (n) => {
    const { n: got } = await new Response(JSON.stringify(await github.get({ n }))).json();
    const form = new FormData();
    form.append("file", new Blob(["x".repeat(n * 50_000)]));
    order.push(["form", n, (await new Response(form).arrayBuffer()).byteLength > n * 50_000]);
    await github.get({ n: n + 10, got });
    order.push(["called", n]);
  }`;
  const code = `const order = [];
    const aside = new Request("http://a.example", { method: "POST", body: "x" }).text().then(() => order.push("aside"));
    await Promise.all([aside, sleep(1).then(() => order.push("slept")), ...[1, 2, 3, 4].map(${branch})]);
    await github.get({ n: 30 });
    order`;
  for (const rank of [answered.rank, (call: number): number => -call]) {
    expect(await findDifferences({ code, rank })).toEqual([]);
  }
}, 120_000);

it("goes on where a body calls a tool while it is read", async () => {
  const code = `const text = async function* () {
      yield new TextEncoder().encode("first ");
      const { n } = await github.get({ n: 1 });
      yield new TextEncoder().encode(String(n));
    };
    const [read] = await Promise.all([new Response(text()).text(), github.get({ n: 2 })]);
    await github.get({ n: 3 });
    read`;
  expect(await findDifferences({ code, ...answered })).toEqual([]);
}, 60_000);

it("reads a body behind one that waits for a call, in the order of before", async () => {
  const code = `const order = [];
    const waits = async function* () {
      const { n } = await github.get({ n: 1 });
      yield new TextEncoder().encode(String(n));
    };
    const read = (what, body) => new Response(body).text().then(() => order.push(what));
    const call = github.get({ n: 2 }).then(() => order.push("called"));
    await Promise.all([read("waited", waits()), read("in memory", "hello"), call]);
    await github.get({ n: 3 });
    order`;
  expect(await findDifferences({ code, ...answered })).toEqual([]);
}, 60_000);

it("records no name of a tool that is longer than the gate accepts, and goes on past it", async () => {
  const code = `const long = "x".repeat(1e6);
    const refused = [];
    for (const name of [long, long + "y", "y" + long]) {
      try { await github[name]({ n: 1 }); } catch ({ code }) { refused.push(code); }
    }
    await github.get({ n: 2 });
    refused`;
  const attempts = new Attempts({ code, ...answered });
  expect(await attempts.attempt()).toMatchObject({
    ok: true,
    value: JSON.stringify(Array.from({ length: 3 }, () => "TOOL_NOT_FOUND")),
  });
  expect(JSON.stringify(attempts.journal).length).toBeLessThan(10_000);
  expect(await findDifferences({ code, ...answered })).toEqual([]);
}, 60_000);

describe("timers of a durable run", () => {
  it("are bounded in number at the same time", async () => {
    const many = `for (let i = 0; i < 3000; i++) setTimeout(() => {}, 500000 + i); await sleep(1); "never"`;
    const ended = await new Attempts({ code: many, ...answered }).attempt();
    expect(ended).toMatchObject({ ok: false, error: { code: "CAPACITY", message: expect.stringContaining("2000") } });
  });

  it("that were cleared do not count", async () => {
    const code = `
      for (let i = 0; i < 1100; i++) clearTimeout(setTimeout(() => {}, 500000));
      for (let i = 0; i < 1100; i++) setTimeout(() => {}, 500000);
      await sleep(1);
      "enough"`;
    expect(await new Attempts({ code, ...answered }).attempt()).toMatchObject({ ok: true, value: '"enough"' });
  });

  it("fire in the order of their times, also when some are cleared and the run is resumed", async () => {
    const code = `
      const fired = [];
      for (let i = 0; i < 300; i++) clearTimeout(setTimeout(() => fired.push(i), 1));
      const kept = [5, 1, 3].map((ms) => setTimeout(() => fired.push(ms), ms));
      clearTimeout(kept[1]);
      await github.get({ n: 1 });
      await sleep(10);
      fired`;
    const attempts = new Attempts({ code, ...answered });
    expect(await attempts.attempt(306)).toBeUndefined();
    const ended = await attempts.attempt();
    expect(ended).toMatchObject({ ok: true, value: "[3,5]" });
    expect(await attempts.attempt()).toEqual(ended);
  });
});
