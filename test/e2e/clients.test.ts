/** Real clients on a real gateway with real upstreams: what each of them can do, and what happens when one goes away. */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { UpstreamStats } from "../fixtures/upstreams/stats.ts";
import { envelopeOf, textOf, type Answer } from "../support/answer.ts";
import { runTool } from "../support/command.ts";
import { CLIENTS, type OpenClient } from "./open-client.ts";

const { url, modern, legacy } = inject("stack");

const SCRIPT = `
const all: { sum: number }[] = await Promise.all([modern.add({ a: 1, b: 2 }), legacy_tools.add({ a: 3, b: 4 })]);
const sums = all.map(({ sum }) => sum);
console.log("sums", sums);
({ sums, everything: await everything.get_sum({ a: sums[0], b: sums[1] }), notes: (await notes.list_notes()).notes.length });`;

const VALUE = { sums: [3, 7], everything: "The sum of 3 and 7 is 10.", notes: 3 };

// Side by side, because most of it is waiting.
it.concurrent.each(["v1 SDK client", "v2 client, 2025 era", "v2 client, 2026-07-28"] as const)(
  "%s: is told that a quiet run still goes on",
  async (name) => {
    const client = await CLIENTS[name](url);
    const messages: string[] = [];
    await client.call("execute_code", { code: "await sleep(6_000)" }, (message) => messages.push(message));
    expect(messages).toContainEqual(expect.stringMatching(/^still running after [5-6] s$/));
    await client.close();
  },
);

describe.each([
  { name: "v1 SDK client", speaks: "2025-11-25" },
  { name: "v2 client, 2025 era", speaks: "2025-11-25" },
  { name: "v2 client, 2026-07-28", speaks: "2026-07-28" },
] as const)("$name", ({ name, speaks }) => {
  let client: OpenClient;
  beforeAll(async () => {
    client = await CLIENTS[name](url);
  });
  afterAll(() => client.close());

  it(`speaks ${speaks}`, () => {
    expect(client.protocolVersion).toBe(speaks);
  });

  it("sees two tools", async () => {
    expect(await client.toolNames()).toStrictEqual(["search_tools", "execute_code"]);
  });

  it("finds a tool of a real server", async () => {
    const answer = await client.call("search_tools", { query: "sum of two numbers", server: "everything", limit: 1 });
    expect(textOf(answer)).toMatch(/^everything\.get_sum\(/m);
  });

  it("runs one script over all upstreams", async () => {
    const answer = await client.call("execute_code", { code: SCRIPT, language: "typescript" });
    expect(envelopeOf(answer)).toMatchObject({ ok: true, value: VALUE, logs: ["sums [3,7]"] });
  });

  it("is told of every call while the script runs", async () => {
    const messages: string[] = [];
    const code = "await notes.list_notes(); await modern.fail({}).catch(() => 0)";
    await client.call("execute_code", { code }, (message) => messages.push(message));
    expect(messages).toStrictEqual([
      expect.stringMatching(/^notes\.list_notes answered/),
      expect.stringMatching(/^modern\.fail failed/),
    ]);
  });

  it("is told where its script failed", async () => {
    const answer = await client.call("execute_code", { code: "1;\nawait modern.fail({})" });
    expect(envelopeOf(answer)).toMatchObject({
      error: { code: "TOOL_ERROR", message: expect.stringMatching(/fail: the disk is full$/), line: 2 },
    });
  });

  it("stops its run by cancelling the request, and goes on with its session", async () => {
    await Promise.all([fetch(`${modern}/reset`), fetch(`${legacy}/reset`)]);
    const gaveUp = new AbortController();
    const code = "for (let n = 0; n < 100; n++) await modern.slow({ ms: 100 })";
    const answer = client.callUntil(gaveUp.signal, "execute_code", { code }).then(
      () => "answered",
      () => "gave up",
    );
    await expect.poll(async () => (await slow("slowStarted"))[0], { timeout: 10_000 }).toBeGreaterThan(2);
    gaveUp.abort();
    expect(await answer).toBe("gave up");
    const [atTheEnd = 0] = await slow("slowStarted");
    await expect.poll(lastRun, { timeout: 5_000 }).toMatchObject({ outcome: "cancelled", client: "e2e 1.0.0" });
    expect((await slow("slowStarted"))[0]).toBeLessThan(atTheEnd + 12);
    expect(envelopeOf(await client.call("execute_code", { code: "1 + 1" }))).toMatchObject({ value: 2 });
  });

  it("stops its run, and the calls in flight, by going away", async () => {
    const leaving = await CLIENTS[name](url);
    await Promise.all([fetch(`${modern}/reset`), fetch(`${legacy}/reset`)]);
    const code = "await Promise.all([modern.slow({ ms: 50_000 }), legacy_tools.slow({ ms: 50_000 })])";
    const answer = leaving.call("execute_code", { code }).then(
      () => "answered",
      () => "gone",
    );
    await expect.poll(() => slow("slowStarted"), { timeout: 10_000 }).toStrictEqual([1, 1]);
    expect(await slow("slowCancelled")).toStrictEqual([0, 0]);
    await leaving.close();
    expect(await answer).toBe("gone");
    await expect.poll(() => slow("slowCancelled"), { timeout: 5_000 }).toStrictEqual([1, 1]);
  });
});

describe("a client of REST", () => {
  it("stops its run, and the calls in flight, by hanging up", async () => {
    await Promise.all([fetch(`${modern}/reset`), fetch(`${legacy}/reset`)]);
    const gone = new AbortController();
    const body = JSON.stringify({ code: "await modern.slow({ ms: 50_000 })" });
    const exec = fetch(`${new URL(url).origin}/api/v1/code/exec`, { method: "POST", body, signal: gone.signal });
    const answer = exec.then((response) => response.text()).catch(() => "gone");
    await expect.poll(() => slow("slowStarted"), { timeout: 10_000 }).toStrictEqual([1, 0]);
    gone.abort();
    expect(await answer).toBe("gone");
    await expect.poll(() => slow("slowCancelled"), { timeout: 2_000 }).toStrictEqual([1, 0]);
    await expect.poll(lastRun, { timeout: 2_000 }).toMatchObject({ outcome: "cancelled" });
  });

  it("gets the answer of a run that takes long as one JSON text", async () => {
    const body = JSON.stringify({ code: "await sleep(1_200); 'slept'" });
    const answer = await fetch(`${new URL(url).origin}/api/v1/code/exec`, { method: "POST", body });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ ok: true, result: "slept" });
  });
});

