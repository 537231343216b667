/** Who watches runs as they happen: several at once, quiet times, and too many. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { LiveRuns } from "../../src/gateway/live-runs.ts";
import type { RunEvent } from "../../src/ledger/run-events.ts";

const started: RunEvent = { type: "run_started", run: "r_1", at: 1, via: "mcp", client: "c", title: "1" };

function watch(live: LiveRuns): { next: () => Promise<string>; cancel: () => Promise<void> } {
  const stream = live.watch(undefined, []);
  if (stream === "too-many") throw new Error("too many watch");
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  return { next: async () => decoder.decode((await reader.read()).value), cancel: () => reader.cancel() };
}

afterEach(() => {
  vi.useRealTimers();
});

describe("watchers of runs", () => {
  it("all hear the sign of life of a quiet time, and what comes after it", async () => {
    vi.useFakeTimers();
    const live = new LiveRuns();
    const watchers = [watch(live), watch(live), watch(live)];
    for (const { next } of watchers) expect(await next()).toBe(": watching\n\n");
    vi.advanceTimersByTime(15_000);
    for (const { next } of watchers) expect(await next()).toBe(": still here\n\n");
    live.emit(started);
    for (const { next } of watchers) expect(await next()).toMatch(/^event: run_started\ndata: /);
  });

  it("are refused from the 101st on, until one goes", async () => {
    const live = new LiveRuns();
    const watchers = Array.from({ length: 100 }, () => watch(live));
    expect(live.watch(undefined, [])).toBe("too-many");
    expect(live.watch("r_1", [])).toBe("too-many");
    await watchers[0]?.cancel();
    expect(live.watch("r_1", [started])).toBeInstanceOf(ReadableStream);
  });
});
