/**
 * Upstreams in trouble: each call ends with the code that says what happened, nothing is called twice that may have had an effect, and other
 * upstreams notice nothing. Requests are counted where they arrive.
 */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import * as z from "zod";
import { api } from "../support/api.ts";
import { connect, execute } from "../support/client.ts";

const { hostile, honest } = inject("traps");

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

// The first call opens the connection, which may take all the time that a call of this upstream has.
it("an upstream without faults works", async () => {
  const first = async () => (await execute(client, { code: "await fault_one.write({})" })).value;
  await expect.poll(first, { timeout: 20_000 }).toBe("called write");
});

/** What the next calls of a tool meet; after those it works. */
async function plan(server: string, tool: string, behaviours: readonly string[]): Promise<void> {
  const body = JSON.stringify({ jsonrpc: "2.0", method: "set", params: { server, tool, behaviours } });
  await fetch(`${hostile}/plan/mcp`, { method: "POST", body });
}

async function callsAt(server: string): Promise<number> {
  const counts = z.record(z.string(), z.number()).parse(await (await fetch(`${hostile}/stats`)).json());
  return counts[`${server} tools/call`] ?? 0;
}

async function recorded(run: string | undefined) {
  const call = z.object({ outcome: z.string(), attempts: z.number(), code: z.string().optional() });
  return z.object({ calls: z.array(call) }).parse(await (await api(`/runs/${run}/calls`)).json()).calls;
}

const CAUGHT = "({ code, message, retry_after_ms })";

/** @returns the failure of one call, as the script sees it, and how often the upstream was called */
async function failureOf(path: string) {
  const [server = ""] = path.split(".");
  const before = await callsAt(server);
  const { value, run } = await execute(client, {
    code: `try { await ${path}({}) } catch (error) { (${CAUGHT} => ${CAUGHT})(error) }`,
  });
  return { failure: value, times: (await callsAt(server)) - before, run };
}

async function honestIsWell(): Promise<void> {
  expect(await execute(client, { code: "await honest.echo({ text: 'well' })" })).toMatchObject({ value: "well" });
}

