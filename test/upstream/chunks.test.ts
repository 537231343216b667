/** Chunks of bodies as the platform's streams give them: what is kept of them is in proportion to what arrived. */
import { expect, it } from "vitest";
import { ChunkReader } from "../../src/lib/chunks.ts";

function bodyOf(...sizes: readonly number[]): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    type: "bytes",
    pull(controller) {
      const size = sizes[at++];
      if (size === undefined) controller.close();
      else controller.enqueue(new Uint8Array(size).fill(at));
    },
  });
}

async function chunksOf(body: ReadableStream<Uint8Array>, isLive = true): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const reader = new ChunkReader(body, isLive);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let chunk = await reader.read(); chunk !== undefined; chunk = await reader.read()) chunks.push(chunk);
  return chunks;
}

it("a body that arrives byte by byte takes as little memory as it has bytes", async () => {
  const chunks = await chunksOf(bodyOf(...Array.from({ length: 200 }, () => 1)));
  expect(chunks.map(([byte]) => byte)).toStrictEqual(Array.from({ length: 200 }, (_, at) => at + 1));
  expect(chunks.reduce((sum, { buffer }) => sum + buffer.byteLength, 0)).toBe(200);
});

it("a body that is not needed part by part is read in few chunks", async () => {
  const chunks = await chunksOf(bodyOf(...Array.from({ length: 5_000 }, () => 20)), false);
  expect(chunks.map(({ byteLength }) => byteLength)).toStrictEqual([65_536, 100_000 - 65_536]);
});

it.each([true, false])("parts of all sizes keep their bytes, live: %s", async (isLive) => {
  const sizes = [40_000, 1, 65_536, 100, 32_768, 200_000, 7];
  const bytes = new Uint8Array(await new Blob([...(await chunksOf(bodyOf(...sizes), isLive))]).arrayBuffer());
  expect(bytes).toStrictEqual(Uint8Array.from(sizes.flatMap((size, at) => Array<number>(size).fill(at + 1))));
});
