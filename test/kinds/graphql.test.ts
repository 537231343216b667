/** A GraphQL API behind the gateway: graphql-yoga on loopback, asked by scripts of a real MCP client. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import * as z from "zod";
import { upstreamListSchema } from "../../src/contract/upstreams.ts";
import { api as ask, createKey } from "../support/api.ts";
import { connect, execute, searchText } from "../support/client.ts";

const { graphql } = inject("kinds");

let client: Client;
beforeAll(async () => {
  client = await connect();
  await upstreams();
});
afterAll(() => client.close());

async function upstreams() {
  return upstreamListSchema.parse(await (await ask("/upstreams")).json()).upstreams;
}

async function run(code: string, input?: unknown): Promise<unknown> {
  const answer = await execute(client, { code, ...(input !== undefined && { input }) });
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return answer.value;
}

const thrown = (call: string, input: unknown = {}): Promise<unknown> =>
  run(
    `try { await ${call} } catch (e) { ({ code: e.code, status: e.status, body: e.body, message: e.message }) }`,
    input,
  );

const stats = async (): Promise<{ asked: number; wiped: number }> =>
  z.object({ asked: z.number(), wiped: z.number() }).parse(await (await fetch(`${graphql}/stats`)).json());
const asked = async (): Promise<number> => (await stats()).asked;

describe("a query", () => {
  it.each([
    { given: "shop.product({ id: 1 })", want: { id: "1", name: "Dune", price: 9.5, kind: "BOOK" } },
    {
      given: "shop.product({ id: '1', select: 'name owner { name }' })",
      want: { name: "Dune", owner: { name: "Ada" } },
    },
    {
      given: "shop.product({ id: '1', select: { name: true, owner: { id: true } } })",
      want: { name: "Dune", owner: { id: "p1" } },
    },
    { given: "shop.product({ id: '1', select: '{ related(first: 1) { id } }' })", want: { related: [{ id: "2" }] } },
    { given: "shop.product({ id: 'none' })", want: null },
    { given: "shop.count()", want: 0 },
    { given: "shop.search({ text: 'Ada' })", want: [{ __typename: "Person", id: "p1", name: "Ada" }] },
    { given: "shop.query_query()", want: "a field of this name" },
    { given: "shop.key()", want: "${SHOP_KEY}" },
  ])("$given", async ({ given, want }) => {
    expect(await run(`await ${given}`)).toStrictEqual(want);
  });

  it("of a connection has its nodes and where it goes on", async () => {
    expect(await run("await shop.products({ kind: 'BOOK', first: 10 })")).toStrictEqual({
      nodes: [{ id: "1", name: "Dune", price: 9.5, kind: "BOOK" }],
      pageInfo: { hasNextPage: false, endCursor: null },
    });
  });

  it("of a connection has no .all(), and says how its pages are read", async () => {
    expect(await thrown("shop.products.all({ first: 1 })")).toMatchObject({
      code: "TOOL_NOT_FOUND",
      message:
        "shop.products has no .all(): select pageInfo { endCursor hasNextPage } and the nodes, and call shop.products again with endCursor as `after` while hasNextPage is true.",
    });
    expect(await thrown("shop.search.all({ text: 'a' })")).toMatchObject({
      message: expect.stringMatching(/defines no paging/),
    });
  });

  it("is checked before anything is sent", async () => {
    const before = await asked();
    expect(await thrown("shop.products(input)", { kind: "CAR" })).toMatchObject({
      code: "INVALID_ARGS",
      message: expect.stringMatching(/^shop\.products: args\.kind must be one of "BOOK", "TOY"\. Signature/),
    });
    expect(await thrown("shop.product({ id: '1', ...input })", { select: "id } count { x" })).toMatchObject({
      code: "INVALID_ARGS",
      message: expect.stringMatching(/args\.select .*Nothing was sent/),
    });
    expect(
      await thrown("shop.product({ id: '1', ...input })", { select: "id } } mutation M { count(by: 1) { x" }),
    ).toMatchObject({
      message: expect.stringMatching(/args\.select must have one operation/),
    });
    const deep = `${"owner { products { ".repeat(6)}id${" } }".repeat(6)}`;
    expect(await thrown("shop.product({ id: '1', ...input })", { select: deep })).toMatchObject({
      message: expect.stringMatching(/args\.select selects more than 8 levels/),
    });
    for (const select of ["", "  ", "{}", "{ }", "owner {}", "id owner { products { } }", "... on Product {}"])
      expect(await thrown("shop.product({ id: '1', ...input })", { select })).toMatchObject({
        code: "INVALID_ARGS",
        message: expect.stringMatching(/args\.select has a pair of braces without a field in it\. Nothing was sent/),
      });
    expect(await thrown("shop.count(input)", { select: "id" })).toMatchObject({ code: "INVALID_ARGS" });
    expect(await asked()).toBe(before);
  });
});

describe("a mutation", () => {
  it("takes an input object and answers with what it made", async () => {
    const made = await run(
      "await shop.addProduct({ input: { name: 'Yo-yo', price: null, tags: ['a'] }, select: 'name kind price' })",
    );
    expect(made).toStrictEqual({ name: "Yo-yo", kind: "TOY", price: null });
    expect(await thrown("shop.addProduct(input)", { input: { price: 1 } })).toMatchObject({
      code: "INVALID_ARGS",
      message: expect.stringContaining("args.input.name is missing"),
    });
  });

  it("of the name of a query says what it is", async () => {
    expect(await run("[await shop.mutation_count({ by: 0 }), await shop.count()]")).toStrictEqual([0, 0]);
  });
});

describe("a document of the script's own", () => {
  it("runs with variables, by position and by name", async () => {
    const query = "query ($id: ID!) { product(id: $id) { ...P } count } fragment P on Product { name }";
    const want = { product: { name: "Dune" }, count: 0 };
    expect(await run("await shop.query(input, { id: '1' })", query)).toStrictEqual(want);
    expect(await run("await shop.query({ query: input, variables: { id: '1' } })", query)).toStrictEqual(want);
    expect(await run("await shop.query('{ count }')")).toStrictEqual({ count: 0 });
  });

  it.each([
    { given: "mutation { count(by: 1) }", want: /is a mutation; only queries run this way/ },
    {
      given: "subscription { tick }",
      want: /is a subscription; only queries run this way\. Subscriptions are not offered here\. Nothing was sent/,
    },
    { given: "{ count } { count }", want: /must have one operation; it has 2/ },
    { given: "{ count", want: /is not valid GraphQL: Syntax Error/ },
    {
      given: "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }",
      want: /a fragment that spreads itself: A/,
    },
    { given: `{ ${Array.from({ length: 600 }, (_, n) => `a${n}: count`).join(" ")} }`, want: /more than 500 fields/ },
    {
      given: `{ ...F0 } ${Array.from({ length: 20 }, (_, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`).join(" ")} fragment F20 on Query { count }`,
      want: /more than 500 fields/,
    },
    { given: "type X { a: Int }", want: /operations and fragments only/ },
    { given: `{ count ${"#".repeat(100_001)}\n}`, want: /more than 100000 characters/ },
  ])("is refused: $given", async ({ given, want }) => {
    const before = await asked();
    expect(await thrown("shop.query(input)", given)).toMatchObject({
      code: "INVALID_ARGS",
      message: expect.stringMatching(want),
    });
    expect(await asked()).toBe(before);
  });

  it("asks for nothing that is not offered", async () => {
    expect(await run("await narrow.query('{ product(id: 1) { name } }')")).toStrictEqual({ product: { name: "Dune" } });
    expect(await thrown("narrow.query(input)", "{ a: product(id: 1) { name } b: count }")).toMatchObject({
      message: expect.stringContaining("selects count, which is not offered here"),
    });
    expect(await run("(await shop.product({ id: '1', select: 'owner { shop { count } }' })).owner.shop.count")).toEqual(
      expect.any(Number),
    );
    const owner = "owner { shop { count } }";
    for (const call of [
      "narrow.query(`{ product(id: 1) { ${input} } }`)",
      "narrow.product({ id: 1, select: input })",
    ]) {
      expect(await thrown(call, owner)).toMatchObject({
        message: expect.stringContaining("selects shop, which leads to queries that are not offered here"),
      });
    }
    expect(await thrown("narrow.query(input)", "{ product(id: 1) { ... on Query { count } } }")).toMatchObject({
      message: expect.stringContaining("selects a fragment on Query"),
    });
    expect(await thrown("narrow[input]()", "count")).toMatchObject({ code: "TOOL_NOT_FOUND" });
  });
});

describe("under a policy on some of its queries", () => {
  it.each(["ruled_shop.count()", "ruled_shop.query('{ count }')", "ruled_shop.query('{ query { count } }')"])(
    "what is denied is: %s",
    async (call) => {
      expect(await thrown(call)).toMatchObject({ code: "POLICY_DENIED" });
    },
  );

  it.each([
    "ruled_shop.touch({ select: 'query { count }' })",
    "ruled_shop.touch({ select: 'q: query { __typename count }' })",
    "ruled_shop.touch({ select: { query: { count: true } } })",
    "ruled_shop.touch({ select: 'query { ... { count } }' })",
    "ruled_shop.touch({ select: '...F } } fragment F on Touched { query { count }' })",
    "ruled_shop.everything({ select: 'count' })",
    "ruled_shop.product({ id: 1, select: 'owner { shop { count } }' })",
    "ruled_shop.product({ id: 1, select: '... on Query { count }' })",
  ])("no selection leads there: %s", async (call) => {
    const before = await asked();
    expect(await thrown(call)).toMatchObject({
      code: "INVALID_ARGS",
      message: expect.stringContaining("Nothing was sent"),
    });
    expect(await asked()).toBe(before);
  });

  it("all other selections stay", async () => {
    expect(await run("await ruled_shop.product({ id: 1, select: 'owner { name shop { __typename } }' })")).toEqual({
      owner: { name: "Ada", shop: { __typename: "Query" } },
    });
    expect(await run("await ruled_shop.touch()")).toEqual({ query: { __typename: "Query" } });
    expect(await run("await ruled_shop.everything()")).toEqual({ __typename: "Query" });
    expect(await run("await ruled_shop.query_query()")).toBe("a field of this name");
    expect(await run("(await shop.touch({ select: 'query { count }' })).query.count")).toEqual(expect.any(Number));
  });
});

describe("a way to all queries", () => {
  const SELECTIONS = [
    "query { secret }",
    "q: query { s: secret }",
    "query { part { name } }",
    "roots { secret }",
    "roots { part { name } }",
    "roots { ... { secret } }",
    "roots { ... on Query { secret } }",
    "any(name: 'Query') { ... on Query { secret } }",
    "any(name: 'Query') { ... on Root { secret } }",
    "any(name: 'Query') { ... on Node { ... on Root { secret } } }",
    "...F } } fragment G on Root { secret } fragment F on Part { any(name: 'Query') { ...G",
    "node(id: 'Query') { ... on Query { secret } }",
    "node(id: 'Query') { id ... on Root { secret } }",
    "query { __schema { types { name } } }",
    "news { tick }",
  ].map((select) => select.replaceAll("'", '"'));

  const calls = (server: string): readonly (readonly [string, unknown])[] => [
    ...SELECTIONS.map((select) => [`${server}.part({ select: input })`, select] as const),
    ...SELECTIONS.filter((select) => !select.includes("fragment")).map(
      (select) => [`${server}.make({ select: "part { " + input + " }" })`, select] as const,
    ),
    [`${server}.any({ name: "Query", select: input })`, "... on Root { secret }"],
    [`${server}.any({ name: "Query", select: input })`, "... on Query { s: secret }"],
    [`${server}.node({ id: "Query", select: input })`, "... on Query { secret }"],
    [`${server}.root({ select: input })`, "secret"],
    [`${server}.make_query({ select: input })`, "secret"],
    [`${server}.make({ select: input })`, "mutation { wipe }"],
  ];

  it.each([...calls("ruled_linked"), ...calls("narrow_linked")])(
    "is closed where it goes around a rule: %s, %s",
    async (call, select) => {
      const before = await asked();
      expect(await thrown(call, select)).toMatchObject({
        code: "INVALID_ARGS",
        message: expect.stringMatching(/which leads to (queries|mutations|subscriptions).*Nothing was sent/),
      });
      expect(await asked()).toBe(before);
    },
  );

  it.each(SELECTIONS)("is closed to documents where tools are left out: %s", async (select) => {
    expect(await thrown("narrow_linked.query(input)", `{ part { ${select} } }`)).toMatchObject({
      message: expect.stringMatching(/which leads to/),
    });
  });

  it.each([
    "{ secret }",
    "{ s: secret }",
    "{ part { name } ... { secret } }",
    "query Q { ...F } fragment F on Root { secret }",
  ])("is closed to a document that asks for what has a rule of its own: %s", async (query) => {
    const before = await asked();
    expect(await thrown("ruled_linked.query(input)", query)).toMatchObject({
      code: "INVALID_ARGS",
      message: expect.stringContaining(
        "args.query selects secret, which the policy controls through ruled_linked.secret: call ruled_linked.secret instead. Nothing was sent.",
      ),
    });
    expect(await thrown("ruled_linked.query(input)", "{ part { name } parts { nodes { id } } hidden }")).toMatchObject({
      message: expect.stringContaining("selects hidden, which is not offered here"),
    });
    expect(await asked()).toBe(before);
  });

  it("is open where nothing decides on single tools", async () => {
    const all = (server: string) => run(`await ${server}.part({ select: input })`, SELECTIONS[0]);
    expect(await all("linked")).toStrictEqual({ query: { secret: "the secret" } });
    expect(
      await run("await linked.part({ select: input })", 'any(name: "Query") { ... on Root { secret } }'),
    ).toStrictEqual({
      any: { secret: "the secret" },
    });
  });

  it.each([
    { given: "node({ id: 'Part', select: 'id ... on Part { name }' })", want: { id: "1", name: "bolt" } },
    { given: "node({ id: 'Query' })", want: { id: "query" } },
    {
      given: "parts({ select: 'nodes { id name } edges { node { id name } }' })",
      want: { nodes: [{ id: "1", name: "bolt" }], edges: [{ node: { id: "1", name: "bolt" } }] },
    },
    {
      given: "part({ select: 'name query { __typename } roots { __typename } doing { __typename }' })",
      want: {
        name: "bolt",
        query: { __typename: "Query" },
        roots: [{ __typename: "Query" }],
        doing: { __typename: "Mutation" },
      },
    },
    {
      given: "part({ select: 'any(name: \"Part\") { ... on Part { name } ... on Query { __typename } }' })",
      want: { any: { name: "bolt" } },
    },
    { given: "any({ name: 'Part' })", want: { __typename: "Part", id: "1", name: "bolt" } },
    { given: "any({ name: 'Mutation' })", want: { __typename: "Mutation" } },
    { given: "root()", want: { __typename: "Query" } },
    { given: "make()", want: expect.objectContaining({ part: expect.anything() }) },
    { given: "query('{ part { name } ... on Root { part { id } } }')", want: { part: { name: "bolt", id: "1" } } },
  ])("leaves other selections: $given", async ({ given, want }) => {
    expect(await run(`await ruled_linked.${given}`)).toStrictEqual(want);
  });
});

describe("a query", () => {
  const SELECTIONS = [
    "doing { wipe }",
    "d: doing { w: wipe }",
    "doing { make { part { name } } }",
    "doer { wipe }",
    "doer { ... { wipe } }",
    'any(name: "Mutation") { ... on Mutation { wipe } }',
    'any(name: "Mutation") { ... on Doer { wipe } }',
    "...F } } fragment F on Part { doer { wipe",
    "query { part { doing { wipe } } }",
  ];

  it.each(SELECTIONS)("runs no mutation, whatever the credentials and the policy: %s", async (select) => {
    const before = await stats();
    const { key } = await createKey({ servers: ["linked"], access: "read" });
    const reader = await connect("modern", { authorization: `Bearer ${key}` });
    for (const given of [client, reader]) {
      for (const call of ["linked.part({ select: input })", "linked.query('{ part { ' + input + ' } }')"]) {
        const code = `try { await ${call} } catch (e) { e.message }`;
        const { value } = await execute(given, { code, input: select });
        expect(value).toMatch(/which leads to mutations, which no query runs.*Nothing was sent/);
      }
    }
    await reader.close();
    expect(await stats()).toStrictEqual(before);
  });

  it("runs none by default either", async () => {
    const { wiped } = await stats();
    await run(
      "[await linked.any({ name: 'Mutation' }), await linked.part(), await linked.parts(), await linked.root()]",
    );
    expect((await stats()).wiped).toBe(wiped);
  });

  it("follows a mutation's answer to another mutation for who may call both", async () => {
    const { wiped } = await stats();
    expect(await run("(await linked.make({ select: 'mutation { wipe }' })).mutation.wipe")).toBe(wiped + 1);
  });
});

describe('with results: "strict"', () => {
  it.each([
    { given: "product({ id: 'none' })", want: null },
    { given: "product({ id: 2, select: 'price' })", want: { price: null } },
    { given: "products({ first: 1, select: 'pageInfo { endCursor }' })", want: { pageInfo: { endCursor: null } } },
    { given: "addProduct({ input: { name: 'Top' }, select: 'price' })", want: { price: null } },
  ])("what may be null is: $given", async ({ given, want }) => {
    expect(await run(`await strict_shop.${given}`)).toStrictEqual(want);
  });
});

describe("an answer with errors", () => {
  it("is a ToolError with status and body", async () => {
    expect(await thrown("shop.failing()")).toMatchObject({
      code: "TOOL_ERROR",
      status: 200,
      body: { errors: [{ message: expect.any(String), path: ["failing"] }] },
    });
    expect(await thrown("shop.partly()")).toMatchObject({ body: { data: { partly: [{ name: "Dune" }, null] } } });
    expect(await thrown("shop.query('{ nothing }')")).toMatchObject({
      message: expect.stringContaining('Cannot query field "nothing"'),
    });
  });
});

describe("an answer that is JSON and none of GraphQL", () => {
  it.each(["read()", "write()", "query({ query: '{ read }' })"])("is no value of %s", async (call) => {
    expect(await thrown(`no_graph.${call}`)).toMatchObject({
      code: "TOOL_ERROR",
      message: expect.stringContaining("answered with something that is not a GraphQL answer"),
    });
  });
});

describe("the schema", () => {
  it("is what a model reads", async () => {
    const text = await searchText(client, { query: "shop.product", detail: "signatures" });
    expect(text).toMatch(/shop\.product\(a:\{id:string\|number,select\?:.*\):Product\|null \/\/ One product/);
    expect(text).toContain('kind?:"BOOK"|"TOY"');
    expect(text).toContain("price?:number|null");
    expect(await run("await shop.count(); await tools.describe('shop.search')")).toContain('__typename?:"Person"');
  });

  it("comes from SDL where introspection is off", async () => {
    expect(await run("await closed.product({ id: 1, select: 'name' })")).toStrictEqual({ name: "Dune" });
    const found = await upstreams();
    expect(found.find(({ name }) => name === "shut")).toMatchObject({
      status: "down",
      reason: expect.stringMatching(/HTTP 400, which says "Introspection is off".*mcpServers\.shut\.sdl/),
    });
    expect(found.find(({ name }) => name === "odd_schema")).toMatchObject({
      status: "down",
      reason: expect.stringContaining("The schema of odd_schema cannot be read"),
    });
  });
});
