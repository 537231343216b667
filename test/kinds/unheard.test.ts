/** Calls that were sent and whose answer says nothing of their effect, from each kind of API that is no MCP server; test/traps has those of MCP. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import * as z from "zod";
import { api } from "../support/api.ts";
import { connect, execute } from "../support/client.ts";

const answers = `${inject("kinds").api}/v1/echo/answer`;

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

const callsSchema = z.object({ calls: z.array(z.object({ outcome: z.string() })) });

/** @returns what the ledger has of the calls of a script whose failures are caught */
async function outcomesOf(call: string): Promise<readonly string[]> {
  const { run } = await execute(client, { code: `try { await ${call} } catch {}` });
  const { calls } = callsSchema.parse(await (await api(`/runs/${run}/calls`)).json());
  return calls.map(({ outcome }) => outcome);
}

it.each([
  // The answer is too long to be read, and a script chooses how much a mutation answers.
  { call: "unheard.write({ kind: 'big' })", want: "unknown" },
  { call: "unheard_graph.write()", want: "unknown" },
  { call: "unheard.write({ kind: 'moved' })", want: "unknown" },
  { call: `fetch("${answers}/big", { method: "POST" })`, want: "unknown" },
  // Something in between got no answer.
  { call: "unheard.write({ kind: 'page' })", want: "unknown" },
  { call: "unheard.write({ kind: 'bad' })", want: "failed" },
  { call: "unheard.read({ kind: 'big' })", want: "failed" },
  { call: "unheard.read({ kind: 'page' })", want: "failed" },
])("$call is $want", async ({ call, want }) => {
  expect(await outcomesOf(call)).toStrictEqual([want]);
});
