/** What keeps clients that load tools on demand from hiding the gateway's two tools. */
import type { Client } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { connect } from "../support/client.ts";

it("both tools ask to be loaded at once, and the instructions name them", async () => {
  const client: Client = await connect();
  const { tools } = await client.listTools();
  const own = tools.filter(({ name }) => name === "search_tools" || name === "execute_code");
  expect(own).toHaveLength(2);
  for (const { _meta } of own) expect(_meta).toMatchObject({ "anthropic/alwaysLoad": true });
  expect(client.getInstructions()).toContain("execute_code");
  expect(client.getInstructions()).toContain("search_tools");
  await client.close();
});
