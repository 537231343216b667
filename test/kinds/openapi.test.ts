/** HTTP APIs described by OpenAPI, from a script of a real MCP client to a real server on loopback. Each operation is a trap of real descriptions. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import * as z from "zod";
import { upstreamListSchema } from "../../src/contract/upstreams.ts";
import { api as ask } from "../support/api.ts";
import { connect, execute, searchText } from "../support/client.ts";

const { api } = inject("kinds");

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

const sent = async (operation: string, args: object = {}) => run(`await echo.${operation}(input)`, args);

/** What `call` throws, as a script sees it. */
const thrown = (call: string, input: unknown = {}): Promise<unknown> =>
  run(
    `try { await ${call} } catch (e) { ({ name: e.name, code: e.code, status: e.status, body: e.body, message: e.message }) }`,
    input,
  );

describe("parameters", () => {
  it.each([
    {
      given: [
        "path_styles",
        { plain: "a/b ?", label: [1, 2], matrix: { x: 1, y: 2 }, exploded: { x: 3, y: 4 }, file: "ü" },
      ],
      want: { path: "/v1/echo/path_styles/a%2Fb%20%3F/.1,2/;matrix=x,1,y,2/x=3,y=4/%C3%BC.zip" },
    },
    {
      given: ["query_styles", { form: [1, 2], csv: [1, 2], space: [1, 2], pipe: [1, 2] }],
      want: { query: "?form=1&form=2&csv=1,2&space=1%202&pipe=1%7C2" },
    },
    {
      given: ["query_styles", { deep: { a: { b: 1 }, c: [2, 3] }, object: { x: 1, y: 2 } }],
      want: { query: "?deep%5Ba%5D%5Bb%5D=1&deep%5Bc%5D%5B0%5D=2&deep%5Bc%5D%5B1%5D=3&x=1&y=2" },
    },
    { given: ["query_styles", { free: { free: 1, other: 2 } }], want: { query: "?free=1&other=2" } },
    {
      given: ["query_styles", { reserved: "a/b?c&d=e#f", filter: { x: 1 } }],
      want: { query: "?reserved=a/b?c%26d%3De%23f&filter=%7B%22x%22%3A1%7D" },
    },
    {
      given: ["query_styles", { pipe_words: ["a,b", "c"], space_words: ["a|b"], reserved_words: ["a b", "c"] }],
      want: { query: "?space_words=a%7Cb&pipe_words=a%2Cb%7Cc&reserved_words=a%20b,c" },
    },
    {
      given: ["headers_and_cookies", { "X-List": [1, 2], "X-Point": { x: 1, y: 2 }, session: "a b" }],
      want: { headers: { "x-list": "1,2", "x-point": "x=1,y=2", cookie: "session=a%20b" } },
    },
    {
      given: ["same_names", { id: "in path", query_id: "q", body_id: "b", name: "n" }],
      want: { path: "/v1/echo/same_names/in%20path", query: "?id=q", body: '{"id":"b","name":"n"}' },
    },
    { given: ["with_fragment"], want: { path: "/v1/echo/with_fragment" } },
    { given: ["with_query", { q: "x" }], want: { query: "?version=2&q=x" } },
    { given: ["undeclared", { forgotten: "f" }], want: { path: "/v1/echo/undeclared/f" } },
    { given: ["get_echo_unnamed_item_id", { "item-id": "7" }], want: { path: "/v1/echo/unnamed/7" } },
    { given: ["shared_item"], want: { path: "/v1/echo/shared" } },
  ] satisfies { given: [string, object?]; want: object }[])(
    "$given.0 $given.1",
    async ({ given: [name, args], want }) => {
      expect(await sent(name, args)).toMatchObject(want);
    },
  );

  it.each(["", ".", ".."])("%j cannot become a part of a path", async (value) => {
    const before = await count("GET /v1/echo/undeclared");
    expect(await thrown("echo.undeclared(input)", { forgotten: value })).toMatchObject({
      code: "INVALID_ARGS",
      message: expect.stringMatching(/args\.forgotten .*Nothing was sent\./),
    });
    expect(await count("GET /v1/echo/undeclared")).toBe(before);
  });

  it.each([
    { operation: "headers_and_cookies", args: { "X-Words": ["a,b", "c"] }, character: String.raw`","` },
    { operation: "query_styles", args: { pipe_words: ["a|b", "c"] }, character: String.raw`"|"` },
    { operation: "query_styles", args: { space_words: ["a b", "c"] }, character: String.raw`" "` },
    { operation: "query_styles", args: { reserved_words: ["a,b", "c"] }, character: String.raw`","` },
    { operation: "query_styles", args: { csv_words: ["a,b"] }, character: String.raw`","` },
    { operation: "word_lists", args: { plain: ["5,6"], label: ["a"], matrix: ["a"] }, character: String.raw`","` },
    { operation: "word_lists", args: { plain: ["a"], label: ["5.6"], matrix: ["a"] }, character: String.raw`"."` },
    { operation: "word_lists", args: { plain: ["a"], label: ["a"], matrix: ["5;6"] }, character: String.raw`";"` },
    { operation: "query_styles", args: { csv_object: { a: "b,c" } }, character: String.raw`","` },
  ])("no item of $args becomes two", async ({ operation, args, character }) => {
    expect(await thrown(`echo.${operation}(input)`, args)).toMatchObject({
      code: "INVALID_ARGS",
      message: expect.stringContaining(`must not have ${character} in an item`),
    });
  });

  it.each([
    ["query_styles", { csv_object: { "a,b": "c" } }, '"," in a key'],
    ["headers_and_cookies", { "X-Map": { "a=b": "c" } }, '"=" in a key'],
    ["query_styles", { deep: { "owner][id": "x" } }, 'the key "owner][id"'],
    ["query_styles", { deep: { owner: { id: "me" }, "owner][id": "x" } }, 'the key "owner][id"'],
    ["query_styles", { deep: { a: { "status][": "x" } } }, 'the key "status]["'],
    ["query_styles", { deep: { a: { "": "x" } } }, 'the key ""'],
    ["form", { deep: { "a][b": "x" } }, 'the key "a][b"'],
  ])("no key of %s %j becomes another", async (operation, args, words) => {
    expect(await thrown(`echo.${operation}(input)`, args)).toMatchObject({
      code: "INVALID_ARGS",
      message: expect.stringMatching(/must not have .*Nothing was sent\./),
    });
    expect(await thrown(`echo.${operation}(input)`, args)).toMatchObject({
      message: expect.stringContaining(`must not have ${words}`),
    });
  });

  it.each(["csv", "CSV", "csv[]", "deep[a]"])("no property of an object becomes the parameter %s", async (name) => {
    const failure = await thrown("echo.query_styles(input)", { csv: [1], free: { [name]: 2 } });
    const message = `args.free has the property ${JSON.stringify(name)}, which is also the name of another parameter`;
    expect(failure).toMatchObject({ code: "INVALID_ARGS", message: expect.stringContaining(message) });
  });

  it.each([" admin", "admin ", "\tadmin", "admin\t", "\nadmin", "admin\r\n"])(
    "%j is no header, because servers read it without its blanks",
    async (value) => {
      for (const args of [{ "X-Word": value }, { "X-Words": ["a", value] }, { "X-Map": { a: value } }]) {
        expect(await thrown("echo.headers_and_cookies(input)", args)).toMatchObject({
          code: "INVALID_ARGS",
          message: expect.stringContaining("must not begin or end with a blank, because it is sent as a header"),
        });
      }
    },
  );

  it("are checked before anything is sent", async () => {
    const failure = await thrown("echo.query_styles(input)", { form: ["one"] });
    expect(failure).toMatchObject({ code: "INVALID_ARGS", message: expect.stringContaining("args.form[0] must be") });
    expect(await thrown("echo.query_styles(input)", { formm: [1] })).toMatchObject({
      message: expect.stringContaining("Did you mean form?"),
    });
    // Credentials are not a caller's business.
    expect(await thrown("echo.headers_and_cookies(input)", { Authorization: "x" })).toMatchObject({
      code: "INVALID_ARGS",
    });
  });
});

