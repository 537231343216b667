/** The outcome of a GraphQL call whose answer is a failure: a script that chooses a selection with errors does not undo the field. */
import { expect, it } from "vitest";
import { outcomeOf } from "../../../src/upstream/call-outcome.ts";
import { Redaction } from "../../../src/upstream/credentials/redaction.ts";
import { readGraphqlAnswer } from "../../../src/upstream/graphql/read-graphql-answer.ts";

const error = (...path: readonly (string | number)[]) => ({ message: "no", ...(path.length > 0 && { path }) });
const MANY = Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, 0]));

it.each([
  { what: "a refused request", given: { errors: [error()] }, want: "failed" },
  { what: "a field that failed", given: { data: { pay: null }, errors: [error("pay")] }, want: "failed" },
  { what: "a required field that failed", given: { data: null, errors: [error("pay")] }, want: "failed" },
  {
    what: "an error in the selection of a field",
    given: { data: { pay: { id: 1, log: null } }, errors: [error("pay", "log")] },
    want: "unknown",
  },
  {
    what: "an error that takes the field's value along",
    given: { data: { pay: null }, errors: [error("pay", "log")] },
    want: "unknown",
  },
  {
    what: "an error that takes all data along",
    given: { data: null, errors: [error("pay", "log", 0)] },
    want: "unknown",
  },
  { what: "an error without a place", given: { data: { pay: null }, errors: [error()] }, want: "unknown" },
  {
    what: "one of two fields",
    given: { data: { pay: { id: 1 }, tell: null }, errors: [error("tell")] },
    want: "unknown",
  },
  { what: "no answer of GraphQL", given: { paid: true }, want: "unknown" },
  { what: "too many names", given: { data: { pay: MANY } }, want: "unknown" },
  { what: "a status of failure", given: { data: MANY }, status: 400, want: "failed" },
])("$what: $want", async ({ given, status = 200, want }) => {
  const result = await readGraphqlAnswer(
    Response.json(given, { status }),
    "https://api.example",
    "pay",
    new Redaction(),
  );
  expect(result.isError).toBe(true);
  expect(outcomeOf(result, { name: "pay" })).toBe(want);
});
