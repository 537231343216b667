/** The REST interface at the Worker's fetch handler; what it answers has to fit the schemas it documents. */
import { callSchema, execAnswerSchema, originsSchema, runDetailsSchema, runSchema } from "../../src/contract/runs.ts";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { problemSchema } from "../../src/http/api/problem.ts";
import { api, createKey, problemOf } from "../support/api.ts";
import { ask } from "../support/client.ts";

async function get(path: string): Promise<Response> {
  return ask(new Request(`http://localhost/api/v1${path}`));
}

async function json(path: string): Promise<unknown> {
  return (await get(path)).json();
}

async function post(path: string, body: unknown): Promise<Response> {
  const init = { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) };
  return ask(new Request(`http://localhost/api/v1${path}`, init));
}

async function exec(body: unknown) {
  return execAnswerSchema.parse(await (await post("/code/exec", body)).json());
}

beforeAll(async () => {
  await exec({ code: "await modern.add({ a: 1, b: 2 })" });
});

describe("POST code/exec", () => {
  it("answers with the value, the logs and what it took", async () => {
    const answer = await exec({ code: "console.log(1); await modern.add({ a: input.a, b: 2 })", input: { a: 1 } });
    expect(answer).toMatchObject({ ok: true, result: { sum: 3 }, logs: ["1"], stats: { calls: 1, failed_calls: 0 } });
  });

  it("answers with the counts so far of a run that has not ended", async () => {
    const code = "await modern.add({ a: 1, b: 2 }); await sleep(36_000_000)";
    const begun = await exec({ code, detach: true });
    expect(begun).toMatchObject({ state: "running", stats: { calls: 0 } });
    const later = async () => exec({ resume: begun.run });
    await expect.poll(later).toMatchObject({ state: "sleeping", stats: { calls: 1, failed_calls: 0 } });
    await post(`/runs/${begun.run}/cancel`, {});
  });

  it.each([
    { given: { code: "throw new Error('x')" }, status: 200, code: "RUNTIME_ERROR" },
    { given: { code: "1 +" }, status: 200, code: "SYNTAX_ERROR" },
    { given: { code: "await modern.add({ a: 'x' })" }, status: 200, code: "INVALID_ARGS" },
    { given: {}, status: 400, code: "INVALID_REQUEST" },
    { given: { code: 1 }, status: 400, code: "INVALID_REQUEST" },
    { given: { code: "1", more: 1 }, status: 400, code: "INVALID_REQUEST" },
    { given: [], status: 400, code: "INVALID_REQUEST" },
    { given: { code: "1", options: { timeout_ms: 0.5 } }, status: 400, code: "INVALID_OPTIONS" },
    { given: { code: "1", timeout_ms: 5 }, status: 400, code: "INVALID_REQUEST", says: "Write options.timeout_ms" },
    { given: { code: "1", options: { timeout: 5 } }, status: 400, code: "INVALID_OPTIONS", says: 'mean "timeout_ms"?' },
    { given: { code: "1", options: { allowed_servers: "modern" } }, status: 400, code: "INVALID_OPTIONS" },
    { given: { code: "1", language: "python" }, status: 400, code: "INVALID_LANGUAGE" },
  ])("$given is answered with $status $code", async ({ given, status, code, says = "" }) => {
    const response = await post("/code/exec", given);
    expect(response.status).toBe(status);
    const message = expect.stringContaining(says) as unknown;
    expect(await response.json()).toMatchObject({ ok: false, error: { code, message } });
  });

  it("refuses what is not JSON", async () => {
    const response = await post("/code/exec", "{");
    expect(response.status).toBe(400);
    expect(problemSchema.parse(await response.json())).toMatchObject({ code: "INVALID_REQUEST" });
  });
});

it("the OpenAPI document says that a problem may come with every status of 400 and more", async () => {
  const { paths } = (await json("/openapi.json")) as {
    paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;
  };
  const failures = Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([status]) => !status.startsWith("2"));
  expect(failures.length).toBeGreaterThan(30);
  for (const [, { content }] of failures) expect(content).toHaveProperty(["application/problem+json"]);
  expect(paths["/code/exec"]?.["post"]?.responses["400"]?.content).toHaveProperty(["application/json"]);
});

