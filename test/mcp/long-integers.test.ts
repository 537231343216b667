/**
 * Integers of 64 bits, and what is larger than any number: text with all digits in a script, and numbers again where a tool asks for
 * numbers. In values that a script makes itself, every digit stays.
 */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../support/api.ts";
import { textOf } from "../support/answer.ts";
import { ask, connect, execute } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

const IDS = { id: "12345678901234567890", list: ["9007199254740993", "-9007199254740993", 1], huge: "1e400" };

async function textFor(code: string): Promise<string> {
  return textOf(await client.callTool({ name: "execute_code", arguments: { code } }));
}

it("keep their digits in what a tool answers, however deep", async () => {
  expect(await execute(client, { code: "await odd.ids({})" })).toMatchObject({ ok: true, value: IDS });
});

it("are numbers again where the tool asks for them", async () => {
  const code = `const { id, list } = await odd.ids({});
    (await odd.ids({ id, either: id, name: id, filter: { ids: list } })).sent`;
  expect(await execute(client, { code })).toMatchObject({
    value:
      '{"id":12345678901234567890,"either":"12345678901234567890","name":"12345678901234567890",' +
      '"filter":{"ids":[9007199254740993,-9007199254740993,1]}}',
  });
});

it("are numbers again where the schema says so by way of references and alternatives", async () => {
  const code = `const { id } = await odd.ids({});
    (await odd.ids({ maybe: id, users: [{ id }], by_name: { ada: id }, pair: [id, id] })).sent`;
  const digits = "12345678901234567890";
  expect(await execute(client, { code })).toMatchObject({
    value: `{"maybe":${digits},"users":[{"id":${digits}}],"by_name":{"ada":${digits}},"pair":["${digits}",${digits}]}`,
  });
});

it("are checked as the numbers they are", async () => {
  const short = await execute(client, { code: "await odd.ids({ id: '12' })" });
  expect(short).toMatchObject({ error: { code: "INVALID_ARGS", message: expect.stringContaining("args.id") } });
  const text = await execute(client, { code: "await odd.ids({ id: '12345678901234567890x' })" });
  expect(text).toMatchObject({ error: { code: "INVALID_ARGS" } });
});

it("are the same in scripts for MCPProxy, whether they look at the wire or not", async () => {
  const plain = await execute(client, { code: "call_tool('odd', 'ids', {}).result" });
  expect(plain).toMatchObject({ value: IDS });
  const wire = await execute(client, {
    code: "const { result } = call_tool('odd', 'ids', {}); result.isError ? 0 : result",
  });
  expect(wire).toMatchObject({ value: IDS });
});

it("are the same there where the text block has its keys in another order", async () => {
  const called = "call_tool('odd', 'ids', { reversed: true }).result";
  const plain = await execute(client, { code: `JSON.stringify(${called})` });
  expect(JSON.parse(String(plain.value))).toMatchObject(IDS);
  const wire = await execute(client, { code: `const result = ${called}; result.isError ? 0 : JSON.stringify(result)` });
  expect(wire.value).toBe(plain.value);
});

it("stay in a value beside a media type", async () => {
  const text = await textFor("({ mimeType: 'x', a: 10n ** 400n, b: -0, c: [12345678901234567890n], d: 1.5 })");
  expect(text).toContain(`"value":{"mimeType":"x","a":1${"0".repeat(400)},"b":-0,"c":[12345678901234567890],"d":1.5}`);
});

it("stay in a value beside an image that is lifted out", async () => {
  const code = "[{ type: 'image', mimeType: 'image/png', data: 'AAAA' }, -0, 9007199254740993n]";
  const { content } = await client.callTool({ name: "execute_code", arguments: { code } });
  expect(content).toMatchObject([
    { type: "text", text: expect.stringContaining('"content_block":1},-0,9007199254740993]') },
    { type: "image", data: "AAAA" },
  ]);
});

it("stay in the preview of a long value, and in what is read of it later", async () => {
  const whole = await textFor("({ id: 12345678901234567890n, n: -0, text: 'x'.repeat(1e5) })");
  expect(whole).toContain('"value":{"id":12345678901234567890,"n":-0,');
  const [, handle = ""] = /"handle":"([^"]+)"/.exec(whole) ?? [];
  const read = `results.read(${JSON.stringify(handle)}, { path: "id" })`;
  expect(await execute(client, { code: `await ${read}` })).toMatchObject({ value: "12345678901234567890" });
});

it("stay in what a saved script returns to another", async () => {
  const body = JSON.stringify({ name: "ids_of_64_bits", code: "return { id: 12345678901234567890n }" });
  await ask(new Request("http://localhost/api/v1/scripts", { method: "POST", body }));
  const { value } = await execute(client, { code: "await scripts.ids_of_64_bits({})" });
  expect(value).toEqual({ id: "12345678901234567890" });
});

