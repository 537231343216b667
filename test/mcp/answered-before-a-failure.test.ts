/** The hint of a script that fails after calls that may have changed something names them: the script is likely to be sent again as a whole. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect, execute } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

const ADD = "await modern.add({ a: 1, b: 2 });";
const AGAIN = "Answered before the script failed: modern.add. Running the script again makes it again.";

it.each([
  { what: "an error of its own", code: `${ADD} throw new Error("no")`, want: AGAIN },
  { what: "a call that fails", code: `${ADD} await modern.fail({})`, want: AGAIN },
  { what: "a call of a tool that there is not", code: `${ADD} await modern["nope" + 1]({})`, want: AGAIN },
  { what: "its CPU limit", code: `${ADD} for (;;);`, options: { cpu_ms: 50 }, want: AGAIN },
  {
    what: "its wall clock",
    code: `${ADD} await modern.slow({ ms: 5000 })`,
    options: { timeout_ms: 1500 },
    want: AGAIN,
  },
  {
    what: "one of several calls at once",
    code: "await Promise.all([modern.add({ a: 1, b: 2 }), modern.add({ a: 2, b: 2 }), modern.fail({})])",
    want: "Answered before the script failed: modern.add (2). Running the script again makes them again.",
  },
])("of $what", async ({ code, options, want }) => {
  const { error } = await execute(client, { code, ...(options && { options }) });
  expect(error?.hint).toContain(want);
});

it("names the calls of saved scripts that it has run, once", async () => {
  await execute(client, { code: `await scripts.save("adds_for_failure", { code: ${JSON.stringify(`${ADD} 1`)} })` });
  const { error } = await execute(client, { code: 'await scripts.adds_for_failure(); throw new Error("no")' });
  expect(error?.hint).toContain(AGAIN);
});

it.each(["await notes.list_notes(); throw new Error('no')", "throw new Error('no')", "await modern.fail({})"])(
  "says nothing where nothing may have changed: %s",
  async (code) => {
    const { error } = await execute(client, { code });
    expect(error).toBeDefined();
    expect(error?.hint ?? "").not.toContain("Answered before");
  },
);

it("says nothing in a dry run", async () => {
  const { error } = await execute(client, { code: `${ADD} throw new Error("no")`, options: { dry_run: true } });
  expect(error).toBeDefined();
  expect(error?.hint ?? "").not.toContain("Answered before");
});
