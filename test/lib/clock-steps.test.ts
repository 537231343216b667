/** A clock that is set back by an hour stops nothing for an hour: limits, allowances, breakers, paces and rests. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AttemptLimit } from "../../src/auth/attempts.ts";
import { Allowance } from "../../src/lib/allowance.ts";
import { isWithin } from "../../src/lib/is-within.ts";
import {
  BREAKER_FAILURES,
  MAX_BREAKER_HOLD_MS,
  MAX_RECONNECTS_PER_MINUTE,
  MIN_PROBE_MS,
  RELIST_BURST,
} from "../../src/limits/upstream-limits.ts";
import { parkAfter } from "../../src/runs/durable/when-to-park.ts";
import { CircuitBreaker } from "../../src/upstream/circuit-breaker.ts";
import { UpstreamError } from "../../src/upstream/connector.ts";
import { ListPace } from "../../src/upstream/list-pace.ts";
import { Remote } from "../../src/upstream/mcp/remote.ts";
import { SlowLists } from "../../src/upstream/mcp/slow-lists.ts";
import { StreamAllowance } from "../../src/upstream/mcp/stream-allowance.ts";
import { UpstreamHealth } from "../../src/upstream/upstream-health.ts";

const STEP_MS = 3_600_000;
const BEFORE = 10 * STEP_MS;
const AFTER = BEFORE - STEP_MS;

beforeEach(() => void vi.useFakeTimers({ now: BEFORE }));
afterEach(() => void vi.useRealTimers());

it.each([
  { since: 0, now: 99, want: true },
  { since: 0, now: 100, want: false },
  { since: 1, now: 0, want: false },
  { since: -Infinity, now: 0, want: false },
])("is within 100 ms from $since to $now: $want", ({ since, now, want }) => {
  expect(isWithin(100, since, now)).toBe(want);
});

describe("allowances", () => {
  it("of events", () => {
    const allowance = new Allowance(2, 1);
    allowance.take();
    vi.setSystemTime(AFTER);
    expect(allowance.take()).toBe(true);
  });

  it("of streams of upstreams", () => {
    const allowance = new StreamAllowance();
    vi.setSystemTime(AFTER);
    expect(allowance.spend(1, 1)).toBe(true);
  });

  it("of streams that are opened again", () => {
    const allowance = new StreamAllowance();
    for (let stream = 0; stream < MAX_RECONNECTS_PER_MINUTE; stream += 1)
      allowance.scheduleReconnection(() => undefined, 0);
    vi.setSystemTime(AFTER);
    let isOpened = false;
    allowance.scheduleReconnection(() => void (isOpened = true), 0);
    vi.advanceTimersByTime(60_000);
    expect(isOpened).toBe(true);
  });

  it("of attempts of an address", () => {
    const attempts = new AttemptLimit(1, 60_000);
    attempts.note("a", BEFORE);
    expect(attempts.blockedFor("a", BEFORE)).toBe(60);
    expect(attempts.blockedFor("a", AFTER)).toBeUndefined();
    attempts.note("a", AFTER);
    expect(attempts.blockedFor("a", AFTER)).toBe(60);
  });
});

describe("upstreams", () => {
  const DOWN = new UpstreamError("UPSTREAM_ERROR", "down");

  it("that are down are asked again", () => {
    const health = new UpstreamHealth("a");
    health.listFailed(DOWN, BEFORE);
    expect([health.isResting(BEFORE), health.isResting(AFTER)]).toStrictEqual([true, false]);
    health.unusable(DOWN);
    expect(health.isResting(AFTER)).toBe(true);
  });

  it("whose calls fail are listed", () => {
    const health = new UpstreamHealth("a");
    expect(health.callFailed(DOWN, BEFORE)).toBe(true);
    expect(health.callFailed(DOWN, BEFORE + MIN_PROBE_MS - 1)).toBe(false);
    expect(health.callFailed(DOWN, AFTER)).toBe(true);
  });

  it("in trouble are tried after the longest hold at the latest", () => {
    const breaker = new CircuitBreaker();
    for (let failure = 0; failure < BREAKER_FAILURES; failure += 1) breaker.failed("a", false, true, BEFORE);
    expect(breaker.admit(BEFORE)).toMatchObject({ ok: false });
    expect(breaker.admit(BEFORE - MAX_BREAKER_HOLD_MS)).toMatchObject({ ok: true });
  });

  it("have their changed lists read", () => {
    const pace = new ListPace();
    for (let read = 0; read < RELIST_BURST; read += 1) pace.note("upstream", BEFORE);
    expect(pace.waitMs("upstream", { entries: 0, values: 0 }, AFTER)).toBe(0);
  });

  it("that are busy are asked again after their pause", async () => {
    const remote = new Remote({ name: "a" } as ConstructorParameters<typeof Remote>[0]);
    const busy = new Response(null, { status: 429, headers: { "retry-after": "60" } });
    await remote.watched(() => Promise.resolve(busy))("https://a.example", {});
    expect(remote.retryAfterMs(BEFORE)).toBe(60_000);
    expect(remote.retryAfterMs(AFTER)).toBeUndefined();
  });

  it("with a slow list have it read again", async () => {
    const lists = new SlowLists("a");
    const late = (): Promise<never> => {
      vi.setSystemTime(Date.now() + 10);
      return Promise.reject(new Error("late"));
    };
    await expect(lists.during("prompts/list", 10, late)).rejects.toThrow("the next attempt is in");
    vi.setSystemTime(AFTER);
    expect(await lists.during("prompts/list", 10, () => Promise.resolve("read"))).toBe("read");
  });
});

it("a run that waits is parked", () => {
  const rest = { nextTimer: undefined, waitingSince: BEFORE, stillSo: () => true };
  expect(parkAfter([rest], { waitMs: 10_000, sleepsUntil: Infinity }, AFTER)).toBe(10_000);
});
