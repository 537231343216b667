/** Tables that a script or an upstream could otherwise fill without end, and what they promise about what is removed. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { ScriptTable } from "../../../src/gateway/store/script-table.ts";
import { VectorTable } from "../../../src/gateway/store/vector-table.ts";

const LONG = "x".repeat(262_144);
const BYTES = 50_000_000;

function script(name: string, code = LONG) {
  return { name, description: "", expose: "none", code, tools: [], hasOtherTools: false } as const;
}

it("keeps the newest version of each script, and of the others what there is room for", async () => {
  await runInDurableObject(env.GATEWAY.getByName("script-bytes"), (_gateway, { storage }) => {
    const table = new ScriptTable(storage);
    const bytes = (): number =>
      storage.sql.exec<{ bytes: number }>("SELECT sum(length(CAST(code AS BLOB))) AS bytes FROM script").one().bytes;
    table.save(script("first"), 1);
    for (let index = 0; index < 5; index += 1) {
      for (let version = 1; version <= 50; version += 1) table.save(script(`s${index}`), 2 + index * 50 + version);
    }
    expect(bytes()).toBeLessThanOrEqual(BYTES);
    expect(bytes()).toBeGreaterThan(BYTES - LONG.length);
    expect(table.summaries().map(({ name }) => name)).toEqual(["first", "s0", "s1", "s2", "s3", "s4"]);
    // Those that take the most room lose some.
    expect(table.versions("s0").map(({ version }) => version)[0]).toBe(50);
    expect(table.versions("s0").length).toBeLessThan(50);
    expect(table.versions("first")).toHaveLength(1);
  });
});

it("refuses a script that has no room beside the newest versions of the others", async () => {
  await runInDurableObject(env.GATEWAY.getByName("script-room"), (_gateway, { storage }) => {
    const table = new ScriptTable(storage);
    const room = Math.floor(BYTES / LONG.length);
    for (let index = 0; index < room; index += 1) table.save(script(`s${index}`), index);
    expect(table.save(script("more"), room)).toMatchObject({
      ok: false,
      problem: expect.stringContaining("delete some"),
    });
    expect(table.save(script("s0"), room)).toMatchObject({ ok: true, script: { version: 2 } });
    expect(table.save(script("short", "1"), room)).toMatchObject({ ok: true });
    expect(table.summaries()).toHaveLength(room + 1);
  });
});

it("keeps the newest vectors", async () => {
  await runInDurableObject(env.GATEWAY.getByName("vector-bounds"), (_gateway, { storage }) => {
    const table = new VectorTable(storage);
    const vector = new Float32Array([1]).buffer;
    for (let at = 0; at < 42_000; at += 2_000) {
      table.write(Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${at + index}`, vector])));
    }
    const { kept } = storage.sql.exec<{ kept: number }>("SELECT count(*) AS kept FROM tool_vector").one();
    expect(kept).toBe(40_000);
    expect(Object.keys(table.read(["k0", "k1999", "k2000", "k41999"]))).toEqual(["k2000", "k41999"]);
  });
});

it("uses no version of a removed script again", async () => {
  await runInDurableObject(env.GATEWAY.getByName("script-versions"), (_gateway, { storage }) => {
    const table = new ScriptTable(storage);
    table.save(script("report", "1"), 1);
    table.save(script("report", "2"), 2);
    expect(table.remove("report")).toBe(true);
    expect(table.remove("report")).toBe(false);
    expect(table.save(script("report", "3"), 3)).toMatchObject({ ok: true, script: { version: 3 } });
    expect(table.get("report", 1)).toBeUndefined();
    expect(table.save(script("other", "1"), 4)).toMatchObject({ ok: true, script: { version: 1 } });
  });
});
