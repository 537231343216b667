/** When a run that only waits is parked, and when it is woken. */
import { describe, expect, it } from "vitest";
import { parkAfter, wakeAt } from "../../../src/runs/durable/when-to-park.ts";
import type { Rest } from "../../../worker-loader/index.ts";

const NOW = 1_000_000;
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const WEEK = 7 * 24 * HOUR;

function rest(parts: Partial<Rest>): Rest {
  return { nextTimer: undefined, waitingSince: undefined, stillSo: () => true, ...parts };
}

describe("a run is parked", () => {
  const bounds = { waitMs: 10 * SECOND, sleepsUntil: Infinity };
  it.each([
    { when: "not while a script computes", rests: [rest({ waitingSince: 0 }), undefined], want: undefined },
    { when: "not when it has gone on", rests: [rest({ waitingSince: 0, stillSo: () => false })], want: undefined },
    { when: "when its call has waited for long enough", rests: [rest({ waitingSince: NOW })], want: 10 * SECOND },
    { when: "sooner when it waited before it came to rest", rests: [rest({ waitingSince: NOW - 9_000 })], want: 1_000 },
    { when: "at once when it has waited for longer", rests: [rest({ waitingSince: NOW - HOUR })], want: 0 },
    {
      when: "by the oldest call of all its scripts",
      rests: [rest({ waitingSince: NOW }), rest({ waitingSince: NOW - 4_000 })],
      want: 6_000,
    },
    { when: "not for a timer alone", rests: [rest({ nextTimer: NOW + HOUR })], want: undefined },
  ])("$when", ({ rests, want }) => {
    expect(parkAfter(rests, bounds, NOW)).toBe(want);
  });

  it("for a timer that is due after its wall clock", () => {
    const late = [rest({ nextTimer: NOW + HOUR })];
    expect(parkAfter(late, { ...bounds, sleepsUntil: NOW + SECOND }, NOW)).toBe(0);
  });
});

describe("a parked run is woken", () => {
  it("for its first timer, at its time", () => {
    const rests = [rest({ nextTimer: NOW + HOUR }), rest({ nextTimer: NOW + SECOND })];
    expect(wakeAt(rests, 0, NOW)).toBe(NOW + SECOND);
  });

  it("by nothing but a decision when it has no timer", () => {
    expect(wakeAt([rest({ waitingSince: NOW })], 0, NOW)).toBeUndefined();
  });

  it("at the time of a timer that is due much later than it has waited for a person", () => {
    const rests = [rest({ waitingSince: NOW - SECOND, nextTimer: NOW + 2 * SECOND })];
    expect(wakeAt(rests, NOW - SECOND, NOW)).toBe(NOW + 2 * SECOND);
  });

  it("some hundred times in a week by a timer that is set again and again", () => {
    let wakes = 0;
    let now = NOW + SECOND;
    for (; now < NOW + WEEK; wakes += 1) {
      const rests = [rest({ waitingSince: 0, nextTimer: now + 300 })];
      now = wakeAt(rests, NOW, now) ?? Infinity;
    }
    expect(wakes).toBeGreaterThan(50);
    expect(wakes).toBeLessThan(200);
  });
});
