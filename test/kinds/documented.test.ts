/** The examples of docs/upstreams.md: their entries are part of the gateway under test, and their scripts say what they return. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { connect, execute } from "../support/client.ts";

const { documented } = inject("kinds");

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

it.each(documented)("%s", async (script) => {
  const at = script.lastIndexOf("//");
  const want: unknown = JSON.parse(script.slice(at + 2));
  expect(await execute(client, { code: script.slice(0, at) })).toMatchObject({ ok: true, value: want });
});

it("has examples of every kind", () => {
  expect(documented.length).toBeGreaterThan(6);
});