describe("what is not sent", () => {
  it.each([
    ["delete_items", {}],
    ["delete_items", { owner: null }],
    ["delete_items", { where: null }],
    ["optional_form", { ids: null, note: "n" }],
  ])("is not there for the policy: %s %j", async (operation, args) => {
    expect(await thrown(`echo.${operation}(input)`, args)).toMatchObject({
      code: "POLICY_DENIED",
    });
  });

  const chosen = { ids: ["1"], owner: "me", "X-Tags": ["a"] };
  const IS_REQUIRED = "would be left out of the request although it is required";
  const IS_LEFT_OUT = "would be left out of the request; to do that, leave the argument out";
  it.each([
    ["delete_chosen", { ...chosen, ids: [] }, `args.ids is empty, and ${IS_REQUIRED}`],
    ["get_chosen", { ...chosen, ids: [] }, `args.ids is empty, and ${IS_REQUIRED}`],
    ["delete_chosen", { ...chosen, "X-Tags": [] }, `args.X-Tags is empty, and ${IS_REQUIRED}`],
    ["delete_chosen", { ...chosen, owner: null }, `args.owner is null, and ${IS_REQUIRED}`],
    ["delete_chosen", { ...chosen, where: {} }, `args.where is empty, and ${IS_LEFT_OUT}`],
    ["get_chosen", { ...chosen, where: {} }, `args.where is empty, and ${IS_LEFT_OUT}`],
    ["delete_chosen", { ...chosen, where: { owner: "me", ids: [] } }, `args.where.ids is empty, and ${IS_LEFT_OUT}`],
    ["delete_items", { owner: "me", ids: [] }, `args.ids is empty, and ${IS_LEFT_OUT}`],
    ["delete_items", { owner: "me", ids: [null] }, `args.ids is empty, and ${IS_LEFT_OUT}`],
    ["delete_items", { where: { a: { b: null, c: [] } } }, `args.where.a.c is empty, and ${IS_LEFT_OUT}`],
    ["delete_items", { owner: "me", "X-Owner": [] }, `args.X-Owner is empty, and ${IS_LEFT_OUT}`],
    ["chosen_form", { ids: [], note: "n" }, `args.ids is empty, and ${IS_REQUIRED}`],
    ["chosen_form", { ids: ["1"], note: null }, `args.note is null, and ${IS_REQUIRED}`],
    ["optional_form", { ids: [], note: "n" }, `args.ids is empty, and ${IS_LEFT_OUT}`],
    ["form", { lines: [{ price: "p1" }, {}] }, `args.lines[1] is empty, and ${IS_LEFT_OUT}`],
  ])("is no list and no object that a script gave: %s %j", async (operation, args, words) => {
    const before = await requests(operation);
    const failure = await thrown(`echo.${operation}(input)`, args);
    expect(failure).toMatchObject({
      code: "INVALID_ARGS",
      message: expect.stringContaining(`${words}. Nothing was sent.`),
    });
    expect(await requests(operation)).toBe(before);
  });

  it("is not in the record, and keeps no call from being made", async () => {
    expect(await sent("delete_items", { ids: null, owner: "me", where: { a: null, b: ["1", null] } })).toMatchObject({
      query: "?owner=me&where%5Bb%5D%5B0%5D=1",
    });
    const ended = await execute(client, { code: "await echo.delete_items({ ids: null, owner: 'me', where: null })" });
    const { calls } = (await (await ask(`/runs/${ended.run}/calls`)).json()) as { readonly calls: object[] };
    expect(calls).toMatchObject([{ arguments: { owner: "me" } }]);
    expect(JSON.stringify(calls)).not.toContain('"ids"');
    const explained = { server: "echo", tool: "delete_items", args: { ids: null } };
    const answer = await ask("/policy/explain", { method: "POST", body: JSON.stringify(explained) });
    expect(await answer.json()).toMatchObject({ decision: "deny" });
  });

  it("of JSON is sent", async () => {
    expect(await sent("json_list", { body: [] })).toMatchObject({ body: "[]" });
  });
});

