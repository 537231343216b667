/** Counters: what a window, a scope and an amount mean, and that no order of parallel calls gets past a limit. */
import { describe, expect, it } from "vitest";
import { compilePolicy } from "../../src/policy/compile.ts";
import { decide, type DecisionRequest } from "../../src/policy/decide.ts";
import { lend } from "../../src/policy/leases.ts";
import type { CounterWrite, LimitNeed } from "../../src/policy/limits.ts";
import { Random } from "../support/random.ts";
import { Counters } from "./support/counters.ts";
import { NOW, accepted, decideWith, refundRule, requestOf } from "./support/decide-with.ts";

const policyWith = (rule: object) => compilePolicy(accepted(refundRule(rule)));
const limit = (more: object): object => ({ limits: [{ counter: "c", window: "minute", max: 2, ...more }] });

type Step = Partial<DecisionRequest["owners"]> & {
  readonly args?: object;
  readonly after?: number;
  readonly path?: string;
};

/** Each step is a call; what it comes to. */
const scopes: readonly {
  readonly rule: object;
  readonly steps: readonly (readonly [Step, "allow" | "limit" | "deny"])[];
}[] = [
  {
    rule: limit({}),
    steps: [
      [{}, "allow"],
      [{}, "allow"],
      [{}, "limit"],
      [{ after: 60_000 }, "allow"],
    ],
  },
  {
    rule: limit({}),
    steps: [
      [{}, "allow"],
      [{}, "allow"],
      [{ grant: "k2" }, "allow"],
      [{ run: "r2" }, "limit"],
    ],
  },
  {
    rule: limit({ scope: "principal" }),
    steps: [
      [{}, "allow"],
      [{ grant: "k2" }, "allow"],
      [{ grant: "k3" }, "limit"],
      [{ principal: "bob" }, "allow"],
    ],
  },
  {
    rule: limit({ scope: "deployment" }),
    steps: [
      [{}, "allow"],
      [{ principal: "bob" }, "allow"],
      [{ principal: "eve" }, "limit"],
    ],
  },
  {
    rule: limit({ scope: "run" }),
    steps: [
      [{}, "allow"],
      [{}, "allow"],
      [{}, "limit"],
      [{ run: "r2" }, "allow"],
    ],
  },
  {
    rule: limit({ window: "run" }),
    steps: [
      [{}, "allow"],
      [{ after: 3_600_000 }, "allow"],
      [{ after: 7_200_000 }, "limit"],
      [{ run: "r2" }, "allow"],
    ],
  },
  {
    rule: limit({ window: "session", scope: "session" }),
    steps: [
      [{ session: "s1" }, "allow"],
      [{ session: "s1" }, "allow"],
      [{ session: "s1", run: "r2" }, "limit"],
      [{ session: "s2" }, "allow"],
    ],
  },
  {
    rule: limit({ scope: "session" }),
    steps: [
      [{}, "allow"],
      [{ run: "r2" }, "allow"],
      [{ run: "r3" }, "limit"],
    ],
  },
  {
    rule: limit({ window: "hour" }),
    steps: [
      [{}, "allow"],
      [{ after: 3_599_000 }, "allow"],
      [{ after: 3_599_999 }, "limit"],
      [{ after: 3_600_000 }, "allow"],
    ],
  },
  {
    rule: limit({ window: "day" }),
    steps: [
      [{}, "allow"],
      [{}, "allow"],
      [{ after: 12 * 3_600_000 - 1 }, "limit"],
      [{ after: 12 * 3_600_000 }, "allow"],
    ],
  },
  {
    rule: limit({ window: "10s" }),
    steps: [
      [{}, "allow"],
      [{}, "allow"],
      [{ after: 9_999 }, "limit"],
      [{ after: 10_000 }, "allow"],
    ],
  },
  {
    rule: limit({ window: 30 }),
    steps: [
      [{}, "allow"],
      [{}, "allow"],
      [{ after: 29_999 }, "limit"],
      [{ after: 30_000 }, "allow"],
    ],
  },
  { rule: limit({ max: 0 }), steps: [[{}, "limit"]] },
  {
    rule: { rate_limit: { max: 1, window: 60 } },
    steps: [
      [{ session: "s1" }, "allow"],
      [{ session: "s1" }, "limit"],
      [{ session: "s2" }, "allow"],
      [{}, "allow"],
      [{}, "limit"],
    ],
  },
  {
    rule: limit({ max: 100, increment_from: "args.amount" }),
    steps: [
      [{ args: { amount: 60 } }, "allow"],
      [{ args: { amount: 41 } }, "limit"],
      [{ args: { amount: "40" } }, "allow"],
      [{ args: { amount: 0 } }, "allow"],
      [{ args: { amount: 0.01 } }, "limit"],
      [{ args: { amount: -1 } }, "deny"],
      [{ args: { amount: "1e1" } }, "deny"],
      [{ args: { amount: null } }, "deny"],
      [{ args: { amount: [1] } }, "deny"],
      [{ args: { amount: NaN } }, "deny"],
      [{ args: {} }, "deny"],
    ],
  },
  {
    rule: limit({ max: 100, increment_from: "args.items[*].amount" }),
    steps: [
      [{ args: { items: [{ amount: 50 }, { amount: 50 }] } }, "allow"],
      [{ args: { items: [{ amount: 1 }] } }, "limit"],
      [{ args: { items: [{ amount: 0 }, {}] } }, "deny"],
      [{ args: { items: [] } }, "deny"],
      [{ args: { items: { amount: 1 } } }, "deny"],
      [{ args: { items: [{ amount: -1 }, { amount: 1 }] } }, "deny"],
    ],
  },
  {
    rule: { ...limit({}), mode: "log_only" },
    steps: [
      [{}, "allow"],
      [{}, "allow"],
      [{}, "allow"],
    ],
  },
  {
    rule: limit({ mode: "log_only" }),
    steps: [
      [{}, "allow"],
      [{}, "allow"],
      [{}, "allow"],
    ],
  },
];

