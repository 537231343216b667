/** Values of earlier results are found in later arguments, and chance is not taken for one. */
import { describe, expect, it } from "vitest";
import { findOrigins } from "../../src/ledger/argument-origins.ts";

interface Made {
  readonly args: unknown;
  readonly result?: unknown;
  readonly startedAt?: number;
  readonly endedAt?: number;
}

function origins(calls: readonly Made[], code = "") {
  const recorded = calls.map(({ args, result, startedAt, endedAt }, index) => ({
    number: index + 1,
    state: "ok" as const,
    startedAt: startedAt ?? index * 10,
    endedAt: endedAt ?? index * 10 + 5,
    arguments: JSON.stringify(args),
    result: JSON.stringify(result ?? null),
  }));
  return findOrigins(recorded, code);
}

const LONG = "Please wire the invoice of March to the account that was named in the letter.";

describe("a value of a result", () => {
  it.each([
    { what: "the whole of an argument", result: { id: "issue-4711" }, args: { key: "issue-4711" }, argument: "key" },
    { what: "a number", result: [{ number: 48_151 }], args: { issue: { number: 48_151 } }, argument: "issue.number" },
    {
      what: "a word of a text",
      result: "alice@example.com",
      args: { text: "cc alice@example.com, now" },
      argument: "text",
    },
    {
      what: "a part of a longer text",
      result: { body: LONG },
      args: { text: `FYI: ${LONG.slice(7, 40)}` },
      argument: "text",
    },
    { what: "an element of a list", result: LONG, args: { lines: ["one", LONG] }, argument: "lines.1" },
  ])("is found as $what", ({ result, args, argument }) => {
    const found = origins([{ args: {}, result }, { args }]);
    expect(found).toMatchObject({ isComplete: true, origins: [{ call: 2, from: 1, argument }] });
  });

  it("is cut where it is shown", () => {
    const [origin] = origins([{ args: {}, result: "x".repeat(500) }, { args: { text: "x".repeat(500) } }]).origins;
    expect(origin?.text).toHaveLength(80);
  });

  it("names the latest of the calls that returned it", () => {
    const found = origins([
      { args: {}, result: "issue-4711" },
      { args: {}, result: "issue-4711" },
      { args: { key: "issue-4711" } },
    ]);
    expect(found.origins).toMatchObject([{ call: 3, from: 2 }]);
  });
});

describe("nothing is found", () => {
  it.each([
    { what: "where values are short", result: { state: "open" }, args: { state: "open" } },
    { what: "where texts share little", result: "the quick brown fox", args: { text: "the quick red fox jumps" } },
    { what: "where values differ", result: { id: "issue-4711" }, args: { id: "issue-4712" } },
  ])("$what", ({ result, args }) => {
    expect(origins([{ args: {}, result }, { args }])).toStrictEqual({ origins: [], isComplete: true });
  });

  it("where the script spells the value out", () => {
    const calls = [{ args: {}, result: { name: "octocat/hello" } }, { args: { repo: "octocat/hello" } }];
    expect(origins(calls, 'await github.get({ repo: "octocat/hello" })').origins).toStrictEqual([]);
  });

  it("where the result came later than the call", () => {
    const calls = [
      { args: {}, result: "issue-4711", startedAt: 0, endedAt: 100 },
      { args: { key: "issue-4711" }, startedAt: 10 },
    ];
    expect(origins(calls).origins).toStrictEqual([]);
  });
});

it("texts that repeat themselves are compared in time that grows with their length", () => {
  const text = "a".repeat(16_000);
  const calls = Array.from({ length: 120 }, () => ({ args: { text }, result: text }));
  const started = performance.now();
  expect(origins(calls).origins).toHaveLength(119);
  // Some 100 ms; a search that looks back to the beginning of the texts takes minutes.
  expect(performance.now() - started).toBeLessThan(5_000);
});

it("what is too long to be compared is said", () => {
  const text = "0123456789".repeat(300_000);
  const found = origins([{ args: {}, result: text }, { args: { text } }]);
  expect(found.isComplete).toBe(false);
});

it.each([
  {
    what: "values that are searched for in a long script",
    args: { list: Array(200_000).fill("aaaaa1") },
    code: "a".repeat(250_000),
    isWhole: false,
  },
  {
    what: "values below a long key",
    args: { ["k".repeat(500_000)]: Array(200_000).fill("aaaaa1") },
    code: "",
    isWhole: true,
  },
])("time is bounded: $what", ({ args, code, isWhole }) => {
  const started = performance.now();
  const { isComplete } = origins([{ args: {}, result: { value: "aaaaa1" } }, { args }], code);
  // Without a bound, these take from half a minute to hours.
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(isComplete).toBe(isWhole);
});
