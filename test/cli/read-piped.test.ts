/** Standard input that may be a key, empty, or far longer than a key. */
import { PassThrough, Readable } from "node:stream";
import { expect, it } from "vitest";
import { readPiped } from "../../src/cli/read-piped.ts";

it.each([
  { what: "a text", stream: () => Readable.from([Buffer.from("is"), Buffer.from("k_1\n")]), want: "isk_1\n" },
  { what: "an empty stream", stream: () => Readable.from([]), want: "" },
])("reads $what to its end", async ({ stream, want }) => {
  expect(await readPiped(stream(), 6)).toBe(want);
});

it("gives up a text that is too long, and closes the stream", async () => {
  const stream = new PassThrough();
  const read = readPiped(stream, 6);
  stream.write("isk_");
  stream.write("123");
  expect(await read).toBeUndefined();
  expect(stream.destroyed).toBe(true);
});

it("fails where the stream fails", async () => {
  const stream = new PassThrough();
  const read = readPiped(stream, 6);
  stream.destroy(new Error("EIO"));
  await expect(read).rejects.toThrow("EIO");
});