it("a call by REST sends all digits of a long integer", async () => {
  const body = '{"id":12345678901234567890}';
  const answer = await (await ask("/tools/echo/big_integer", { method: "POST", body })).json();
  expect(answer).toMatchObject({ ok: true, result: { body } });
});

describe("bodies", () => {
  it.each([
    { given: ["json_list", { body: [1, 2] }], want: { body: "[1,2]", type: "application/json" } },
    { given: ["json_text", { body: "hi" }], want: { body: '"hi"' } },
    { given: ["json_merged", { name: "n", note: "x" }], want: { body: '{"name":"n","note":"x"}' } },
    { given: ["json_open", { a: "1", zz: { y: 1 } }], want: { body: '{"a":"1","zz":{"y":1}}' } },
    { given: ["json_choice", { body: { a: "1" } }], want: { body: '{"a":"1"}' } },
    {
      given: ["form", { name: "a&b", tags: [1, 2], meta: { x: 1 }, deep: { k: "v" } }],
      want: {
        body: "name=a%26b&tags=1&tags=2&meta=%7B%22x%22%3A1%7D&deep%5Bk%5D=v",
        type: "application/x-www-form-urlencoded",
      },
    },
    {
      given: ["form", { lines: [{ price: "p1", ids: [1, null, 2] }, null, "x"] }],
      want: {
        body: "lines%5B0%5D%5Bprice%5D=p1&lines%5B0%5D%5Bids%5D%5B0%5D=1&lines%5B0%5D%5Bids%5D%5B1%5D=2&lines%5B1%5D=x",
      },
    },
    { given: ["bytes", { body: "AAEC/w==" }], want: { body: "\u0000\u0001\u0002ÿ", type: "application/octet-stream" } },
    { given: ["any_bytes", { body: "AP8K" }], want: { body: "\u0000ÿ\n", type: "application/octet-stream" } },
    { given: ["plain_text", { body: "a,b" }], want: { body: "a,b", type: "text/csv" } },
    { given: ["delete_with_body", { name: "n" }], want: { method: "DELETE", body: '{"name":"n"}' } },
    { given: ["get_with_body"], want: { method: "GET", body: "" } },
    { given: ["by_query", { name: "n" }], want: { method: "QUERY", body: '{"name":"n"}' } },
    { given: ["copied"], want: { method: "COPY", body: "" } },
    { given: ["by_form", { a: "1&2", b: ["x", "y"] }], want: { query: "?a=1%262&b=x&b=y" } },
    { given: ["unresolved", { body: { anything: 1 } }], want: { body: '{"anything":1}' } },
    { given: ["big_integer", { id: "12345678901234567890" }], want: { body: '{"id":12345678901234567890}' } },
    {
      given: [
        "big_integers",
        {
          user: { id: "12345678901234567890", owner: { id: "12345678901234567891" } },
          users: [{ id: "12345678901234567892" }],
          by_name: { ada: "12345678901234567893" },
          maybe: "12345678901234567894",
        },
      ],
      want: {
        body:
          '{"user":{"id":12345678901234567890,"owner":{"id":12345678901234567891}},"users":[{"id":12345678901234567892}],' +
          '"by_name":{"ada":12345678901234567893},"maybe":12345678901234567894}',
      },
    },
    { given: ["nullable", { when: null }], want: { body: '{"when":null}' } },
    {
      given: ["recursive", { name: "a", children: [{ name: "b", children: [] }] }],
      want: { body: '{"name":"a","children":[{"name":"b","children":[]}]}' },
    },
  ] satisfies { given: [string, object?]; want: object }[])(
    "$given.0 $given.1",
    async ({ given: [name, args], want }) => {
      expect(await sent(name, args)).toMatchObject(want);
    },
  );

  it.each([
    ["exploded_form", { amount: 1, to: "x", meta: { amount: "5000" } }, 'args.meta has the property "amount"'],
    ["exploded_form", { to: "x", meta: { "Amount[]": "5000" } }, 'args.meta has the property "Amount[]"'],
    ["open_form", { body: { amount: 1, "amount[]": 5000 } }, 'args.body must not have "amount[]"'],
    ["exploded_form", { to: "x", meta: { " amount": "5000" } }, 'args.meta has the property " amount"'],
    ["open_form", { body: { amount: 1, " amount": 5000 } }, 'args.body must not have " amount"'],
    ["open_form", { body: { amount: 1, "amount\0x": 5000 } }, 'args.body must not have "amount\\u0000x"'],
    ["open_upload", { body: { amount: 1, Amount: 5000 } }, 'args.body must not have "Amount"'],
  ])("%s has no field that another argument writes: %j", async (operation, args, words) => {
    const message = expect.stringMatching(/Nothing was sent\./);
    const failure = await thrown(`echo.${operation}(input)`, args);
    expect(failure).toMatchObject({ code: "INVALID_ARGS", message });
    expect(failure).toMatchObject({ message: expect.stringContaining(words) });
  });

  it("an exploded object writes fields of other names", async () => {
    expect(await sent("exploded_form", { amount: 1, meta: { note: "n" } })).toMatchObject({ body: "amount=1&note=n" });
    expect(await sent("open_form", { body: { amount: 1, other: 2 } })).toMatchObject({ body: "amount=1&other=2" });
  });

  const merged = { spec: { replicas: 3 } };
  it.each([
    { args: { body: merged }, type: "application/merge-patch+json" },
    { args: { body: [{ op: "remove", path: "/spec" }] }, type: "application/json-patch+json" },
    { args: { body: "spec: {}\n" }, type: "application/apply-patch+yaml" },
    {
      args: { body: merged, contentType: "application/strategic-merge-patch+json" },
      type: "application/strategic-merge-patch+json",
    },
  ])("of changes are sent in the media type for what is given: $type", async ({ args, type }) => {
    const body = typeof args.body === "string" ? args.body : JSON.stringify(args.body);
    expect(await sent("changed", args)).toMatchObject({ type, body });
    const request = { method: "PATCH", path: "/echo/changed", contentType: type, body: args.body };
    expect(await run("await echo.request(input)", request)).toMatchObject({ type, body });
  });

  it("in several media types have a file in the one that has it", async () => {
    expect(await sent("either_type", { title: "t", url: "u", tags: [] })).toMatchObject({
      type: "application/json",
      body: '{"title":"t","url":"u","tags":[]}',
    });
    expect(await sent("either_type", { title: "t", file: btoa("PNG") })).toMatchObject({
      type: expect.stringMatching(/^multipart\/form-data; /),
      body: expect.stringMatching(/name="title"\r\n\r\nt\r\n[^]*PNG\r\n/),
    });
  });

  it.each([
    ["either_type", { title: "t" }, "args"],
    [
      "either_type",
      { url: "u", file: btoa("PNG") },
      "The arguments are together not a body of any of its media types: application/json takes title?, url, tags?; multipart/form-data takes title?, tags?, file. Nothing was sent.",
    ],
    [
      "either_type",
      { file: btoa("PNG"), contentType: "application/json" },
      'are together not a body of "application/json"',
    ],
    ["either_type", { file: btoa("PNG"), tags: [] }, "args.tags is empty"],
    ["changed", { body: [], contentType: "application/merge-patch+json" }, "args.body is not a body of"],
    ["changed", { body: merged, contentType: "text/html" }, "args.contentType"],
  ])("in no media type are refused: %s %j", async (operation, args, words) => {
    expect(await thrown(`echo.${operation}(input)`, args)).toMatchObject({
      code: "INVALID_ARGS",
      message: expect.stringContaining(words),
    });
  });

  it("of several parts", async () => {
    const answer = z
      .object({ type: z.string(), body: z.string() })
      .parse(await sent("upload", { title: 'a "b"', meta: { x: 1 }, file: btoa("PNG") }));
    const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(answer.type)?.[1];
    expect(answer.body.split(`--${boundary}`).map((part) => part.trim())).toStrictEqual([
      "",
      'Content-Disposition: form-data; name="title"\r\n\r\na "b"',
      'Content-Disposition: form-data; name="meta"\r\nContent-Type: application/json\r\n\r\n{"x":1}',
      'Content-Disposition: form-data; name="file"; filename="file.png"\r\nContent-Type: image/png\r\n\r\nPNG',
      "--",
    ]);
  });

  it.each([
    { operation: "optional_upload", args: { file: btoa("PNG") } },
    { operation: "either_upload", args: { body: { file: btoa("PNG") } } },
  ])("$operation has the bytes of a file that is described by alternatives", async ({ operation, args }) => {
    const headers = 'name="file"; filename="file"\r\nContent-Type: application/octet-stream';
    expect(await sent(operation, args)).toMatchObject({ body: expect.stringContaining(`${headers}\r\n\r\nPNG\r\n`) });
  });

  it.each(["hello world", "some text ok", "a b c d", "my text file", "hello", "note\nbob1", "YQ", "YR=="])(
    "a plain text is no file: %j",
    async (text) => {
      const message = expect.stringMatching(
        /args\.(?:file|body) must be base64 with its padding, .*new TextEncoder\(\)\.encode\(text\)\.toBase64\(\)\. Nothing was sent\./,
      );
      expect(await thrown("echo.upload(input)", { title: "t", file: text })).toMatchObject({
        code: "INVALID_ARGS",
        message,
      });
      expect(await thrown("echo.bytes(input)", { body: text })).toMatchObject({ code: "INVALID_ARGS", message });
      expect(await thrown("echo.bytes.raw(input)", { body: text })).toMatchObject({ code: "INVALID_ARGS", message });
    },
  );

  it.each(["upload({ title: 't', file: bytes })", "bytes({ body: bytes })", "bytes({ body: bytes.buffer })"])(
    "bytes are given as base64, and the refusal says so: %s",
    async (call) => {
      expect(await thrown(`(async (bytes) => echo.${call})(new TextEncoder().encode("hello"))`)).toMatchObject({
        code: "INVALID_ARGS",
        message: expect.stringMatching(
          /args\.(?:file|body) must be string, not array; bytes are given as base64: bytes\.toBase64\(\)\. /,
        ),
      });
    },
  );

  it("a list for a text that is no file has no such advice", async () => {
    expect(await thrown("echo.upload({ title: [1, 2], file: 'YQ==' })")).toMatchObject({
      message: expect.stringMatching(/args\.title must be string, not array\. Signature/),
    });
  });

  it("a file may be base64 in lines, and a text as the refusal says", async () => {
    const wrapped = btoa("x".repeat(100)).replaceAll(/.{64}/g, "$&\r\n");
    expect(await sent("bytes", { body: wrapped })).toMatchObject({ body: "x".repeat(100) });
    const code = "await echo.bytes({ body: new TextEncoder().encode('hello world').toBase64() })";
    expect(await run(code)).toMatchObject({ body: "hello world" });
  });

  it("a recursive schema is checked at every level", async () => {
    expect(await thrown("echo.recursive({ name: 'a', children: [{ name: 1 }] })")).toMatchObject({
      code: "INVALID_ARGS",
      message: expect.stringContaining("args.children[0].name must be string"),
    });
  });
});

