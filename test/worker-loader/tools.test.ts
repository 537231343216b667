/** What the objects of servers make of the arguments of a call and of its failure. */
import { expect, it } from "vitest";
import { runScript } from "./script.ts";

it.each([
  "await github.fail({ body: { code: 'E42' } }).catch(({ status, body }) => ({ status, body }))",
  "await github.fail({ status: 422, body: { code: 'E42' } }).catch(({ body }) => ({ body }))",
])("a failure has its body: %s", async (code) => {
  expect(await runScript(code)).toMatchObject({ value: { body: { code: "E42" } } });
});

it("a failure without one has none", async () => {
  const code = "await github.fail({}).catch((error) => ['status', 'body'].filter((name) => name in error))";
  expect(await runScript(code)).toMatchObject({ value: [] });
});

it("says how a text was read as the argument of a query", async () => {
  const code = "INVALID_ARGS";
  const read =
    "args.query is no argument. github.query(text, …) was read as github.query({ query: text, variables: … }).";
  expect(await runScript("await github.query('select 1', [1])")).toMatchObject({ error: { code, message: read } });
  expect(await runScript("await github.query({ query: 'select 1' })")).toMatchObject({
    error: { code, message: "args.query is no argument." },
  });
});