it.each(scopes)("counts $rule", ({ rule, steps }) => {
  const policy = policyWith(rule);
  const counters = new Counters();
  for (const [{ args = {}, after = 0, path, ...owners }, want] of steps) {
    const request = requestOf({ args, at: NOW + after, ...(path !== undefined && { path }) });
    const got = counters.settle(decide(policy, { ...request, owners: { ...request.owners, ...owners } }), NOW + after);
    expect(got.startsWith("/") ? "limit" : got).toBe(want);
  }
});

it("says what is used up and when there is room again", () => {
  const decision = decideWith(refundRule(limit({})), {});
  const counters = new Counters();
  const needs = decision.verdict === "allow" ? decision.limits : [];
  counters.reserve(needs, NOW);
  counters.reserve(needs, NOW);
  expect(counters.reserve(needs, NOW + 15_000)).toStrictEqual({
    ok: false,
    exceeded: {
      rule: "/tools/pay.refund/limits/0",
      message: "The limit c of 2 is reached (2 used). Calls are possible again in 45 seconds.",
      used: 2,
      max: 2,
      retryAfterMs: 45_000,
    },
  });
});

it.each([
  { name: "in a run", given: { window: "run" }, message: "The limit c of 2 is reached (2 used)." },
  // Without a session it is the grant's, whose name may be an address.
  { name: "in a session", given: { window: "session" }, message: "The limit c of 2 is reached (2 used)." },
  {
    name: "for a call that takes more",
    given: { increment_from: "args.amount" },
    message: "The limit c of 2 is less than this call takes (3).",
  },
])("does not say that there will be room where there will be none: $name", ({ given, message }) => {
  const counters = new Counters();
  const policy = policyWith(limit(given));
  const request = requestOf({ args: { amount: 3 } });
  const owners = { grant: "ada@example.com", principal: "ada@example.com", run: "r" };
  const decision = decide(policy, { ...request, owners });
  const needs = decision.verdict === "allow" ? decision.limits : [];
  for (let calls = 0; calls < 2; calls += 1) counters.reserve(needs, NOW);
  expect(counters.reserve(needs, NOW)).toMatchObject({ exceeded: { message, retryAfterMs: undefined } });
});

