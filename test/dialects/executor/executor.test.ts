/** Scripts written for executor, and what their calls are to the gateway: calls as any other. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, execute } from "../../support/client.ts";
import { runSamples } from "../samples.ts";

runSamples(import.meta.glob("./samples/*", { query: "?raw", import: "default", eager: true }), 30);

describe("tools by their paths", () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client.close());

  it.each([
    "(await tools.gmail.search_emails({ query: 'x' })).error",
    "(await tools.gmail.org.main.searchEmails({ query: 'x' })).error",
    "(await tools['gmail.search_emails']({ query: 'x' })).error",
  ])("are held to the servers of the run: %s", async (code) => {
    const answer = await execute(client, { code, options: { allowed_servers: ["docs"] } });
    expect(answer).toMatchObject({
      ok: true,
      value: { code: "tool_blocked", message: expect.stringContaining("This run may not use gmail") },
    });
  });

  it.each([
    { code: "(await tools.search({ query: 'send an email' })).total", value: 0 },
    { code: "(await tools.executor.sources.list()).items.map(({ id }) => id)", value: ["docs"] },
    { code: "(await tools.executor.coreTools.connections.list({})).data.connections.length", value: 1 },
    { code: "(await tools.describe.tool({ path: 'gmail.send_email' })).error.code", value: "tool_not_found" },
  ])("are not found on other servers: $code", async ({ code, value }) => {
    expect(await execute(client, { code, options: { allowed_servers: ["docs"] } })).toMatchObject({ ok: true, value });
  });

  it("that fail are in the log, whether the script looks at the answer or not", async () => {
    expect(await execute(client, { code: "await tools.docs.broken({}); 'done'" })).toMatchObject({
      ok: true,
      value: "done",
      logs: ["[warn] tools.docs.broken failed: TOOL_ERROR: docs.broken: the printer is on fire"],
    });
  });

  it("count as calls, and end the run when there are too many", async () => {
    const code = "for (const id of [1, 2, 3]) await tools.tracker.get_issue({ issue_id: `T-${id}` }); 'never'";
    expect(await execute(client, { code, options: { max_tool_calls: 2 } })).toMatchObject({
      ok: false,
      error: { code: "MAX_TOOL_CALLS_EXCEEDED" },
    });
  });

  it("are not called in a dry run", async () => {
    const code =
      "(await tools.gmail.org.main.sendEmail({ to: 'a', subject: 'b', body: 'c' })).ok && (await tools.search({ query: 'email' })).total > 0";
    expect(await execute(client, { code, options: { dry_run: true } })).toMatchObject({
      ok: true,
      value: true,
      would_call: [{ server: "gmail", tool: "send_email" }],
    });
  });

  it("are in the record of the run", async () => {
    await execute(client, { code: "/* recorded */ await tools.tracker.org.main.getIssue({ issue_id: 'T-1' })" });
    const code =
      "const [, run] = await runs.list({ limit: 2 }); (await runs.get(run.id)).calls.map(({ server, tool }) => [server, tool])";
    expect(await execute(client, { code })).toMatchObject({ value: [["tracker", "get_issue"]] });
  });

  it.each([
    "tools.search = 1",
    "tools.gmail.send_email = 1",
    "'send_email' in tools.gmail",
    "tools.gmail + ''",
    "new tools.gmail.send_email()",
    "JSON.stringify(tools.gmail.send_email) === undefined ? tools.gmail() : 0",
  ])("are no values of their own: %s", async (code) => {
    expect(await execute(client, { code })).toMatchObject({ ok: false, error: { code: "RUNTIME_ERROR" } });
  });

  it("await and JSON pass a path by", async () => {
    const code = "const path = await tools.gmail; [typeof path, typeof path.send_email, JSON.stringify({ path })]";
    expect(await execute(client, { code })).toMatchObject({ value: ["function", "function", "{}"] });
  });
});
