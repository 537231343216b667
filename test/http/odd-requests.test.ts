/** Requests with odd values: each is answered or refused in the documented form, none fails the gateway or is misread. */
import { beforeAll, expect, it } from "vitest";
import { api, problemOf } from "../support/api.ts";
import { ask } from "../support/client.ts";

const LONG = "a text of more than fifty bytes, with 100% and under_score";

beforeAll(async () => {
  await api("/code/exec", { method: "POST", body: { code: `"${LONG}"` } });
});

it("finds runs by a text of more than fifty bytes, whatever the case", async () => {
  const response = await api(`/runs?text=${encodeURIComponent(LONG.toUpperCase())}`);
  expect(response.status).toBe(200);
  expect((await response.json<{ runs: unknown[] }>()).runs).toHaveLength(1);
});

it.each(["since=2026-99-99", "since=2026-02-30", "until=2026-13-01", "since=2026-11-21&since=2026-11-22"])(
  "refuses ?%s instead of finding nothing",
  async (query) => {
    const response = await api(`/runs?${query}`);
    expect(response.status).toBe(400);
    expect(await problemOf(response)).toMatchObject({ code: "INVALID_REQUEST" });
  },
);

it.each([
  { given: "/runs?limit=0", want: "query.limit: a whole number from 1 to 200, in decimal digits" },
  { given: "/runs?limit=ten", want: "query.limit: a whole number from 1 to 200, in decimal digits" },
  { given: "/search?query=add&limit=1001", want: "query.limit: a whole number from 1 to 1000, in decimal digits" },
  { given: "/scripts/a?version=0", want: "query.version: a whole number of at least 1, in decimal digits" },
])("says which numbers $given may have", async ({ given, want }) => {
  expect(await problemOf(await api(given))).toMatchObject({ status: 400, detail: expect.stringContaining(want) });
});

it("lists approvals of all states by state=all, as without a state", async () => {
  const all = await api("/approvals?state=all");
  expect(all.status).toBe(200);
  expect(await all.json()).toStrictEqual(await (await api("/approvals")).json());
  expect((await api("/approvals?state=every")).status).toBe(400);
});

it.each(["a\u0000b", "a\nb", "a\u001b[2J", "a\u0085b", "a\u2028b", "a\u202eb", "a\u200bb"])(
  "refuses the name %j for a key, a schedule, a script or a file",
  async (name) => {
    const key = await api("/keys", { method: "POST", body: { name } });
    expect(await problemOf(key)).toMatchObject({
      status: 400,
      detail: "body.name: a name without control characters, line breaks or invisible characters",
    });
    const schedule = await api("/schedules", { method: "POST", body: { name, schedule: "every hour", code: "1" } });
    expect(schedule.status).toBe(400);
    const script = await api("/scripts", { method: "POST", body: { name, code: "1", description: "d" } });
    expect(script.status).toBe(400);
    const { error } = await (
      await api("/code/exec", { method: "POST", body: { code: "await files.write(input, 'x')", input: name } })
    ).json<{ error?: { code: string } }>();
    expect(error).toMatchObject({ code: "INVALID_ARGS" });
  },
);

it.each(["Ada's laptop – Büro 3", "构建机器人", "👩‍💻 CI", "❤️"])("takes the name %j for a key", async (name) => {
  expect((await api("/keys", { method: "POST", body: { name } })).status).toBe(201);
});

it.each(["forever", { hours: 1 }, 5])("says for what an approval may be, not %j", async (wrong) => {
  const body = { decision: "approve", for: wrong };
  const want = 'body.for: expected "once", "run", "session", "always" or {"minutes": N} with a whole number from 1 to';
  const response = await api("/approvals/a_1", { method: "POST", body });
  expect(await problemOf(response)).toMatchObject({ status: 400, detail: expect.stringContaining(want) });
});

it("says what the content of an approval may be", async () => {
  const body = { decision: "approve", content: { name: {} } };
  const want = "body.content.name: expected a text, a number, true, false or a list of at most 1000 texts";
  const response = await api("/approvals/a_1", { method: "POST", body });
  expect(await problemOf(response)).toMatchObject({ status: 400, detail: expect.stringContaining(want) });
});

it.each([100_000, 5_000, 300, 100])("refuses or keeps a schedule with an input %d levels deep", async (depth) => {
  const input = `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const body = `{"name":"deep","schedule":"every hour","code":"1","input":${input}}`;
  expect([201, 400]).toContain((await api("/schedules", { method: "POST", body })).status);
});

it("refuses an input that is 750,000 levels deep without writing it as text first", async () => {
  const input = `${"[".repeat(750_000)}${"]".repeat(750_000)}`;
  const started = Date.now();
  const response = await api("/code/exec", { method: "POST", body: `{"code":"1","input":${input}}` });
  expect(await response.json()).toMatchObject({ ok: false, error: { code: "INVALID_REQUEST" } });
  expect(Date.now() - started).toBeLessThan(8_000);
});

it("refuses a schedule whose input is too long to be read with every other", async () => {
  const body = { name: "long", schedule: "every hour", code: "1", input: "x".repeat(700_000) };
  const response = await api("/schedules", { method: "POST", body });
  expect(response.status).toBe(400);
  expect(await problemOf(response)).toMatchObject({ detail: expect.stringContaining("700") });
});

it.each(["1e400", "-1E+999", `1${"0".repeat(400)}`])(
  "refuses the number %s, which would become null",
  async (number) => {
    for (const path of ["/code/exec", "/schedules"]) {
      const body = `{"name":"huge","schedule":"every day","code":"input","input":[{"n":${number}}]}`;
      const sent = path === "/code/exec" ? body.replace('"name":"huge","schedule":"every day",', "") : body;
      const response = await api(path, { method: "POST", body: sent });
      expect(await problemOf(response)).toMatchObject({ status: 400, detail: expect.stringContaining("too large") });
    }
  },
);

it.each([
  { path: "/api/v1/code/exec", body: '{"code":"input","input":"Z?rich"}' },
  { path: "/api/v1/codemode/mcp/call", body: '{"server":"x","tool":"y","args":{"city":"Z?rich"}}' },
  {
    path: "/mcp",
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"execute_code","arguments":{"code":"input","input":"Z?rich"}}}',
  },
])("refuses a body at $path that is not UTF-8 instead of reading other characters", async ({ path, body }) => {
  // The question mark becomes a byte of Latin-1.
  const bytes = new TextEncoder().encode(body).map((byte) => (byte === 0x3f ? 0xfc : byte));
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const response = await ask(new Request(`http://localhost${path}`, { method: "POST", headers, body: bytes }));
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("is not UTF-8");
});

it.each(["1e300", "[1e-999,123e2]", '"1e400"'])("takes %s for what it is", async (input) => {
  const body = `{"code":"JSON.stringify(input)","input":${input}}`;
  const answer = await (await api("/code/exec", { method: "POST", body })).json<{ result: string }>();
  expect(JSON.parse(answer.result)).toStrictEqual(JSON.parse(input));
});

it("reads a body of long numbers about as fast as one of words", async () => {
  const refusedAfter = async (part: string): Promise<number> => {
    const body = JSON.stringify({ unknown: part.repeat(4_000_000 / part.length) });
    const started = performance.now();
    const response = await api("/scripts", { method: "POST", body });
    expect(response.status).toBe(400);
    return performance.now() - started;
  };
  const words = Math.min(await refusedAfter("words "), await refusedAfter("words "));
  const digits = Math.min(await refusedAfter(`${"1".repeat(308)},`), await refusedAfter(`${"1".repeat(308)},`));
  expect(digits).toBeLessThan(500 + 4 * words);
});
