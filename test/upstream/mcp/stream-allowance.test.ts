/** How often the streams of an upstream are opened again. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MAX_RECONNECTS_PER_MINUTE, STREAM_BURST_BYTES } from "../../../src/limits/upstream-limits.ts";
import { StreamAllowance } from "../../../src/upstream/mcp/stream-allowance.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("streams beyond the rate are opened later, and none is left out", () => {
  const allowance = new StreamAllowance();
  let opened = 0;
  for (let stream = 0; stream < MAX_RECONNECTS_PER_MINUTE + 5; stream += 1) {
    allowance.scheduleReconnection(() => (opened += 1), 0);
  }
  vi.advanceTimersByTime(59_999);
  expect(opened).toBe(MAX_RECONNECTS_PER_MINUTE);
  vi.advanceTimersByTime(1);
  expect(opened).toBe(MAX_RECONNECTS_PER_MINUTE + 5);
});

it("an upstream that answers each attempt with an end is asked once a second for each stream", () => {
  const allowance = new StreamAllowance();
  let opened = 0;
  const reopen = (): void => {
    opened += 1;
    allowance.scheduleReconnection(reopen, 0);
  };
  allowance.scheduleReconnection(reopen, 0);
  vi.advanceTimersByTime(10_000);
  expect(opened).toBe(10);
});

it("an attempt that is given up does not happen", () => {
  const giveUp = new StreamAllowance().scheduleReconnection(() => expect.fail("It was opened again."), 0);
  giveUp();
  vi.advanceTimersByTime(60_000);
});

it("no stream is opened again once the budget is spent", () => {
  const allowance = new StreamAllowance();
  allowance.spend(STREAM_BURST_BYTES + 1, 0);
  const reopen = () => allowance.scheduleReconnection(() => undefined, 0);
  expect(reopen).toThrow("the answer sends more events than its budget allows.");
});
