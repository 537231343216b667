/** What scripts cannot do with `mcp` and `codemode`. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { connect, execute } from "../../support/client.ts";

describe("mcp and codemode", () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client.close());

  it.each([
    {
      given: "await codemode.send_email({ to: 'a', subject: 'b', body: 'c' })",
      options: { allowed_servers: ["docs"] },
      want: { code: "SERVER_NOT_ALLOWED", message: expect.stringContaining("gmail") },
    },
    {
      given: "await codemode.list_notes(); await mcp.list_notes()",
      options: { max_tool_calls: 1 },
      want: { code: "MAX_TOOL_CALLS_EXCEEDED" },
    },
    { given: "mcp.send_email = 1", options: {}, want: { code: "RUNTIME_ERROR" } },
    { given: "codemode.send_email.call = 1", options: {}, want: { code: "RUNTIME_ERROR" } },
    { given: "Object.setPrototypeOf(mcp, { x: 1 })", options: {}, want: { code: "RUNTIME_ERROR" } },
    { given: "mcp", options: {}, want: { code: "SERIALIZATION_ERROR", message: expect.stringContaining("mcp") } },
    { given: "await codemode['x'.repeat(600)]()", options: {}, want: { code: "INVALID_ARGS" } },
    { given: "await codemode.__proto__({})", options: {}, want: { code: "TOOL_NOT_FOUND" } },
    { given: "await codemode.list_notes(1)", options: {}, want: { code: "INVALID_ARGS" } },
  ])("$given $options", async ({ given, options, want }) => {
    expect(await execute(client, { code: given, options })).toMatchObject({ ok: false, error: want });
  });

  it("a server that is left out does not make a name ambiguous", async () => {
    const code = "(await codemode.create_issue({ title: 'x' })).called";
    const answer = await execute(client, { code, options: { allowed_servers: ["helpdesk"] } });
    expect(answer).toMatchObject({ ok: true, value: "create_issue" });
  });

  it("nothing survives in a warm isolate", async () => {
    const code = `
      const before = [Object.keys(codemode), codemode.list_notes === globalThis.kept];
      globalThis.kept = codemode.list_notes;
      try { Object["getPrototype" + "Of"](codemode.list_notes).kept = 1 } catch {}
      [before, typeof (async () => {}).kept]`;
    // The first run has an isolate of its own, in which nothing is frozen; the others share one.
    await execute(client, { code });
    for (let run = 0; run < 2; run += 1) {
      expect(await execute(client, { code })).toMatchObject({ ok: true, value: [[[], false], "undefined"] });
    }
  });

  it("a server called mcp is still reached", async () => {
    expect(await execute(client, { code: "await mcp_.anything({})" })).toMatchObject({
      ok: false,
      error: { code: "UPSTREAM_ERROR" },
    });
  });
});
