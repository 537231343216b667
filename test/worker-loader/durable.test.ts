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