describe.each(["legacy", "modern"] as const)("mcp-inspector --cli, %s era", (era) => {
  it("lists the tools", async () => {
    const { tools } = (await inspect(era, "tools/list", "--strict")) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toStrictEqual(["search_tools", "execute_code"]);
  });

  it("runs a script", async () => {
    const args = JSON.stringify({ code: SCRIPT, language: "typescript" });
    const answer = await inspect(era, "tools/call", "--tool-name", "execute_code", "--tool-args-json", args);
    expect(envelopeOf(answer as Answer)).toMatchObject({ ok: true, value: VALUE });
  });
});

/** The newest in the ledger. */
async function lastRun(): Promise<object | undefined> {
  const answer = await fetch(`${new URL(url).origin}/api/v1/runs?limit=1`);
  return ((await answer.json()) as { runs: object[] }).runs[0];
}

async function slow(counter: "slowStarted" | "slowCancelled"): Promise<number[]> {
  const stats = await Promise.all(
    [modern, legacy].map(async (origin) => (await fetch(`${origin}/stats`)).json() as Promise<UpstreamStats>),
  );
  return stats.map((one) => one[counter]);
}

async function inspect(era: "legacy" | "modern", method: string, ...rest: readonly string[]): Promise<unknown> {
  const server = ["--server-url", url, "--transport", "http", "--protocol-era", era];
  const finished = await runTool("mcp-inspector", [
    "--cli",
    ...server,
    "--method",
    method,
    ...rest,
    "--format",
    "json",
  ]);
  expect(finished.status, finished.printed).toBe(0);
  // The inspector checks whether schemas are understood by strict clients.
  expect(finished.printed).not.toMatch(/[1-9]\d* (?:errors?,|warnings? across)/);
  return (JSON.parse(finished.stdout) as { result: unknown }).result;
}