describe("a call that may have had an effect is made once", () => {
  it.each([
    { fault: "hang", code: "UPSTREAM_TIMEOUT", outcome: "unknown" },
    { fault: "drop", code: "UPSTREAM_ERROR", outcome: "unknown" },
    { fault: "dropInside", code: "UPSTREAM_ERROR", outcome: "unknown" },
    { fault: "garbage", code: "UPSTREAM_ERROR", outcome: "unknown" },
    { fault: "tenMegabytes", code: "UPSTREAM_ERROR", outcome: "unknown" },
    { fault: "manyNames", code: "UPSTREAM_ERROR", outcome: "unknown" },
    { fault: "wrongId", code: "UPSTREAM_ERROR", outcome: "unknown" },
    { fault: "accepted", code: "UPSTREAM_ERROR", outcome: "unknown" },
    { fault: "noEvents", code: "UPSTREAM_ERROR", outcome: "unknown" },
    { fault: "cutEvents", code: "UPSTREAM_ERROR", outcome: "unknown" },
    { fault: "eventsEnd", code: "UPSTREAM_ERROR", outcome: "unknown" },
    { fault: "badGateway", code: "UPSTREAM_ERROR", outcome: "unknown" },
    { fault: "moved", code: "UPSTREAM_ERROR", outcome: "unknown" },
    { fault: "seeOther", code: "UPSTREAM_ERROR", outcome: "unknown" },
    // These ask for the request elsewhere, so it was not executed here.
    { fault: "movedAway", code: "UPSTREAM_ERROR", outcome: "failed" },
    { fault: "movedNowhere", code: "UPSTREAM_ERROR", outcome: "failed" },
    { fault: "failed", code: "UPSTREAM_ERROR", outcome: "unknown" },
    { fault: "notFound", code: "UPSTREAM_ERROR", outcome: "failed" },
    { fault: "noSuchTool", code: "TOOL_ERROR", outcome: "failed" },
    // They were answered, with what is no result and says neither that the call was made nor that it was not.
    { fault: "oddContent", code: "UPSTREAM_ERROR", outcome: "unknown" },
    { fault: "taskResult", code: "UPSTREAM_ERROR", outcome: "unknown" },
  ] as const)("and ends with $code: $fault", async ({ fault, code, outcome }) => {
    await plan("fault_one", "write", [fault]);
    const { failure, times, run } = await failureOf("fault_one.write");
    expect(failure).toMatchObject({ code, message: expect.stringContaining("fault_one") });
    expect(times).toBe(1);
    expect(await recorded(run)).toStrictEqual([{ outcome, attempts: 1, code }]);
    // The next call is as good as any.
    expect(await execute(client, { code: "await fault_one.write({})" })).toMatchObject({ value: "called write" });
    await honestIsWell();
  });

  it.each(["oddError", "neither", "oddContent"] as const)(
    "and with a sentence for an answer of no form: %s",
    async (fault) => {
      await plan("fault_one", "write", [fault]);
      const { failure } = await failureOf("fault_one.write");
      const message =
        fault === "oddContent" ? /content/ : /: its answer is not a JSON-RPC 2\.0 message\. The call was sent/;
      expect(failure).toMatchObject({ code: "UPSTREAM_ERROR", message: expect.stringMatching(message) as string });
      expect((failure as { message: string }).message).not.toMatch(/invalid_|"code"|[{[]/);
    },
  );

  it("and with the words of its server in quotes, where it redirects to nowhere", async () => {
    await plan("fault_one", "write", ["movedNowhere"]);
    const { failure } = await failureOf("fault_one.write");
    const message = expect.stringMatching(/: HTTP 308 from .*, which says "temporary\. SECURITY NOTICE /) as string;
    expect(failure).toMatchObject({ message });
  });

  it("also where its answer breaks the schema of the tool", async () => {
    await plan("fault_strict", "typed", ["wrongSchema"]);
    const { failure, times } = await failureOf("fault_strict.typed");
    expect(failure).toMatchObject({
      code: "TOOL_ERROR",
      message: expect.stringContaining("The call was carried out."),
    });
    expect(times).toBe(1);
  });
});

describe("an answer of an odd form is used as far as it can be read", () => {
  it.each([
    {
      behaviour: "unknownBlock",
      want: [
        { type: "chart", points: [1, 2] },
        { type: "text", text: "two points" },
      ],
    },
    { behaviour: "nullFields", want: "fine" },
    { behaviour: "oldResult", want: { rows: 2 } },
  ])("$behaviour", async ({ behaviour, want }) => {
    await plan("fault_one", "write", [behaviour]);
    const { value, run } = await execute(client, { code: "await fault_one.write({})" });
    expect(value).toStrictEqual(want);
    expect(await recorded(run)).toStrictEqual([{ outcome: "ok", attempts: 1 }]);
  });

  it("with a key that JavaScript sets", async () => {
    await plan("fault_one", "write", ["prototypes"]);
    const code = "JSON.stringify(await fault_one.write({}))";
    expect(await execute(client, { code })).toMatchObject({
      value: '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1,"then":1}',
    });
  });
});

it.each(["oneByteJson", "oneByteEvents"])("an answer in parts of a byte is read as a whole: %s", async (behaviour) => {
  await plan("fault_one", "write", [behaviour]);
  expect(await execute(client, { code: "(await fault_one.write({})).length" })).toMatchObject({ value: 500 });
});

describe("a call that only reads is repeated", () => {
  it.each([
    { faults: ["badGateway"], times: 2 },
    { faults: ["drop", "badGateway"], times: 3 },
    { faults: ["restSoon"], times: 2 },
  ] as const)("after $faults", async ({ faults, times: want }) => {
    await plan("fault_again", "read", faults);
    const before = await callsAt("fault_again");
    const { value, run } = await execute(client, { code: "await fault_again.read({})" });
    expect(value).toBe("called read");
    expect((await callsAt("fault_again")) - before).toBe(want);
    expect(await recorded(run)).toMatchObject([{ outcome: "ok", attempts: want }]);
  });

  it("twice and no more", async () => {
    await plan("fault_again", "read", ["badGateway", "badGateway", "badGateway", "badGateway"]);
    const { failure, times } = await failureOf("fault_again.read");
    expect(failure).toMatchObject({ code: "UPSTREAM_ERROR" });
    expect(times).toBe(3);
    await plan("fault_again", "read", []);
  });

  it("not after a timeout, which was long enough", async () => {
    await plan("fault_again", "read", ["hang"]);
    const { failure, times } = await failureOf("fault_again.read");
    expect(failure).toMatchObject({ code: "UPSTREAM_TIMEOUT" });
    expect(times).toBe(1);
  });
});

describe("a server that asks for a rest", () => {
  it("gets it: a call that writes is not repeated, and says when it may be", async () => {
    await plan("fault_rest", "write", ["restSoon"]);
    const { failure, times } = await failureOf("fault_rest.write");
    expect(times).toBe(1);
    const { code, retry_after_ms: rest } = z.object({ code: z.string(), retry_after_ms: z.number() }).parse(failure);
    expect(code).toBe("UPSTREAM_ERROR");
    expect(rest).toBeGreaterThan(0);
    expect(rest).toBeLessThanOrEqual(1_000);
  });

  it("for longer than a run lasts is not waited for", async () => {
    await plan("fault_rest", "read", ["tooMany"]);
    const { failure, times } = await failureOf("fault_rest.read");
    expect(times).toBe(1);
    expect(failure).toMatchObject({ code: "UPSTREAM_ERROR", retry_after_ms: expect.any(Number) });
  });
});

describe("a server whose calls all fail", () => {
  const burst = Array.from({ length: 40 }, () => "badGateway" as const);

  it("is not called any more, says when it is tried again, and is used again once it works", async () => {
    await plan("fault_burst", "write", burst);
    await plan("fault_burst", "other", burst);
    const fail =
      "for (const tool of ['write', 'other', 'write', 'other', 'write']) await fault_burst[tool]({}).catch(() => 0)";
    await execute(client, { code: fail });
    const before = await callsAt("fault_burst");
    expect(before).toBe(5);
    const { failure, run, times } = await failureOf("fault_burst.read");
    expect(times).toBe(0);
    expect(failure).toMatchObject({
      code: "UPSTREAM_UNAVAILABLE",
      message: expect.stringMatching(
        /its last 5 calls failed\. The next call after \d+ s tries it again\. Nothing was sent\./,
      ),
      retry_after_ms: expect.any(Number),
    });
    expect(await recorded(run)).toMatchObject([{ outcome: "failed", attempts: 0, code: "UPSTREAM_UNAVAILABLE" }]);
    await honestIsWell();
    for (const tool of ["write", "other"]) await plan("fault_burst", tool, []);
    const read = async () => (await execute(client, { code: "await fault_burst.read({})" })).value;
    await expect.poll(read, { timeout: 15_000, interval: 500 }).toBe("called read");
    expect(await execute(client, { code: "await fault_burst.write({})" })).toMatchObject({ value: "called write" });
  });

  it("is called all the same where one tool fails alone", async () => {
    await plan("fault_lonely", "write", burst);
    const fail = "for (let at = 0; at < 12; at += 1) await fault_lonely.write({}).catch(() => 0)";
    await execute(client, { code: fail });
    expect(await callsAt("fault_lonely")).toBe(12);
    expect(await execute(client, { code: "await fault_lonely.other({})" })).toMatchObject({ value: "called other" });
  });

  it("is called all the same where it answers that arguments made it fail", async () => {
    const faults = Array.from({ length: 20 }, () => "failed" as const);
    for (const tool of ["write", "other"]) await plan("fault_rest", tool, faults);
    const fail =
      "for (let at = 0; at < 6; at += 1) for (const t of ['write', 'other']) await fault_rest[t]({}).catch(() => 0)";
    await execute(client, { code: fail });
    expect(await execute(client, { code: "await fault_rest.read({})" })).toMatchObject({ value: "called read" });
    for (const tool of ["write", "other"]) await plan("fault_rest", tool, []);
  });

  it("is held as well where nothing answers at all", async () => {
    const faults = Array.from({ length: 10 }, () => "drop" as const);
    for (const tool of ["write", "other"]) await plan("fault_gone", tool, faults);
    const code =
      "const codes = []; for (const t of ['write', 'other', 'write', 'other', 'write', 'read']) codes.push(await fault_gone[t]({}).catch(({ code }) => code)); codes.at(-1)";
    expect(await execute(client, { code })).toMatchObject({ value: "UPSTREAM_UNAVAILABLE" });
    await honestIsWell();
  });
});

describe("a server that changes while a run goes on", () => {
  it("and has forgotten the session is called again, once", async () => {
    const before = z.object({ methods: z.array(z.string()) });
    const calls = async (): Promise<number> => {
      const { methods } = before.parse(await (await fetch(`${honest}/stats`)).json());
      return methods.filter((method) => method === "initialize").length;
    };
    await honestIsWell();
    const sessions = await calls();
    await fetch(`${honest}/forget`, { method: "POST" });
    const { value, run } = await execute(client, { code: "await honest.echo({ text: 'still here' })" });
    expect(value).toBe("still here");
    expect(await calls()).toBeGreaterThan(sessions);
    expect(await recorded(run)).toMatchObject([{ outcome: "ok", attempts: 2 }]);
  });

  it("keeps the tools that the run began with", async () => {
    const code =
      "const first = await honest.echo({ text: 'a' }); await sleep(300); first + await honest.echo({ text: 'b' })";
    const unfinished = execute(client, { code });
    await fetch(`${honest}/grow`, { method: "POST" });
    expect(await unfinished).toMatchObject({ value: "ab" });
  });
});