it("stay in what is recorded of a run", async () => {
  const { run } = await execute(client, { code: "({ id: 12345678901234567890n })" });
  expect(await (await api(`/runs/${run}`)).text()).toContain('"value":{"id":12345678901234567890}');
  const { value } = await execute(client, { code: `(await runs.get(${JSON.stringify(run)})).value` });
  expect(value).toStrictEqual({ id: "12345678901234567890" });
});

describe("an input keeps them", () => {
  const INPUT = '{"id":12345678901234567890,"list":[9007199254740993,-9007199254740993,1,0.5]}';
  const GIVEN = { id: "12345678901234567890", list: ["9007199254740993", "-9007199254740993", 1, 0.5] };
  const post = (path: string, body: string) =>
    ask(new Request(`http://localhost${path}`, { method: "POST", headers: HEADERS, body }));

  it("of execute_code, also where a model writes numbers", async () => {
    const params = `{"name":"execute_code","arguments":{"code":"input","input":${INPUT}}}`;
    const answer = await (
      await post("/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`)
    ).text();
    expect(answer).toContain(JSON.stringify(JSON.stringify(GIVEN)).slice(1, -1));
  });

  it("of POST /code/exec", async () => {
    const answer = await post("/api/v1/code/exec", `{"code":"input","input":${INPUT}}`);
    expect(await answer.json()).toMatchObject({ result: GIVEN });
  });

  it("of a saved script, whose schema asks for numbers", async () => {
    const schema = { type: "object", properties: { id: { type: "integer" } } };
    await api("/scripts", { method: "POST", body: { name: "takes_id", code: "input.id", input_schema: schema } });
    const answer = await post("/api/v1/code/exec", `{"script":"takes_id","input":${INPUT}}`);
    expect(await answer.json()).toMatchObject({ ok: true, result: GIVEN.id });
  });

  it("of a single call in codemode-mcp's form, which sends the number", async () => {
    const asked = '{"server":"odd","tool":"ids","args":{"id":12345678901234567890}}';
    const answer = await (await post("/api/v1/codemode/mcp/call", asked)).text();
    expect(answer).toContain('{\\"id\\":12345678901234567890}');
  });
});

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

it("keep their digits in an input that came as JSON text", async () => {
  const input = '{"id":12345678901234567890,"list":[-9007199254740993],"huge":1e400,"small":7}';
  expect(await execute(client, { code: "input", input })).toMatchObject({
    ok: true,
    value: { id: "12345678901234567890", list: ["-9007199254740993"], huge: "1e400", small: 7 },
  });
});

describe("literals of a script that are rounded", () => {
  const line = (at: number, written: string, becomes: string) =>
    `[isogate] line ${at}: ${written} becomes ${becomes} as a number. To keep its digits, write it as a text, "${written}", also for a tool that takes a number.`;

  it.each([
    ["const id = 1;\n1234567890123456702", [line(2, "1234567890123456702", "1234567890123456800")]],
    ["\n\n-1234567890123456702", [line(3, "1234567890123456702", "1234567890123456800")]],
    [
      "type A = { a: number };\nconst a: number = 9_007_199_254_740_993;\na",
      [line(2, "9007199254740993", "9007199254740992")],
    ],
    [
      "const a = 1;\ncall_tool('odd', 'ids', { list: [9007199254740993] }); 1",
      [line(2, "9007199254740993", "9007199254740992")],
    ],
    ["1".repeat(30), [line(1, "1".repeat(30), "1.111111111111111e+29")]],
    ["1".repeat(400), [line(1, `${"1".repeat(40)}…`, "Infinity")]],
  ])("are named with their lines: %j", async (code, logs) => {
    expect((await execute(client, { code })).logs).toStrictEqual(logs);
  });

  it("are named up to three times, each once in a line", async () => {
    const two = "9007199254740993, 9007199254740993";
    const { logs } = await execute(client, { code: `[${two},\n${two},\n${two},\n${two}]` });
    expect(logs).toStrictEqual([1, 2, 3].map((at) => line(at, "9007199254740993", "9007199254740992")));
  });

  it("may be written as the advice says", async () => {
    const code = "(await odd.ids({ id: '1234567890123456702', name: '1234567890123456702' })).sent";
    const { value, logs } = await execute(client, { code });
    expect(value).toBe('{"id":1234567890123456702,"name":"1234567890123456702"}');
    expect(logs).not.toContainEqual(expect.stringContaining("becomes"));
    const refused = await execute(client, { code: "await odd.ids({ id: 1234567890123456702n })" });
    expect(refused).toMatchObject({ ok: false });
  });

  it.each([
    "9007199254740992",
    "10000000000000000000000000",
    "1000000000000000000",
    "1234567890123456702n",
    "0xfffffffffffffffff",
    "1.2345678901234567890",
    "12345678901234567e3",
    "'1234567890123456702'",
    "1761234567890",
  ])("are none where no digit is lost, or another form was chosen: %s", async (code) => {
    expect((await execute(client, { code })).logs).toStrictEqual([]);
  });
});
