/** While calls are in flight there is one timer, and none after them. */
import { afterEach, expect, it, vi } from "vitest";
import { CallsInFlight } from "../../src/gateway/upstreams/calls-in-flight.ts";

afterEach(() => {
  vi.useRealTimers();
});

it("looks once in each interval, also when the last call ends and another begins during a look", async () => {
  vi.useFakeTimers();
  let answer = (): void => {};
  let looks = 0;
  const look = (): Promise<void> => {
    looks += 1;
    return new Promise((resolve) => (answer = resolve));
  };
  const calls = new CallsInFlight(look, 1_000);
  calls.begin();
  await vi.advanceTimersByTimeAsync(1_000);
  calls.end();
  calls.begin();
  answer();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([looks, vi.getTimerCount()]).toStrictEqual([2, 0]);
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(1);
  calls.end();
  expect(vi.getTimerCount()).toBe(0);
});
