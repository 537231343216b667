/** A client that does not read its stream: news wait in the Gateway, where each is kept once, and not in the memory of the Worker. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { changesStream, endingWith, followChanges, type ChangeSource } from "../../src/http/change-streams.ts";
import { MAX_UNREAD_MS, MIN_NEWS_MS } from "../../src/limits/listen-limits.ts";
import type { ListenResult } from "../../src/rpc/listening.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const NEWS: ListenResult = { state: "listening", areToolsNew: false, updated: ["note:1"], refused: [] };

const NO_NEWS = { areToolsNew: false, updated: [] };

/** A resource that changes without end. */
function endless() {
  const next = vi.fn<ChangeSource["next"]>(() => Promise.resolve(NEWS));
  const stop = vi.fn<ChangeSource["stop"]>(() => Promise.resolve());
  return { next, stop, changes: { read: () => Promise.resolve("tools"), next, stop } };
}

describe("the stream of a 2025-era client", () => {
  it("asks for no further news until the client reads, and then goes on", async () => {
    const { changes, next, stop } = endless();
    const reader = (await changesStream(changes, NO_NEWS)).body?.getReader();
    await vi.advanceTimersByTimeAsync(MAX_UNREAD_MS / 2);
    expect(next).toHaveBeenCalledOnce();
    const readOn = async (): Promise<void> => {
      while ((await reader?.read())?.done === false);
    };
    const read = readOn();
    await vi.advanceTimersByTimeAsync(10 * MIN_NEWS_MS);
    expect(next.mock.calls.length).toBeGreaterThan(5);
    expect(stop).not.toHaveBeenCalled();
    next.mockResolvedValue({ state: "ended" });
    await vi.advanceTimersByTimeAsync(MIN_NEWS_MS);
    await read;
  });

  it("begins with the news that came with its place, and lets none wait for a look at the tools", async () => {
    const { changes, next } = endless();
    next.mockResolvedValueOnce({ ...NEWS, areToolsNew: true }).mockReturnValue(new Promise(() => undefined));
    const read = vi.fn<ChangeSource["read"]>(() => new Promise(() => undefined)).mockResolvedValueOnce("tools");
    const stream = await changesStream({ ...changes, read }, { areToolsNew: false, updated: ["note:0"] });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let said = "";
    while (!said.includes("note:1")) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) break;
      said += value;
    }
    expect(said).toMatch(/note:0.*note:1/s);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("ends when the client does not read for long, and its place is free", async () => {
    const { changes, stop } = endless();
    await changesStream(changes, NO_NEWS);
    await vi.advanceTimersByTimeAsync(MAX_UNREAD_MS + 2 * MIN_NEWS_MS);
    expect(stop).toHaveBeenCalledOnce();
  });
});

it("an answer of a 2026-07-28 client that is not read ends, too", async () => {
  const { changes, next, stop } = endless();
  let served: ReadableStreamDefaultController<Uint8Array> | undefined;
  const cancelled = vi.fn<() => void>();
  const given = new ReadableStream<Uint8Array>({
    start: (controller) => void (served = controller),
    cancel: cancelled,
  });
  const stopped = new AbortController();
  const { response, hasRead, end } = endingWith(new Response(given), () => stopped.abort());
  const onCheck = (): void => served?.enqueue(new Uint8Array(10));
  const work = followChanges(changes, "tools", stopped.signal, { onCheck, hasRead }).then(end);
  await vi.advanceTimersByTimeAsync(MAX_UNREAD_MS + 2 * MIN_NEWS_MS);
  await work;
  expect(next).toHaveBeenCalledOnce();
  expect(stop).toHaveBeenCalledOnce();
  expect(stopped.signal.aborted).toBe(true);
  expect(cancelled).toHaveBeenCalledOnce();
  await expect(response.text()).resolves.toHaveLength(10);
});