describe("runs", () => {
  it("are listed, page by page, and filtered", async () => {
    for (const text of ["one", "two", "three"]) await exec({ code: `"leafed_${text}"` });
    const pageSchema = z.object({ runs: z.array(runSchema), next: z.string().optional() });
    const first = pageSchema.parse(await json("/runs?text=leafed_&limit=2"));
    expect(first.runs.map(({ title }) => title)).toStrictEqual(['"leafed_three"', '"leafed_two"']);
    const second = pageSchema.parse(await json(`/runs?text=leafed_&limit=2&cursor=${first.next}`));
    expect(second).toMatchObject({ runs: [{ title: '"leafed_one"', outcome: "ok", via: "rest" }] });
    expect(second.next).toBeUndefined();
    expect(await json("/runs?text=leafed_&until=2020-01-01")).toStrictEqual({ runs: [] });
  });

  it("say which arguments hold what an earlier call returned", async () => {
    const code = `
      const { notes: all } = await notes.list_notes();
      await modern.echo({ text: "Read this: " + all[1].title })`;
    const { run } = await exec({ code });
    const { origins } = originsSchema.parse(await json(`/runs/${run}/origins`));
    const text = "Why one script beats ten calls";
    expect(origins).toStrictEqual([{ call: 2, argument: "text", from: 1, text }]);
    expect((await get("/runs/r_unknown/origins")).status).toBe(404);
  });

  it.each([
    { path: "/tools/modern/add", body: { a: 1, b: 2 }, status: 200, want: { ok: true, result: { sum: 3 } } },
    { path: "/tools/legacy-tools/add", body: { a: 1, b: 2 }, status: 200, want: { ok: true, result: { sum: 3 } } },
    { path: "/tools/everything/get-sum", body: { a: 1, b: 2 }, status: 200, want: { ok: true } },
    { path: "/tools/modern/add", body: { a: 1 }, status: 200, want: { ok: false, error: { code: "INVALID_ARGS" } } },
    { path: "/tools/modern/ad", body: {}, status: 200, want: { ok: false, error: { code: "TOOL_NOT_FOUND" } } },
    {
      path: "/tools/modrn/add",
      body: {},
      status: 404,
      want: { code: "NOT_FOUND", detail: expect.stringContaining("modern") },
    },
    {
      path: "/tools/dead/anything",
      body: {},
      status: 200,
      want: {
        ok: false,
        error: { code: "UPSTREAM_ERROR", message: expect.stringContaining("Nothing answers for dead") },
      },
    },
    { path: "/tools/modern/add", body: [1], status: 400, want: { code: "INVALID_REQUEST" } },
  ])("are made of one call: $path $body", async ({ path, body, status, want }) => {
    const response = await ask(
      new Request(`http://localhost/api/v1${path}`, { method: "POST", body: JSON.stringify(body) }),
    );
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject(want);
  });

  it("are shown with calls and logs", async () => {
    const { run } = await exec({ code: "console.log('l'); await modern.add({ a: 1, b: 2 }); await modern.fail()" });
    expect(runDetailsSchema.parse(await json(`/runs/${run}`))).toMatchObject({
      outcome: "failed",
      code: "TOOL_ERROR",
      error: { line: 1 },
      calls: 2,
      failed_calls: 1,
    });
    const { calls, total } = z
      .object({ calls: z.array(callSchema), total: z.int() })
      .parse(await json(`/runs/${run}/calls`));
    expect(total).toBe(2);
    expect(calls).toMatchObject([
      { number: 1, arguments: { a: 1, b: 2 }, result: { sum: 3 }, outcome: "ok" },
      { number: 2, outcome: "failed", code: "TOOL_ERROR" },
    ]);
    expect(await json(`/runs/${run}/calls?after=1`)).toMatchObject({ calls: [{ number: 2 }] });
    expect(callSchema.parse(await json(`/runs/${run}/calls/1`))).toMatchObject({ result: { sum: 3 } });
    expect(await json(`/runs/${run}/logs`)).toStrictEqual({ logs: ["l"] });
  });

  it("can be run again", async () => {
    const first = await exec({ code: "input.n + 1", input: { n: 4 } });
    const again = execAnswerSchema.parse(await (await post(`/runs/${first.run}/replay`, {})).json());
    expect(again).toMatchObject({ ok: true, result: 5 });
    expect(await json(`/runs/${again.run}`)).toMatchObject({ replay_of: first.run });
  });

  it("that held a secret cannot be run again from what was recorded", async () => {
    const { run } = await exec({ code: "'t0ken-secret'.length" });
    const response = await post(`/runs/${run}/replay`, {});
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: "NOT_REPLAYABLE" });
  });

  it("that was refused with a long input cannot be run again with what stands for it", async () => {
    const { run } = await exec({ code: "await modern.nothing({})", input: { rows: "x".repeat(30_000) } });
    const response = await post(`/runs/${run}/replay`, {});
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      code: "NOT_REPLAYABLE",
      detail: expect.stringContaining("too long"),
    });
  });

  it("that was refused for its length is not run by its beginning", async () => {
    const { run } = await exec({ code: `'the beginning'\n${"// x\n".repeat(60_000)}` });
    const again = execAnswerSchema.parse(await (await post(`/runs/${run}/replay`, {})).json());
    expect(again).toMatchObject({ ok: false, error: { code: "SYNTAX_ERROR" } });
  });

  it("of one call that the codemode endpoint makes are ended with their call", async () => {
    const all = await watch("/runs/stream");
    const started = Date.now();
    const ended = post("/codemode/mcp/call", { server: "modern", tool: "slow", args: { ms: 30_000 } });
    const { run } = await all.until("call_started");
    expect((await post(`/runs/${run}/cancel`, {})).status).toBe(202);
    expect(await (await ended).json()).toMatchObject({ code: "CANCELLED" });
    expect(Date.now() - started).toBeLessThan(20_000);
    expect(await all.until("run_ended")).toMatchObject({ run, state: "cancelled" });
    await all.stop();
  });

  it("are watched as they happen, and ended", async () => {
    const all = await watch("/runs/stream");
    const ended = exec({ code: "await modern.add({ a: 1, b: 2 }); await modern.slow({ ms: 30000 })" });
    const started = await all.until("run_started");
    expect(await all.until("call_ended")).toMatchObject({ run: started.run, call: 1, state: "ok", tool: "add" });
    expect(await all.until("call_started")).toMatchObject({ run: started.run, call: 2, tool: "slow" });
    const one = await watch(`/runs/${started.run}/stream`);
    expect(await one.until("call_ended")).toMatchObject({ call: 1 });
    expect((await post(`/runs/${started.run}/cancel`, {})).status).toBe(202);
    expect(await ended).toMatchObject({ ok: false, error: { code: "CANCELLED" } });
    expect(await one.until("run_ended")).toMatchObject({ state: "cancelled", calls: 2 });
    expect(await one.rest()).toBe(true);
    expect((await post(`/runs/${started.run}/cancel`, {})).status).toBe(409);
    const late = await watch(`/runs/${started.run}/stream`);
    expect(await late.until("run_ended")).toMatchObject({ state: "cancelled" });
    expect(await late.rest()).toBe(true);
    await all.stop();
  });

  it("are exported as JSON lines and CSV", async () => {
    await exec({ code: '`=1+1, "x"`' });
    const lines = (await (await get("/runs/export?text=%3D1%2B1")).text()).trim().split("\n");
    expect(lines.map((line) => runSchema.parse(JSON.parse(line)).title)).toContain('`=1+1, "x"`');
    const csv = await (await get("/runs/export?format=csv&text=%3D1%2B1")).text();
    expect(csv).toMatch(/^id,outcome,code,.*\r\nr_\w+,ok,,rest,.*,"`=1\+1, ""x""`",/);
  });

  it.each([
    { given: "/runs/r_none", status: 404, code: "NOT_FOUND" },
    { given: "/runs/r_none/calls", status: 404, code: "NOT_FOUND" },
    { given: "/runs/r_none/stream", status: 404, code: "NOT_FOUND" },
    { given: "/runs?outcome=fine", status: 400, code: "INVALID_REQUEST" },
    { given: "/runs?limit=0", status: 400, code: "INVALID_REQUEST" },
    { given: "/runs?limit=1&limit=2", status: 400, code: "INVALID_REQUEST" },
    ...["0x10", "1e1", "+5", "%205", "5%20", "", "5.0", "-1", "%D9%A3", "NaN", "9007199254740993"].flatMap((number) =>
      [
        "/runs?limit=",
        "/runs/r_none/calls?after=",
        "/runs/r_none/calls/",
        "/runs/r_none/value?offset=",
        "/usage?days=",
        "/search?limit=",
      ]
        .filter((before) => number !== "" || before.includes("?"))
        .map((before) => ({ given: `${before}${number}`, status: 400, code: "INVALID_REQUEST" })),
    ),
    ...["__proto__=1", "constructor=1", "limit%5B%5D=1", "limit=1&limit"].map((query) => ({
      given: `/runs?${query}`,
      status: 400,
      code: "INVALID_REQUEST",
    })),
    { given: "/runs?cursor=x", status: 400, code: "INVALID_REQUEST" },
    { given: "/runs?since=yesterday", status: 400, code: "INVALID_REQUEST" },
    { given: "/runs?outcom=ok", status: 400, code: "INVALID_REQUEST" },
    { given: "/nothing", status: 404, code: "NOT_FOUND" },
  ])("$given is refused with $status $code", async ({ given, status, code }) => {
    const response = await get(given);
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(problemSchema.parse(await response.json())).toMatchObject({ status, code });
  });
});

