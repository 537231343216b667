/** Agent frameworks on a real gateway: both tools, an error, and progress and cancelling where a framework has them. */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { FRAMEWORKS, type AgentClient } from "./agent-clients.ts";

const { url } = inject("stack");

describe.each(Object.entries(FRAMEWORKS))("%s", (name, { open, takesProgress, canGiveUp }) => {
  const messages: string[] = [];
  let client: AgentClient;
  beforeAll(async () => {
    client = await open(url, (message) => messages.push(message));
  });
  afterAll(() => client.close());

  /** @returns the text that the model is given */
  async function told(tool: string, args: Record<string, unknown>): Promise<string> {
    const answer = await client.call(tool, args).catch((error: unknown) => String(error));
    return JSON.stringify(answer).replaceAll("\\", "");
  }

  it("sees two tools", async () => {
    expect(await client.toolNames()).toStrictEqual(["search_tools", "execute_code"]);
  });

  it("finds a tool", async () => {
    expect(await told("search_tools", { query: "add two numbers", server: "modern" })).toContain("modern.add(");
  });

  it("runs a script with input and options", async () => {
    const code =
      "const { sum }: { sum: number } = await modern.add({ a: input.n, b: 2 });\n({ sum, notes: typeof notes })";
    const args = { code, input: { n: 40 }, language: "typescript", options: { max_tool_calls: 5 } };
    expect(await told("execute_code", args)).toContain('{"ok":true,"value":{"sum":42,"notes":"object"}');
  });

  it("is told what failed, and where", async () => {
    const answer = await told("execute_code", { code: "1;\nawait modern.fail({})" });
    expect(answer).toMatch(/"ok":false,"error":\{"code":"TOOL_ERROR",.*the disk is full.*"line":2/);
  });

  it.runIf(takesProgress)("is told of the calls of its script", async () => {
    messages.length = 0;
    await client.call("execute_code", { code: "await modern.add({ a: 1, b: 2 })" });
    expect(messages).toContainEqual(expect.stringMatching(/^modern\.add answered/));
  });

  it.runIf(canGiveUp)("ends its run by giving up", async () => {
    const gaveUp = new AbortController();
    const code = `await modern.slow({ ms: 50_000 }); "of ${name}"`;
    const answer = client.callUntil?.(gaveUp.signal, "execute_code", { code }).then(
      () => "answered",
      () => "gave up",
    );
    const run = async () => (await runs(`of ${name}`))[0];
    await expect.poll(run, { timeout: 10_000 }).toMatchObject({ outcome: "running" });
    gaveUp.abort();
    expect(await answer).toBe("gave up");
    await expect.poll(run, { timeout: 10_000 }).toMatchObject({ outcome: "cancelled" });
  });
});

async function runs(text: string): Promise<object[]> {
  const address = new URL("/api/v1/runs", url);
  address.searchParams.set("text", text);
  return ((await (await fetch(address)).json()) as { runs: object[] }).runs;
}