describe("answers", () => {
  it.each([
    { given: "text", want: "007" },
    { given: "json", want: { id: "12345678901234567890" } },
    { given: "not-json", want: "<html>" },
    { given: "latin1", want: "name\nJosé" },
    { given: "utf-16", want: "<a>ü</a>" },
    // What is not of the encoding that it claims is passed on as it came.
    ...["mislabelled", "mislabelled-json"].map((given) => ({
      given,
      want: true,
      code: `const [{ resource }] = await echo.answer({ kind: input }); atob(resource.blob).includes("José")`,
    })),
    { given: "empty", want: null },
    {
      given: "png",
      want: [{ type: "image", mimeType: "image/png" }],
      code: "(await echo.answer({ kind: input })).map(({ type, mimeType }) => ({ type, mimeType }))",
    },
    {
      given: "bytes",
      want: { mimeType: "application/zip", blob: "AP8B" },
      code: "const [{ resource }] = await echo.answer({ kind: input }); ({ mimeType: resource.mimeType, blob: resource.blob })",
    },
    { given: "deep", want: 200_000, code: "(await echo.answer({ kind: input })).length" },
  ])("$given", async ({ given, want, code = "await echo.answer({ kind: input })" }) => {
    expect(await run(code, given)).toEqual(want);
  });

  it.each([
    {
      kind: "not-json",
      want: /^\[isogate\] echo\.answer: it answered with text that is labelled JSON but is not JSON \(6 characters\)/,
    },
    {
      kind: "part",
      want: /^\[isogate\] echo\.answer: it answered with status 206, .* \(Content-Range: items 0-0\/9\)\.$/,
    },
  ])("that are not what they say are told in one line of the log: $kind", async ({ kind, want }) => {
    const code = "await echo.answer({ kind: input }); await echo.answer({ kind: input })";
    const { ok, logs } = await execute(client, { code, input: kind });
    expect({ ok, logs }).toStrictEqual({ ok: true, logs: [expect.stringMatching(want)] });
  });

  it("that are a page in place of the described JSON are a failure, or told where a text is permitted", async () => {
    const what =
      'answered with an HTML page (title "Sign in to Pets") instead of the JSON that its description promises; it may be a sign-in page';
    expect(await thrown("echo.described_answer({ kind: 'sign-in' })")).toMatchObject({
      code: "TOOL_ERROR",
      status: 200,
      body: expect.stringMatching(/^<html>/),
      message: `echo.described_answer: HTTP 200 from GET ${api}/v1/echo/described_answer/sign-in, which ${what}: check the credentials`,
    });
    expect(await run("await echo.described_answer({ kind: 'good' })")).toStrictEqual({ well: true });
    const answer = await execute(client, { code: "(await echo.any_answer({ kind: 'sign-in' })).slice(0, 6)" });
    expect(answer).toMatchObject({
      ok: true,
      value: "<html>",
      logs: [`[isogate] echo.any_answer: it ${what}. The value is the text of the page.`],
    });
    expect(await execute(client, { code: "(await echo.answer({ kind: 'sign-in' })).length" })).toMatchObject({
      ok: true,
      logs: [],
    });
  });

  it("of more than the budget are refused, and say nothing about other calls", async () => {
    expect(await thrown("echo.answer({ kind: 'big' })")).toMatchObject({
      code: "UPSTREAM_ERROR",
      message: expect.stringMatching(/answered with more than 8388608 bytes/),
    });
    expect(await sent("shared_item")).toMatchObject({ method: "GET" });
  });

  it("that lead to a private address are not followed", async () => {
    expect(await thrown("echo.answer({ kind: 'moved' })")).toMatchObject({
      code: "UPSTREAM_ERROR",
      message: expect.stringContaining("redirects to http://10.0.0.1/secret"),
    });
  });

  it.each([400, 401, 404, 429, 500])("of %i are ToolErrors with status and body", async (code) => {
    expect(await thrown("echo.status({ code: input })", code)).toMatchObject({
      name: "ToolError",
      code: "TOOL_ERROR",
      status: code,
      body: { error: { message: `Status ${code}` } },
      message: `echo.status: HTTP ${code} from GET ${api}/v1/echo/status/${code}: Status ${code}`,
    });
  });

  it("that are failures keep all digits of a long integer in their body", async () => {
    expect(await thrown("echo.answer({ kind: 'conflict' })")).toMatchObject({
      status: 409,
      body: { existing_id: "12345678901234567890" },
    });
  });

  it("that are pages tell what stands on them", async () => {
    expect(await thrown("echo.answer({ kind: 'page' })")).toMatchObject({
      status: 502,
      body: "<html><h1>Bad gateway</h1></html>",
      message: expect.stringMatching(/: Bad gateway$/),
    });
  });

  it("never say the credentials that were sent", async () => {
    expect(await thrown("echo.status({ code: 403 })")).toMatchObject({ body: { key: "${TEST_TOKEN}" } });
    expect(await sent("shared_item")).toMatchObject({ headers: { "x-key": "${TEST_TOKEN}" } });
  });
});

