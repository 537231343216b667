/** A list that is not answered in time is not requested again at once. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SLOW_LIST_REST_MS } from "../../../src/limits/upstream-limits.ts";
import { SlowLists } from "../../../src/upstream/mcp/slow-lists.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("rests after a list that was late, for each method of its own", async () => {
  const lists = new SlowLists("notes");
  let requests = 0;
  const late = (): Promise<never> => {
    requests += 1;
    vi.advanceTimersByTime(100);
    return Promise.reject(new Error("timed out"));
  };
  const said = "notes did not answer resources/list within 100 ms; the next attempt is in 60 seconds.";
  await expect(lists.during("resources/list", 100, late)).rejects.toThrow(said);
  await expect(lists.during("resources/list", 100, late)).rejects.toMatchObject({ code: "UPSTREAM_TIMEOUT" });
  expect(requests).toBe(1);
  expect(await lists.during("prompts/list", 100, () => Promise.resolve("prompts"))).toBe("prompts");
  vi.advanceTimersByTime(SLOW_LIST_REST_MS);
  expect(await lists.during("resources/list", 100, () => Promise.resolve("resources"))).toBe("resources");
});

it("does not rest after another failure", async () => {
  const lists = new SlowLists("notes");
  await expect(lists.during("resources/list", 100, () => Promise.reject(new Error("refused")))).rejects.toThrow(
    "refused",
  );
  expect(await lists.during("resources/list", 100, () => Promise.resolve("resources"))).toBe("resources");
});
