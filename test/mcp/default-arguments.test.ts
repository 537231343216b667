/** A required argument with a default can be left out; the upstream is sent the default, and the ledger shows it. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect, execute, searchText } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

it.each([
  { given: "", want: '{"scale":"css"}' },
  { given: "{}", want: '{"scale":"css"}' },
  { given: "{ name: 'a' }", want: '{"name":"a","scale":"css"}' },
  { given: "{ scale: 'device' }", want: '{"scale":"device"}' },
])("odd.screenshot($given) sends $want", async ({ given, want }) => {
  const answer = await execute(client, { code: `await odd.screenshot(${given})` });
  expect(answer).toMatchObject({ ok: true });
  expect(JSON.stringify(answer.value)).toBe(JSON.stringify(JSON.parse(want)));
});

it("is optional in the signature", async () => {
  const text = await searchText(client, { query: "odd.screenshot", detail: "signatures" });
  expect(text).toContain('odd.screenshot(a?:{scale?:"css"|"device",name?:string})');
});