describe("where requests go", () => {
  it("an operation of another origin gets no credentials", async () => {
    expect(await sent("own_server")).toMatchObject({ path: "/echo/own_server", headers: {} });
  });

  it("base_url counts in place of the description's servers, with its query", async () => {
    const answer = await run("await swagger.findPets({ limit: 1, tags: ['a', 'b'], ids: [1, 2], names: ['x', 'y'] })");
    expect(answer).toMatchObject({ query: "?via=base&key=${TEST_TOKEN}&limit=1&tags=a&tags=b&ids=1,2&names=x%7Cy" });
  });

  it.each([
    { operation: "here", path: "/v1/echo/here" },
    { operation: "below", path: "/v1/echo/below" },
    { operation: "beside", path: "/v1/echo/beside" },
  ])("base_url stands for the description's origins: $operation", async ({ operation, path }) => {
    const headers = { "x-key": "${TEST_TOKEN}" };
    expect(await run(`await moved.${operation}()`)).toMatchObject({ path, query: "?via=base", headers });
  });

  it("a server of another origin stays, and gets no credentials", async () => {
    const answer = z
      .object({ path: z.string(), query: z.string(), headers: z.record(z.string(), z.string()) })
      .parse(await run("await moved.away()"));
    expect(answer).toMatchObject({ path: "/v1/echo/away", query: "" });
    expect(answer.headers).not.toHaveProperty("x-key");
  });

  it("a bearer token goes into its header", async () => {
    const failure = await thrown("inline.get_echo_status_code({ code: '400' })");
    expect(failure).toMatchObject({ status: 400 });
    expect(await run("(await inline.all_pets()).length > 0")).toBe(true);
  });
});

