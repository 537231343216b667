/** An answer that begins at once and never ends ("slow loris"), from each kind of HTTP API; test/traps has that of MCP servers. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { upstreamListSchema } from "../../src/contract/upstreams.ts";
import { api } from "../support/api.ts";
import { connect, execute } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

it.each(["dripping.drip()", "dripping.pour()", "dripping_graph.drip()"])(
  "%s ends at its time limit, and other upstreams are not affected",
  async (call) => {
    const code = `const slow = ${call}.catch(({ code, message }) => ({ code, message }));
      const well = await weather.convert_temperature({ celsius: 100 });
      ({ slow: await slow, well: well.fahrenheit })`;
    expect(await execute(client, { code })).toMatchObject({
      value: { slow: { code: "UPSTREAM_TIMEOUT", message: expect.stringContaining("500 ms") }, well: 212 },
    });
  },
);

it("a description that never ends is given up", async () => {
  await vi.waitFor(async () => {
    const { upstreams } = upstreamListSchema.parse(await (await api("/upstreams")).json());
    const found = upstreams.find(({ name }) => name === "dripping_spec");
    expect.assert(found?.status === "down" && found.reason?.includes("500 ms") === true, JSON.stringify(found));
  }, 20_000);
});
