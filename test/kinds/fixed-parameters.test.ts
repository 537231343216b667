/** Parameters that `query` and `headers` of an entry fix: they are sent as they are, and no other argument is left out for them. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect, execute, searchText } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

const call = (operation: string, args: object) =>
  execute(client, { code: `await fixed.${operation}(input)`, input: args });

const FIXED = "?filter%5Btenant%5D=acme&page%5Bsize%5D=3&appid=1";

it.each([
  {
    operation: "family",
    args: { "filter[status]": "open", "filter[owner]": "me" },
    want: "&filter%5Bstatus%5D=open&filter%5Bowner%5D=me",
  },
  { operation: "family", args: { "page[number]": "2" }, want: "&page%5Bnumber%5D=2" },
  { operation: "deep", args: { filter: { status: "open" } }, want: "&filter%5Bstatus%5D=open" },
])("are sent beside a fixed one of their family: $args", async ({ operation, args, want }) => {
  const { value } = await call(operation, args);
  expect(value).toMatchObject({ query: `${FIXED}${want}` });
});

it.each([
  {
    operation: "deep",
    args: { filter: { tenant: "other" } },
    words: 'args.filter must not be sent as "filter[tenant]"',
  },
  {
    operation: "deep",
    args: { filter: { Tenant: "other" } },
    words: 'args.filter must not be sent as "filter[Tenant]"',
  },
  { operation: "plain", args: { filter: "tenant" }, words: 'args.filter must not be sent as "filter"' },
])("does not take the place of a fixed one: $args", async ({ operation, args, words }) => {
  const { error } = await call(operation, args);
  expect(error).toMatchObject({ code: "INVALID_ARGS", message: expect.stringContaining(words) });
});

it("is not sent where a tool is given it as an argument", async () => {
  const { value } = await call("plain", { APPID: "2" });
  expect(value).toMatchObject({ query: FIXED });
});

it("are no arguments of their tool, also where the description requires them", async () => {
  const { value } = await call("required", { q: "Bonn" });
  expect(value).toMatchObject({ query: `${FIXED}&q=Bonn`, headers: { cookie: "[mcpServers.fixed.headers.Cookie]" } });
  const text = await searchText(client, { query: "fixed.required", detail: "signatures" });
  expect(text).toContain("fixed.required(a:{q:string}):");
  for (const name of ["appid", "x-tenant", "session"]) {
    expect((await call("required", { q: "Bonn", [name]: "mine" })).value).toStrictEqual(value);
  }
});

it("are those of a query that the path has, too", async () => {
  const { value } = await call("in_path", { other: "2", id: "7" });
  expect(value).toMatchObject({ query: `${FIXED}&fixed=1&id=7&other=2` });
  const text = await searchText(client, { query: "fixed.in_path", detail: "signatures" });
  expect(text).toContain("fixed.in_path(a:{id:string,other?:string}):");
  expect((await call("in_path", { id: "7", other: "2", fixed: "2" })).value).toStrictEqual(value);
});