describe("a Swagger 2 description", () => {
  it("separates lists in paths and headers as its collectionFormat says", async () => {
    const lists = { "X-Pipes": ["a,b", "c"], "X-Spaces": ["a", "b"], "X-Tabs": ["a b", "c"], "X-Commas": ["a|b", "c"] };
    const args = { ids: ["a,b", "c"], spaced: ["d", "e"], ...lists };
    expect(await run("await swagger.listStyles(input)", args)).toMatchObject({
      path: "/v1/echo/lists/a%2Cb%7Cc/d%20e",
      headers: { "x-pipes": "a,b|c", "x-spaces": "a b", "x-tabs": "a b\tc", "x-commas": "a|b,c" },
    });
  });

  it.each([
    { given: { ids: ["a|b"] }, character: "|" },
    { given: { spaced: ["a b"] }, character: " " },
    { given: { "X-Pipes": ["a|b"] }, character: "|" },
    { given: { "X-Spaces": ["a b"] }, character: " " },
    { given: { "X-Tabs": ["a\tb"] }, character: "\t" },
    { given: { "X-Commas": ["a,b"] }, character: "," },
  ])("refuses a separator inside of an item: $given", async ({ given, character }) => {
    const args = { ids: ["a"], spaced: ["b"], ...given };
    const message = `must not have ${JSON.stringify(character)} in an item`;
    expect(await thrown("swagger.listStyles(input)", args)).toMatchObject({
      message: expect.stringContaining(message),
    });
  });

  it("has bodies, forms and files", async () => {
    expect(await run("await swagger.putPet({ id: 7, name: 'Cy' })")).toMatchObject({
      body: '{"name":"Cy"}',
      method: "PUT",
    });
    expect(await run("await swagger.putPet({ id: 7, name: 'Cy', age: null })")).toMatchObject({
      body: '{"name":"Cy","age":null}',
    });
    expect(await run("await swagger.sendFile({ tags: ['a', 'b'] })")).toMatchObject({
      body: expect.stringContaining('name="tags"\r\n\r\na,b\r\n'),
    });
    expect(await run("await swagger.sendForm({ a: 'x', b: [1, 2] })")).toMatchObject({ body: "a=x&b=1,2" });
    expect(await run("await swagger.sendFile({ photo: btoa('hi') })")).toMatchObject({
      body: expect.stringContaining('name="photo"; filename="photo"'),
    });
  });

  it("has types", async () => {
    const text = await searchText(client, { query: "swagger.putPet", detail: "signatures" });
    expect(text).toContain("swagger.putPet(a:{id:number,name:string,tag?:string,age?:number|null}):");
  });
});

