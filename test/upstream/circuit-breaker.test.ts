/** When an upstream is not called, and when it is tried again. The clock and chance are the test's. */
import { expect, it } from "vitest";
import { BREAKER_FAILURES, BREAKER_HOLD_MS, MAX_BREAKER_HOLD_MS } from "../../src/limits/upstream-limits.ts";
import { CircuitBreaker } from "../../src/upstream/circuit-breaker.ts";

/** Holds last exactly as long as the limits say. */
const open = (): CircuitBreaker => new CircuitBreaker(() => 1);

function fail(
  breaker: CircuitBreaker,
  tools: readonly string[],
  { isDown = false, now = 0, isProbe = false } = {},
): void {
  for (const tool of tools) breaker.failed(tool, isProbe, isDown, now);
}

const BOTH = Array.from({ length: BREAKER_FAILURES }, (_, at) => (at % 2 === 0 ? "a" : "b"));
const ONE = BOTH.map(() => "a");

it("admits what there is no reason to hold", () => {
  const breaker = open();
  fail(breaker, BOTH.slice(1));
  expect(breaker.admit(0)).toStrictEqual({ ok: true, isProbe: false });
});

it("does not hold an upstream for one tool that fails alone, unless it cannot be listed either", () => {
  const breaker = open();
  fail(breaker, [...ONE, ...ONE]);
  expect(breaker.admit(0)).toMatchObject({ ok: true });
  fail(breaker, ["a"], { isDown: true });
  expect(breaker.admit(0)).toStrictEqual({ ok: false, waitMs: BREAKER_HOLD_MS });
});

it("counts failures in a row", () => {
  const breaker = open();
  fail(breaker, BOTH.slice(1));
  breaker.answered();
  fail(breaker, BOTH.slice(1));
  expect(breaker.admit(0)).toMatchObject({ ok: true });
});

it("lets one call through after a hold, and no other until that is answered", () => {
  const breaker = open();
  fail(breaker, BOTH);
  expect(breaker.admit(BREAKER_HOLD_MS - 1)).toStrictEqual({ ok: false, waitMs: 1 });
  expect(breaker.admit(BREAKER_HOLD_MS)).toStrictEqual({ ok: true, isProbe: true });
  expect(breaker.admit(BREAKER_HOLD_MS)).toMatchObject({ ok: false });
  // A call of before the hold says nothing of now.
  fail(breaker, ["a"], { now: BREAKER_HOLD_MS });
  breaker.answered();
  expect(breaker.admit(BREAKER_HOLD_MS)).toStrictEqual({ ok: true, isProbe: false });
});

it("holds twice as long each time, up to a bound", () => {
  const breaker = open();
  fail(breaker, BOTH);
  let now = 0;
  for (let hold = BREAKER_HOLD_MS; hold < 4 * MAX_BREAKER_HOLD_MS; hold *= 2) {
    const wait = Math.min(hold, MAX_BREAKER_HOLD_MS);
    expect(breaker.admit(now)).toStrictEqual({ ok: false, waitMs: wait });
    now += wait;
    expect(breaker.admit(now)).toMatchObject({ isProbe: true });
    fail(breaker, ["a"], { now, isProbe: true });
  }
});

it("tries again at once where a probe ended without an answer, and after a hold where it never ends", () => {
  const breaker = open();
  fail(breaker, BOTH);
  expect(breaker.admit(BREAKER_HOLD_MS)).toMatchObject({ isProbe: true });
  breaker.unanswered(BREAKER_HOLD_MS);
  expect(breaker.admit(BREAKER_HOLD_MS)).toMatchObject({ isProbe: true });
  expect(breaker.admit(2 * BREAKER_HOLD_MS)).toMatchObject({ isProbe: true });
});

it("does not hold for the same time everywhere", () => {
  const short = new CircuitBreaker(() => 0);
  fail(short, BOTH);
  expect(short.admit(0)).toStrictEqual({ ok: false, waitMs: BREAKER_HOLD_MS * 0.75 });
});
