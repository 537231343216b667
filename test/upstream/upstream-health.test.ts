/** What is known of an upstream while nothing is asked of it: a stored list, and a storm of changes. The clock is the test's. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Connector, ToolDefinition, ToolList } from "../../src/upstream/connector.ts";
import type { ListedTools } from "../../src/upstream/listed-tools.ts";
import { Upstream } from "../../src/upstream/upstream.ts";
import type { UpstreamEvents } from "../../src/upstream/upstream.ts";

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

function open(stored?: readonly ToolDefinition[]): Counted {
  const counts = { lists: 0, closes: 0 };
  const connector: Connector = {
    list: (): Promise<ToolList> => {
      counts.lists += 1;
      return Promise.resolve({ tools: [{ name: `tool_${counts.lists}` }], unreadable: [] });
    },
    call: () => Promise.resolve({ content: [] }),
    close: () => {
      counts.closes += 1;
      return Promise.resolve();
    },
  };
  const kept: ListedTools | undefined = stored && { hash: "h", tools: stored, unreadable: [], listedAt: Date.now() };
  let events: UpstreamEvents = {
    onToolsChanged: () => undefined,
    onResourceUpdated: () => undefined,
    onSignedIn: () => undefined,
  };
  const upstream = new Upstream({
    name: "one",
    definition: "d",
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