describe("pets, described in YAML", () => {
  it("are read, made and removed in one script", async () => {
    const code = `
      const made = await pets.addPet({ name: "Cleo", tag: "dog" });
      const read = await pets.getPet({ petId: made.id });
      const gone = await pets.deletePet({ petId: made.id });
      let status;
      try { await pets.getPet({ petId: made.id }) } catch (e) { status = [e.status, e.body.message] }
      ({ name: read.name, gone, status: status[0], isNamed: status[1] === "There is no pet " + made.id })`;
    expect(await run(code)).toStrictEqual({ name: "Cleo", gone: null, status: 404, isNamed: true });
  });

  it("have signatures that a model can call", async () => {
    const text = await searchText(client, { server: "pets", detail: "signatures" });
    expect(text).toContain("pets.listPets(a?:{page?:number|null}):Pet[]");
    expect(text).toContain("pets.getPet(a:{petId:number}):Pet");
  });
});

describe("status and headers of an answer", () => {
  const LINE = /^\/\/ pets\.\w+\.raw\(a\): \{content,_meta:\{http:\{status,headers\}\}\}; headers has etag/gm;

  it("are named once where tools are described in full", async () => {
    const path = await searchText(client, { query: "pets.getPet" });
    expect(path).toContain("\n// pets.getPet.raw(a): {content,_meta:{http:{status,headers}}}; headers has etag");
    const several = await searchText(client, { query: "pet", server: "pets", detail: "full", max_tokens: 10_000 });
    expect(several.match(LINE)).toHaveLength(1);
    expect(await run('(await tools.describe("pets.getPet"))')).toContain("// pets.getPet.raw(a): {content,");
  });

  it("are where the line says", async () => {
    const code =
      "const { content, _meta } = await pets.listPets.raw({}); [content[0].type, _meta.http.status, typeof _meta.http.headers]";
    expect(await run(code)).toStrictEqual(["text", 200, "object"]);
  });

  it("are named neither in signatures nor for tools of MCP servers", async () => {
    expect(await searchText(client, { query: "pet", server: "pets" })).not.toContain(".raw(");
    expect(await searchText(client, { query: "pets.getPet", detail: "signatures" })).not.toContain(".raw(");
  });
});

describe("the choice of tools", () => {
  it("includes, excludes and renames", async () => {
    const text = await searchText(client, { server: "chosen", detail: "names" });
    expect(text).toContain("chosen.create");
    expect(text).toContain("chosen.listPets");
    expect(text).not.toContain("deletePet");
    expect(await run("await chosen.create({ name: 'Dee' })")).toMatchObject({ name: "Dee" });
    // The name was taken.
    expect(await run("await chosen.getPet({ petId: 1 })")).toMatchObject({ name: "Ada" });
    const message = 'chosen has no tool "deletePet": gateway.json leaves out "deletePet" (tools.exclude).';
    const error = { code: "TOOL_NOT_FOUND", message };
    expect(await thrown("chosen[input]({ petId: 1 })", "deletePet")).toMatchObject(error);
    expect((await execute(client, { code: "await chosen.deletePet({ petId: 1 })" })).error).toMatchObject(error);
  });

  it("is the same for MCP servers", async () => {
    expect(await run("await mcp_tools.say({ text: 'hi' })")).toBe("hi");
    expect(await run("await mcp_tools.add({ a: 1, b: 2 })")).toStrictEqual({ sum: 3 });
    expect(await thrown("mcp_tools[input]({})", "fail")).toMatchObject({ code: "TOOL_NOT_FOUND" });
  });
});

