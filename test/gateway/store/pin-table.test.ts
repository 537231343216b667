/** An admin is shown the definitions of each server, whatever another one lists. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { PinTable } from "../../../src/directory/store/pin-table.ts";

function offered(count: number, description = "") {
  return Array.from({ length: count }, (_, n) => ({
    tool: { name: `t${n}`, description, inputSchema: { type: "object" } },
    hash: `hash-of-t${n}`,
    findings: [],
  }));
}

function offer(table: PinTable, server: string, tools: ReturnType<typeof offered>): void {
  table.offer(
    server,
    "hold",
    tools,
    tools.map(({ tool }) => tool.name),
    1,
  );
}

it("lists as much of each server, and says how much it left out", async () => {
  await runInDurableObject(env.DIRECTORY.getByName("pins-shares"), (_directory, { storage }) => {
    const table = new PinTable(storage);
    offer(table, "flood", offered(6_000));
    offer(table, "honest", offered(3));
    const { pins, more } = table.list({ state: "held", server: undefined });
    expect(pins.filter(({ server }) => server === "honest").map(({ tool }) => tool)).toEqual(["t0", "t1", "t2"]);
    expect(pins).toHaveLength(5_000);
    expect(more).toEqual([{ server: "flood", count: 1_003 }]);
    expect(table.list({ state: undefined, server: "honest" })).toMatchObject({ pins: { length: 3 }, more: [] });
    expect(table.list({ state: "accepted", server: undefined })).toEqual({ pins: [], more: [] });
  });
});

it("shows the definitions of a server beside one that has long ones", async () => {
  await runInDurableObject(env.DIRECTORY.getByName("pins-long"), (_directory, { storage }) => {
    const table = new PinTable(storage);
    offer(table, "flood", offered(25, "x".repeat(390_000)));
    offer(table, "honest", offered(1));
    const { pins } = table.list({ state: "held", server: undefined });
    const shown = (name: string) =>
      pins.filter(({ server, definition }) => server === name && definition !== undefined);
    expect(shown("honest")).toHaveLength(1);
    expect(shown("flood").length).toBeLessThan(20);
  });
});