it("counts each tool of a glob together and each rule apart", () => {
  const document = {
    version: "1",
    default: "allow",
    all_tools: limit({ max: 4 }),
    tools: { "pay.*": limit({ max: 3 }), "pay.refund": limit({ max: 1 }) },
  };
  const policy = compilePolicy(accepted(document));
  const counters = new Counters();
  const calls = ["pay.refund", "pay.refund", "pay.charge", "pay.charge", "pay.charge", "mail.send", "mail.send"];
  const got = calls.map((path) => counters.settle(decide(policy, requestOf({ path })), NOW));
  expect(got).toStrictEqual([
    "allow",
    "/tools/pay.refund/limits/0",
    "allow",
    "allow",
    "/tools/pay.*/limits/0",
    "allow",
    "/all_tools/limits/0",
  ]);
});

it("has no room in a counter that is no number", () => {
  const decision = decideWith(refundRule(limit({})));
  const counters = new Counters();
  const needs = decision.verdict === "allow" ? decision.limits : [];
  for (const { key } of needs) counters.values.set(key, NaN);
  expect(counters.reserve(needs, NOW).ok).toBe(false);
});

describe("with calls in parallel", () => {
  const policy = compilePolicy(
    accepted({
      version: "1",
      default: "allow",
      all_tools: { limits: [{ counter: "calls", window: "minute", max: 40, scope: "principal" }] },
      tools: {
        "pay.*": {
          limits: [{ counter: "spent", window: "hour", max: 500, scope: "deployment", increment_from: "args.amount" }],
        },
        "pay.refund": { limits: [{ counter: "n", window: "run", max: 7 }] },
      },
    }),
  );

  it.each(Array.from({ length: 200 }, (_, seed) => seed))("keeps to every limit, seed %i", (seed) => {
    const random = new Random(seed);
    const counters = new Counters();
    const maxima = new Map<string, number>();
    const kept = new Map<string, number>();
    const inFlight: (readonly CounterWrite[])[] = [];
    let now = NOW;
    for (let step = 0; step < 150; step += 1) {
      now += random.below(4_000);
      if (random.chance(0.3) && inFlight.length > 0) {
        const [writes = []] = inFlight.splice(random.below(inFlight.length), 1);
        counters.rollBack(writes);
        for (const { key, add } of writes) kept.set(key, (kept.get(key) ?? 0) - add);
        continue;
      }
      const args = { amount: random.pick([0, 1, 7, 100, 250, 501]) };
      const request = requestOf({ path: random.pick(["pay.refund", "pay.charge", "mail.send"]), args, at: now });
      const owners = { ...request.owners, grant: random.pick(["k1", "k2"]), run: random.pick(["r1", "r2"]) };
      const decision = decide(policy, { ...request, owners });
      const needs: readonly LimitNeed[] = decision.verdict === "allow" ? decision.limits : [];
      for (const { key, max } of needs) maxima.set(key, max);
      const before = new Map(counters.values);
      const reservation = counters.reserve(needs, now);
      // All or nothing.
      const writes = reservation.ok ? reservation.writes : [];
      for (const { key, add } of writes) before.set(key, (before.get(key) ?? 0) + add);
      expect(counters.values).toStrictEqual(before);
      inFlight.push(writes);
      for (const { key, add } of writes) kept.set(key, (kept.get(key) ?? 0) + add);
      for (const [key, value] of counters.values) {
        expect(value).toBeLessThanOrEqual(maxima.get(key) ?? 0);
        expect(value).toBe(kept.get(key));
      }
    }
    for (const writes of inFlight) counters.rollBack(writes);
    expect([...counters.values.values()].every((value) => value === 0)).toBe(true);
  });
});

describe("leases of a deployment's counter", () => {
  it.each(Array.from({ length: 100 }, (_, seed) => seed))("never lend more than there is, seed %i", (seed) => {
    const random = new Random(seed);
    let counter = { lent: 0, max: random.below(1_000) };
    let granted = 0;
    for (let step = 0; step < 200; step += 1) {
      const lease = lend(counter, random.below(30), random.below(100));
      if (!lease.ok) continue;
      granted += lease.granted;
      counter = lease.counter;
      expect(granted).toBe(counter.lent);
      expect(counter.lent).toBeLessThanOrEqual(counter.max);
    }
  });

  it.each([NaN, -1, 11])("refuse %s of 10", (needed) => {
    expect(lend({ lent: 0, max: 10 }, needed, 0)).toStrictEqual({ ok: false });
  });
});