describe("under trouble", () => {
  it("a call that takes too long fails with UPSTREAM_TIMEOUT", async () => {
    expect(await thrown("hasty.slowly({ ms: 10000 })")).toMatchObject({
      code: "UPSTREAM_TIMEOUT",
      message: expect.stringMatching(/did not answer within 300 ms/),
    });
  });

  it("what is safe is sent again to a busy server, and nothing else", async () => {
    const before = [await count("GET /v1/echo/busy/get"), await count("POST /v1/echo/busy/post")];
    expect(await run("(await echo.busy_get()).method")).toBe("GET");
    expect(await thrown("echo.busy_post()")).toMatchObject({ status: 503, body: { message: "busy" } });
    const after = [await count("GET /v1/echo/busy/get"), await count("POST /v1/echo/busy/post")];
    expect(after.map((asked, at) => asked - (before[at] ?? 0))).toStrictEqual([2, 1]);
  });

  it("a result that breaks its schema is a failure where results are strict", async () => {
    expect(await thrown("held.liar()")).toMatchObject({
      code: "TOOL_ERROR",
      message: expect.stringContaining("breaks the tool's own output schema: value.never is missing"),
    });
    expect(await run("(await held.good()).well")).toBe(true);
    expect(await run("(await echo.liar()).method")).toBe("GET");
    expect((await upstreams()).find(({ name }) => name === "held")).not.toHaveProperty("notes");
  });

  it("a result that breaks its schema is passed on, told and marked where results are to warn", async () => {
    const code = "const first = await doubted.liar(); await doubted.liar(); await doubted.good(); first.method";
    const ended = await execute(client, { code });
    expect(ended).toMatchObject({ ok: true, value: "GET" });
    expect(ended.logs).toStrictEqual([
      expect.stringMatching(/^\[isogate\] doubted\.liar: the result does not match .*: value\.never is missing\./),
    ]);
    const { calls } = (await (await ask(`/runs/${ended.run}/calls`)).json()) as { readonly calls: readonly object[] };
    const mismatch = expect.stringContaining("value.never is missing") as unknown;
    expect(calls).toMatchObject([{ schema_mismatch: mismatch }, { schema_mismatch: mismatch }, { tool: "good" }]);
    expect(calls[2]).not.toHaveProperty("schema_mismatch");
    expect((await upstreams()).find(({ name }) => name === "doubted")).not.toHaveProperty("notes");
  });

  it("what is cached is asked once", async () => {
    const before = await count("GET /v1/pets/2");
    expect(await run("[await cached.getPet({ petId: 2 }), await cached.getPet({ petId: 2 })]")).toHaveLength(2);
    expect(await run("await cached.getPet({ petId: 2 })")).toMatchObject({ name: "Bob" });
    expect(await count("GET /v1/pets/2")).toBe(before + 1);
  });

  it.each([
    { given: "unread", want: /HTTP 401 from .*\/private\.json, which says .*Who are you.*base_url/ },
    { given: "broken", want: /The description of broken is not JSON/ },
    { given: "absent", want: /the file \.\/not-there\.yaml is not part of this build/ },
    { given: "nowhere", want: /names no server.*mcpServers\.nowhere\.base_url/ },
    { given: "keyless", want: /needs the secret MISSING_SECRET/ },
  ])("$given is down and says why", async ({ given, want }) => {
    const found = (await upstreams()).find(({ name }) => name === given);
    expect(found?.status).toBe("down");
    expect(JSON.stringify(found)).toMatch(want);
  });

  it("what of a description cannot be resolved or sent is left out, and told", async () => {
    expect((await upstreams()).find(({ name }) => name === "partial")).toMatchObject({
      status: "ready",
      tools: 1,
      unreadable: [
        'left out: 2 operations and 1 path, because a $ref "./paths/more.yaml" leads outside the description; bundle it into one file first',
        'left out: 1 operation, because a $ref "#/components/parameters/Gone" leads nowhere',
        "left out: 1 operation, because the body of a GET is required and cannot be sent",
        'left out: 1 operation, because the server "https://{tenant}.k.example/v1" is not a complete address; set mcpServers.partial.base_url, or add an entry with a base_url',
      ],
    });
  });

  it("a description that is private is read with the credentials of its own origin", async () => {
    expect(await run("await secured.putPet({ id: 7, name: 'Cy' })")).toMatchObject({ path: "/echo/pets/7" });
  });
});

async function count(key: string): Promise<number> {
  const counts = z.record(z.string(), z.number()).parse(await (await fetch(`${api}/stats`)).json());
  return counts[key] ?? 0;
}

/** By any method. */
async function requests(operation: string): Promise<number> {
  const methods = ["GET", "POST", "DELETE"];
  const counts = await Promise.all(methods.map((method) => count(`${method} /v1/echo/${operation}`)));
  return counts.reduce((sum, one) => sum + one, 0);
}
