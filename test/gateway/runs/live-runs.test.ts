/** Who watches runs as they happen: several at once, quiet times, and too many. */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Proof } from "../../../src/auth/principal.ts";
import type { RunEvent } from "../../../src/contract/run-events.ts";
import { LiveRuns } from "../../../src/gateway/runs/live-runs.ts";

const started: RunEvent = { type: "run_started", run: "r_1", at: 1, via: "mcp", client: "c", title: "1" };

const PROOF = { credential: "a key" };
const good = () => true;
const itself = (credential: string) => credential;

function watch(live: LiveRuns, proof: Proof = PROOF): { next: () => Promise<string>; cancel: () => Promise<void> } {
  const stream = live.watch(undefined, [], proof);
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
    const live = new LiveRuns(good, itself);
    const watchers = [watch(live), watch(live), watch(live)];
    for (const { next } of watchers) expect(await next()).toBe(": watching\n\n");
    vi.advanceTimersByTime(15_000);
    for (const { next } of watchers) expect(await next()).toBe(": still here\n\n");
    live.emit(started);
    for (const { next } of watchers) expect(await next()).toMatch(/^event: run_started\ndata: /);
  });

  it("are refused from the 101st on, until one goes", async () => {
    const live = new LiveRuns(good, itself);
    const watchers = Array.from({ length: 100 }, (_one, index) => watch(live, { credential: `key ${index % 3}` }));
    expect(live.watch(undefined, [], PROOF)).toBe("too-many");
    expect(live.watch("r_1", [], PROOF)).toBe("too-many");
    await watchers[0]?.cancel();
    expect(live.watch("r_1", [started], PROOF)).toBeInstanceOf(ReadableStream);
  });

  it("of one credential leave places for others", () => {
    const live = new LiveRuns(good, itself);
    for (let count = 0; count < 50; count += 1) watch(live);
    expect(live.watch(undefined, [], PROOF)).toBe("too-many");
    expect(live.watch(undefined, [], { credential: "another key" })).toBeInstanceOf(ReadableStream);
  });

  it("of the tokens that one key has approved leave places for others", () => {
    const live = new LiveRuns(good, (credential) => (credential.startsWith("token") ? "a key" : credential));
    for (let count = 0; count < 50; count += 1) watch(live, { credential: `token ${count % 2}` });
    for (const credential of ["token 0", "token 2", "a key"]) {
      expect(live.watch(undefined, [], { credential })).toBe("too-many");
    }
    expect(live.watch(undefined, [], { credential: "another key" })).toBeInstanceOf(ReadableStream);
  });

  it("hear nothing any more once their credentials are revoked", async () => {
    const live = new LiveRuns(good, itself);
    const [revoked, other] = [watch(live, { credential: "revoked" }), watch(live)];
    for (const { next } of [revoked, other]) await next();
    live.end(({ credential }) => credential === "revoked");
    live.emit(started);
    expect(await revoked.next()).toBe("");
    expect(await other.next()).toContain("run_started");
  });

  it("are looked at with every sign of life: what was good for a while only has to be good still", async () => {
    vi.useFakeTimers();
    let isGood = true;
    const live = new LiveRuns(({ session }) => session !== "s" || isGood, itself);
    const [signedOut, other] = [watch(live, { ...PROOF, session: "s" }), watch(live)];
    for (const { next } of [signedOut, other]) await next();
    vi.advanceTimersByTime(15_000);
    for (const { next } of [signedOut, other]) expect(await next()).toBe(": still here\n\n");
    isGood = false;
    vi.advanceTimersByTime(15_000);
    expect(await signedOut.next()).toBe("");
    expect(await other.next()).toBe(": still here\n\n");
  });
});
