/** `auth.schemes`: each credential goes where the description says, for the operations that want it, to the API's own origin. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { upstreamListSchema } from "../../src/contract/upstreams.ts";
import { api } from "../support/api.ts";
import { connect, execute } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

/** What arrives shows a credential by its name: results are cleaned of secrets. */
const KEY = "${TEST_TOKEN}";

describe("a credential goes", () => {
  it.each([
    { operation: "in_header", headers: { "x-key": KEY }, query: "" },
    { operation: "in_query", headers: {}, query: `?a=1&key=${KEY}` },
    { operation: "in_cookie", headers: { cookie: `theme=dark; sid=${KEY}` }, query: "" },
    { operation: "as_basic", headers: { authorization: "Basic [mcpServers.schemed.auth.schemes.basic]" }, query: "" },
    { operation: "as_bearer", headers: { authorization: `Bearer ${KEY}` }, query: "" },
    { operation: "as_token", headers: { authorization: `Bearer ${KEY}` }, query: "" },
    { operation: "both", headers: { "x-key": KEY }, query: `?key=${KEY}` },
    // The first alternative is not configured.
    { operation: "either", headers: { "x-key": KEY }, query: "" },
    { operation: "open", headers: {}, query: "" },
    { operation: "optional", headers: { "x-key": KEY }, query: "" },
    { operation: "by_default", headers: { "x-key": KEY }, query: "" },
    { operation: "elsewhere", headers: {}, query: "" },
  ])("where the description says: $operation", async ({ operation, headers, query }) => {
    const args = { in_query: "{ a: 1 }", in_cookie: "{ theme: 'dark' }" }[operation] ?? "";
    const { value } = await execute(client, { code: `await schemed.${operation}(${args})` });
    expect(value).toMatchObject({ query });
    expect((value as { headers: object }).headers).toStrictEqual(headers);
  });
});

it("has no argument in its place", async () => {
  for (const name of ["X-Key", "key", "sid"]) {
    const { error } = await execute(client, { code: `await schemed.both({ ${JSON.stringify(name)}: "mine" })` });
    expect(error).toMatchObject({ code: "INVALID_ARGS" });
  }
});

it.each([
  { call: "schemed.with_object", name: "key" },
  { call: "schemed.with_object", name: "Key" },
  { call: "schemed.with_object", name: "key[]" },
  // `query` of gateway.json.
  { call: "queried.with_object", name: "theme" },
  { call: "queried.with_object", name: "THEME[0]" },
])("has no property of an argument in its place: $call, $name", async ({ call, name }) => {
  const { error } = await execute(client, {
    code: `await ${call}({ more: { ${JSON.stringify(name)}: "mine", b: "2" } })`,
  });
  const message = `args.more must not be sent as ${JSON.stringify(name)}, because servers may read that as a parameter that gateway.json or the path fixes`;
  expect(error).toMatchObject({ code: "INVALID_ARGS", message: expect.stringContaining(message) });
});

it("is sent beside properties of other names", async () => {
  const { value } = await execute(client, { code: "await queried.with_object({ more: { b: '2' } })" });
  expect(value).toMatchObject({ query: `?theme=${KEY}&b=2` });
});

it("says which schemes there are where one is not", async () => {
  const { upstreams } = upstreamListSchema.parse(await (await api("/upstreams")).json());
  const { unreadable = [] } = upstreams.find(({ name }) => name === "schemed") ?? {};
  expect(unreadable.join()).toContain(
    'auth.schemes: the description has no security scheme "nobody"; it has header, query',
  );
  expect(unreadable.join()).toContain('the scheme "digest" is of a kind that is not supported');
});

it("is missed by name", async () => {
  const { upstreams } = upstreamListSchema.parse(await (await api("/upstreams")).json());
  expect(upstreams.find(({ name }) => name === "unschemed")).toMatchObject({
    status: "down",
    reason: expect.stringContaining("MISSING_SECRET"),
  });
});

it("has to be of the form that its scheme wants", async () => {
  const { error } = await execute(client, { code: "await misschemed.as_basic()" });
  expect(error).toMatchObject({
    code: "UPSTREAM_AUTH_REQUIRED",
    message: expect.stringContaining("mcpServers.misschemed.auth.schemes.basic has to be username and password"),
  });
});
