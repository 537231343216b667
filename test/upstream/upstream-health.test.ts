/** What is known of an upstream while nothing is asked of it: a stored list, and a storm of changes. The clock is the test's. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BREAKER_FAILURES, BREAKER_HOLD_MS } from "../../src/limits/upstream-limits.ts";
import { checkUpstreams } from "../../src/upstream/check-upstreams.ts";
import { cacheResults } from "../../src/upstream/around/cache-results.ts";
import { UpstreamError, type Connector, type ToolDefinition, type ToolList } from "../../src/upstream/connector.ts";
import type { ListedTools } from "../../src/upstream/listed-tools.ts";
import { Upstream, type UpstreamEvents } from "../../src/upstream/upstream.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

function deep(levels: number): unknown {
  return levels === 0 ? {} : { a: deep(levels - 1) };
}

interface Counted {
  readonly upstream: Upstream;
  readonly counts: { lists: number; closes: number };
  readonly events: UpstreamEvents;
}

function open(stored?: readonly ToolDefinition[], own: Partial<Connector> = {}): Counted {
  const counts = { lists: 0, closes: 0 };
  const connector: Connector = {
    list: (): Promise<ToolList> => {
      counts.lists += 1;
      return Promise.resolve({ tools: [{ name: `tool_${counts.lists}` }], unreadable: [] });
    },
    call: (_tool, _args, { onAttempt }) => {
      onAttempt?.();
      return Promise.resolve({ content: [] });
    },
    close: () => {
      counts.closes += 1;
      return Promise.resolve();
    },
    ...own,
  };
  const kept: ListedTools | undefined = stored && { hash: "h", tools: stored, unreadable: [], listedAt: Date.now() };
  let events: UpstreamEvents = {
    onToolsChanged: () => undefined,
    onResourceUpdated: () => undefined,
    onSignedIn: () => undefined,
  };
  const upstream = new Upstream({
    name: "one",
    listedAs: "d",
    store: {
      read: () => kept,
      write: () => undefined,
      noteAsked: () => true,
      readShapes: () => [],
      writeShape: () => undefined,
      deleteShape: () => undefined,
    },
    open: (_known, given) => {
      events = given;
      return { ok: true, connector, credential: { describe: () => Promise.resolve({ state: "none" }) } };
    },
  });
  return { upstream, counts, events };
}

it("does not use a stored list with a definition that is nested too deeply", () => {
  expect(open([{ name: "fine" }]).upstream.isListed).toBe(true);
  expect(open([{ name: "fine" }, { name: "deep", inputSchema: deep(1_000) }]).upstream.isListed).toBe(false);
});

it("reads the list once per interval while it is said to change, and lets the connection go all the same", async () => {
  const { upstream, counts, events } = open();
  await upstream.refresh();
  expect(counts).toStrictEqual({ lists: 1, closes: 0 });
  // A change each second for five minutes: the connection is closed two minutes after somebody needed it.
  for (let second = 0; second < 300; second += 1) {
    events.onToolsChanged();
    await vi.advanceTimersByTimeAsync(1_000);
    if (counts.closes > 0) break;
  }
  expect(counts.closes).toBe(1);
  expect(counts.lists).toBeGreaterThan(5);
  expect(counts.lists).toBeLessThan(15);
});

it("says since when its list cannot be read, though a call was answered, until it is read again", async () => {
  const state = { problem: "" };
  const list = (): Promise<ToolList> =>
    state.problem === ""
      ? Promise.resolve({ tools: [{ name: "a" }], unreadable: ["one operation"] })
      : Promise.reject(new UpstreamError("UPSTREAM_ERROR", state.problem));
  const { upstream } = open([{ name: "a" }], { list });
  vi.setSystemTime("2026-01-02T03:04:05Z");
  await upstream.refresh();
  state.problem = "HTTP 404";
  await upstream.refresh();
  vi.setSystemTime("2026-01-02T03:05:05Z");
  state.problem = "HTTP 500";
  await upstream.refresh();
  const entries = ["one operation"];
  const down = { state: "down", reason: "HTTP 500" };
  expect(await upstream.summary()).toEqual({ name: "one", status: down, unreadable: entries });
  const reason =
    "The tool list could not be read since 2026-01-02T03:04:05.000Z, so the previous list is used. HTTP 500";
  await upstream.call({ name: "a" }, {}, { signal: new AbortController().signal });
  expect(await upstream.summary()).toEqual({
    name: "one",
    status: { state: "ready", reason },
    unreadable: entries,
  });
  state.problem = "";
  await upstream.refresh();
  expect(await upstream.summary()).toEqual({ name: "one", status: { state: "ready" }, unreadable: entries });
});

it("is asked by a check while it rests, and rests no longer because the check fails", async () => {
  const state = { isDown: true, lists: 0 };
  const list = (): Promise<ToolList> => {
    state.lists += 1;
    return state.isDown
      ? Promise.reject(new UpstreamError("UPSTREAM_ERROR", "Nothing answers."))
      : Promise.resolve({ tools: [], unreadable: [] });
  };
  const { upstream } = open([], { list });
  await upstream.refresh();
  for (let checks = 0; checks < 5; checks += 1) await upstream.check();
  expect(state.lists).toBe(6);
  await vi.advanceTimersByTimeAsync(5_000);
  await upstream.refreshIfDue(Date.now());
  await vi.advanceTimersByTimeAsync(0);
  expect(state.lists).toBe(7);
  state.isDown = false;
  await upstream.check();
  expect(await upstream.summary()).toEqual({ name: "one", status: { state: "ready" } });
});

it("is not waited for by a check of several for longer than the check may take", async () => {
  const slow = open([], { list: () => new Promise(() => undefined) }).upstream;
  const quick = open().upstream;
  const late = checkUpstreams([slow, quick], { ms: 8_000, parallel: 1 });
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await late).toStrictEqual(new Set([slow, quick]));
  const inTime = checkUpstreams([slow, quick], { ms: 8_000, parallel: 2 });
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await inTime).toStrictEqual(new Set([slow]));
});

describe("a call of which nothing was sent says nothing of an upstream that is down", () => {
  const signal = new AbortController().signal;
  const tools: readonly ToolDefinition[] = ["a", "b", "kept"].map((name) => ({
    name,
    annotations: { readOnlyHint: true },
  }));
  const [a = { name: "" }, b = { name: "" }, kept = { name: "" }] = tools;

  /** One that answers until it is down; the argument `refused` is refused before anything is sent, by a result or by an error. */
  function openUnsteady() {
    const state = { isDown: false, sent: 0 };
    const connector: Connector = {
      list: () =>
        Promise.reject(new UpstreamError("UPSTREAM_ERROR", "one cannot be reached", { fault: "unreachable" })),
      call: (_tool, { refused }, { onAttempt }) => {
        if (refused === "result") return Promise.resolve({ isError: true, content: [] });
        if (refused === "error")
          return Promise.reject(new UpstreamError("UPSTREAM_ERROR", "no", { concernsCallOnly: true }));
        onAttempt?.();
        state.sent += 1;
        return Promise.resolve(state.isDown ? { isError: true, failure: { status: 502, body: "" } } : { content: [] });
      },
      close: () => Promise.resolve(),
    };
    const { upstream } = open(tools, cacheResults(connector, 600));
    const call = (tool: ToolDefinition, args = {}): Promise<unknown> =>
      upstream.call(tool, args, { signal }).catch((error: unknown) => (error as UpstreamError).code);
    return { state, upstream, call };
  }

  it.each([
    { given: "a result that refuses its arguments", unsent: { refused: "result" } },
    { given: "an error that refuses its arguments", unsent: { refused: "error" } },
    { given: "an answer that was kept", unsent: {} },
  ])("$given", async ({ unsent }) => {
    const { state, upstream, call } = openUnsteady();
    await call(kept);
    state.isDown = true;
    await upstream.refresh();
    const down = { state: "down", reason: "one cannot be reached" };
    // Neither this nor a 502 makes it healthy, and this does not end the row of failures.
    for (let failed = 0; failed < BREAKER_FAILURES; failed += 1) {
      await call(failed % 2 === 0 ? a : b);
      await call(kept, unsent);
      expect((await upstream.summary()).status).toStrictEqual(down);
    }
    expect(await call(a)).toBe("UPSTREAM_UNAVAILABLE");
    vi.setSystemTime(Date.now() + BREAKER_HOLD_MS);
    state.sent = 0;
    // It takes the place of the call that tries the upstream, and leaves that to the next one.
    await call(kept, unsent);
    expect(state.sent).toBe(0);
    await call(a);
    expect(state.sent).toBe(1);
    expect(await call(b)).toBe("UPSTREAM_UNAVAILABLE");
    expect(state.sent).toBe(1);
  });
});
