/** Standard input that may be a key, empty, or a pipe that nobody writes to. */
import { PassThrough, Readable } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readPiped } from "../../src/cli/read-piped.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it.each([
  { what: "a text", stream: () => Readable.from([Buffer.from("is"), Buffer.from("k_1\n")]), want: "isk_1\n" },
  { what: "an empty stream", stream: () => Readable.from([]), want: "" },
])("reads $what to its end", async ({ stream, want }) => {
  expect(await readPiped(stream(), 10_000)).toBe(want);
  expect(vi.getTimerCount()).toBe(0);
});

it("waits for what comes late, and as long as it lasts", async () => {
  const stream = new PassThrough();
  const read = readPiped(stream, 10_000);
  await vi.advanceTimersByTimeAsync(9_999);
  stream.write("isk_");
  await vi.advanceTimersByTimeAsync(60_000);
  stream.end("1");
  expect(await read).toBe("isk_1");
});

it("gives up a pipe that nobody writes to, and closes it", async () => {
  const stream = new PassThrough();
  const read = readPiped(stream, 10_000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await read).toBeUndefined();
  expect(stream.destroyed).toBe(true);
});

it("fails where the stream fails", async () => {
  const stream = new PassThrough();
  const read = readPiped(stream, 10_000);
  stream.destroy(new Error("EIO"));
  await expect(read).rejects.toThrow("EIO");
});
