/** Parts of the search index in a Gateway's storage: they outlive the object's memory, and are bounded. */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { StoredIndexPart } from "../../src/catalog/stored-parts.ts";
import { gatewayOf, type GatewayStub } from "../../src/rpc/gateway-stub.ts";
import { connect, searchText } from "../support/client.ts";

let names = 0;

function newGateway(): { readonly stub: GatewayStub; readonly evict: () => Promise<void> } {
  const name = `parts-${(names += 1)}`;
  return { stub: gatewayOf(env, name), evict: () => evictDurableObject(env.GATEWAY.getByName(name)) };
}

const part = (key: string, server: string, text = key): StoredIndexPart => ({ key, server, text });

describe("parts of the search index", () => {
  it("survive an eviction, also long ones", async () => {
    const { stub, evict } = newGateway();
    const long = "𝒳 and more ".repeat(300_000);
    await stub.writeParts([part("a", "one", "{}"), part("b", "two", long)]);
    await evict();
    const found = await stub.readParts(["a", "b", "c"]);
    expect(found["a"]).toBe("{}");
    expect(found["b"] === long).toBe(true);
    expect(Object.keys(found)).toHaveLength(2);
  });

  it("are replaced under the same key", async () => {
    const { stub } = newGateway();
    await stub.writeParts([part("a", "one", "x".repeat(1_200_000))]);
    await stub.writeParts([part("a", "one", "new")]);
    expect(await stub.readParts(["a"])).toEqual({ a: "new" });
  });

  it("of a server are the last three", async () => {
    const { stub } = newGateway();
    for (const key of ["1", "2", "3", "4"]) await stub.writeParts([part(key, "one")]);
    await stub.writeParts([part("other", "two")]);
    expect(Object.keys(await stub.readParts(["1", "2", "3", "4", "other"]))).toEqual(["2", "3", "4", "other"]);
  });

  it("of all servers are at most 16 MB, the oldest go first", async () => {
    const { stub } = newGateway();
    const megabytes = (count: number): string => "x".repeat(count * 1_000_000);
    await stub.writeParts([part("too long", "one", megabytes(17))]);
    await stub.writeParts([part("old", "two", megabytes(6))]);
    await stub.writeParts([part("new", "three", megabytes(6)), part("newest", "four", megabytes(6))]);
    const found = await stub.readParts(["too long", "old", "new", "newest"]);
    expect(Object.keys(found)).toEqual(["new", "newest"]);
  });
});

it("a search keeps the parts it had to build", async () => {
  const client = await connect();
  try {
    expect(await searchText(client, { query: "add two numbers" })).toContain("modern.add(");
    const local = env.GATEWAY.getByName("local");
    // The first search may come before a slow upstream is listed.
    const kept = async (): Promise<string[]> => {
      await searchText(client, { query: "add two numbers" });
      return runInDurableObject(local, (_gateway, { storage }) =>
        storage.sql
          .exec<{ server: string }>("SELECT server FROM search_part ORDER BY server")
          .toArray()
          .map(({ server }) => server),
      );
    };
    // Kept behind the answer.
    await expect.poll(kept, { timeout: 10_000 }).toStrictEqual(expect.arrayContaining(["everything", "modern"]));
  } finally {
    await client.close();
  }
});
