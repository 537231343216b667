/** What the log says of calls that had no answer when the script ended. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect, execute } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

it("a call that the script awaits beside one that fails was still going on", async () => {
  const code = "await Promise.all([modern.slow({ ms: 300 }), modern.fail({})])";
  const { error, logs } = await execute(client, { code });
  expect(error).toMatchObject({ code: "TOOL_ERROR" });
  expect(logs).toStrictEqual([
    "[isogate] line 1: modern.slow was still going on when the script failed. The run waits for the answer, within its limits.",
  ]);
});

it("a call that the script does not await has no answer at its end", async () => {
  const { logs } = await execute(client, { code: "modern.slow({ ms: 300 }); 1" });
  expect(logs).toContainEqual(expect.stringContaining("had no answer when the script ended; is an await missing?"));
});