describe("the catalog", () => {
  it("is searched and listed", async () => {
    expect(await json("/search?query=add%20two%20numbers&server=modern&limit=1")).toMatchObject({
      tools: [{ path: "modern.add", signature: expect.stringContaining("modern.add(") }],
    });
    const { tools } = (await json("/tools?server=notes&schemas=true")) as { tools: { path: string }[] };
    expect(tools.map(({ path }) => path)).toStrictEqual(["notes.list_notes", "notes.summarize"]);
    expect(tools[0]).toMatchObject({ name: "list-notes", read_only: true, input_schema: { type: "object" } });
    expect((await get("/tools?server=nobody")).status).toBe(404);
  });

  it("says how the servers are and what was used", async () => {
    expect(await json("/health")).toMatchObject({
      ok: false,
      servers: expect.arrayContaining([expect.objectContaining({ name: "notes", state: "ready", tools: 2 })]),
    });
    const { days } = (await json("/usage")) as { days: { runs: number }[] };
    expect(days[0]?.runs).toBeGreaterThan(3);
  });
});

it.each(["/runs", "/tools", "/types", "/runs/nobody", "/nothing"])("%s is kept in no cache", async (path) => {
  // A key in X-API-Key or a cookie does not tell a cache by itself that the answer is one person's.
  const { headers } = await get(path);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

it("describes itself", async () => {
  const document = (await json("/openapi.json")) as { openapi: string; paths: Record<string, Record<string, object>> };
  expect(document.openapi).toBe("3.1.0");
  expect(Object.keys(document.paths)).toContain("/runs/{id}/calls/{number}");
  expect(document.paths["/runs"]?.["get"]).toMatchObject({
    operationId: "getRuns",
    parameters: expect.arrayContaining([expect.objectContaining({ name: "limit", in: "query", required: false })]),
  });
  const text = { schema: { type: "string" } };
  expect(document.paths["/runs/export"]?.["get"]).toMatchObject({
    responses: { 200: { content: { "application/jsonl": text, "text/csv": text } } },
  });
});

/** Reads server-sent events one by one. */
async function watch(path: string) {
  const response = await get(path);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    async until(type: string): Promise<{ run: string } & Record<string, unknown>> {
      for (;;) {
        const end = text.indexOf("\n\n");
        if (end === -1) {
          const { value, done } = await reader.read();
          if (done) throw new Error(`The stream ended before ${type}.`);
          text += value;
          continue;
        }
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        if (event.startsWith(`event: ${type}\n`)) return JSON.parse(event.slice(event.indexOf("data: ") + 6)) as never;
      }
    },
    /** Whether it ends. */
    async rest(): Promise<boolean> {
      for (;;) if ((await reader.read()).done) return true;
    },
    stop: () => reader.cancel(),
  };
}

it.each([
  { path: "/policy/test", given: {} },
  { path: "/policy/explain", given: { tool: "add" } },
])("POST $path answers a wrong policy as the document says", async ({ path, given }) => {
  const response = await post(path, { ...given, policy: { version: "1", default: "perhaps" } });
  const { errors } = await problemOf(response);
  expect([response.status, errors?.[0]?.path]).toStrictEqual([400, "policy/default"]);
  const { paths } = (await json("/openapi.json")) as {
    paths: Record<string, { post: { responses: Record<string, { content: object }> } }>;
  };
  expect(Object.keys(paths[path]?.post.responses["400"]?.content ?? {})).toStrictEqual(["application/problem+json"]);
});

describe("POST policy/explain", () => {
  const policy = { version: "1", default: "allow", preset: "read-only" };

  it.each([
    { server: "notes", tool: "list-notes" },
    { server: "notes", tool: "list_notes" },
    { server: "notes", tool: "listNotes" },
  ])("knows $server.$tool, whose own name is list-notes", async (call) => {
    await exec({ code: "await notes.list_notes({})" });
    const explained = await (await post("/policy/explain", { ...call, policy })).json();
    expect(explained).toMatchObject({ known: true, decision: "allow", tier: { tier: "read" } });
  });

  it("names the entry of tiers that has decided", async () => {
    await exec({ code: "await notes.list_notes({})" });
    const tiers = { "notes.*": "read", "notes.list-notes": "destructive" };
    const call = { server: "notes", tool: "list_notes", policy: { ...policy, tiers } };
    expect(await (await post("/policy/explain", call)).json()).toMatchObject({
      decision: "deny",
      tier: { tier: "destructive", reason: 'The entry "notes.list-notes" under tiers sets this tier.' },
    });
  });

  it("does not take a tool for another one", async () => {
    const explained = await (await post("/policy/explain", { server: "notes", tool: "list", policy })).json();
    expect(explained).toMatchObject({ known: false, decision: "deny" });
  });
});

it("POST policy/validate warns an admin of arguments that no listed tool has", async () => {
  await exec({ code: "await notes.list_notes({})" });
  const deny_if = [{ path: "args.zzzzzz", op: "exists" }];
  const policy = { version: "1", default: "allow", tools: { "notes.list-notes": { deny_if } } };
  expect(await (await post("/policy/validate", { policy })).json()).toMatchObject({
    problems: [],
    warnings: [{ path: "/tools/notes.list-notes/deny_if/0/path" }],
  });
});

it("POST policy/validate warns of rules about servers that there are not", async () => {
  const policy = { version: "1", default: "allow", tools: { "nots.x": { action: "deny" }, "notes.*": {} } };
  const answer = await (await post("/policy/validate", { policy })).json();
  const warning = { path: "/tools/nots.x", fix: 'Did you mean "notes"?' };
  expect(answer).toMatchObject({ problems: [], warnings: [warning] });
});

it("POST policy/validate warns an admin of rules about tools that a listed server does not have", async () => {
  await exec({ code: "await notes.list_notes({})" });
  const names = ["notes.list_notse", "notes.list_notes", "notes.listt*", "filesystem.reed"];
  const policy = { version: "1", default: "allow", hide: names };
  const answer = await (await post("/policy/validate", { policy })).json();
  expect(answer).toMatchObject({
    problems: [],
    warnings: [{ path: "/hide/0", fix: 'Did you mean "notes.list-notes"?' }],
  });
  const { key } = await createKey({ servers: ["notes"] });
  const member = await api("/policy/validate", { method: "POST", body: { policy }, key });
  expect(await member.json()).toStrictEqual({ problems: [], warnings: [] });
});
