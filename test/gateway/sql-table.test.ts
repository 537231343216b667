/** The base of all tables refuses rows that the platform would refuse. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { SqlTable } from "../../src/lib/sql-table.ts";

class Texts extends SqlTable {
  create(): void {
    this.run("CREATE TABLE text (id INTEGER PRIMARY KEY, one TEXT, other BLOB)");
  }

  insert(one: string, other: Uint8Array): number {
    return this.run("INSERT INTO text (one, other) VALUES (?, ?)", one, other);
  }
}

it("refuses a row that is longer than the platform stores", async () => {
  await runInDurableObject(env.GATEWAY.getByName("long-rows"), (_gateway, { storage }) => {
    const texts = new Texts(storage);
    texts.create();
    expect(texts.insert("x".repeat(1_000_000), new Uint8Array(1_000_000))).toBe(1);
    expect(texts.insert("語".repeat(660_000), new Uint8Array())).toBe(1);
    expect(() => texts.insert("x".repeat(1_000_001), new Uint8Array(1_000_000))).toThrow("2000001 bytes");
    expect(() => texts.insert("語".repeat(670_000), new Uint8Array())).toThrow("2010000 bytes");
  });
});
