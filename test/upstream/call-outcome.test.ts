/** The outcome of a call at its upstream, from the result or the error that the gateway made of its answer. */
import { describe, expect, it } from "vitest";
import { outcomeOf, outcomeOfError } from "../../src/upstream/call-outcome.ts";
import { UpstreamError } from "../../src/upstream/connector.ts";
import { readHttpAnswer } from "../../src/upstream/http-api/read-http-answer.ts";
import { UnusableArgument } from "../../src/upstream/unusable-argument.ts";

describe("an answer of an HTTP API with the status", () => {
  it.each([
    { status: 200, want: "ok" },
    { status: 300, want: "unknown" },
    { status: 303, want: "unknown" },
    { status: 400, want: "failed" },
    { status: 500, want: "failed" },
    { status: 504, want: "unknown" },
  ])("$status: $want", async ({ status, want }) => {
    const result = await readHttpAnswer(new Response("x", { status }), "POST https://api.example/x", "x");
    expect(outcomeOf(result, { name: "x" })).toBe(want);
  });
});

it.each([
  {
    what: "the upstream's own",
    error: new UpstreamError("UPSTREAM_ERROR", "It refused."),
    attempts: 1,
    want: "failed",
  },
  {
    what: "that of an upstream without an answer",
    error: new UpstreamError("UPSTREAM_TIMEOUT", "It is slow.", { isUnanswered: true }),
    attempts: 1,
    want: "unknown",
  },
  { what: "that of an argument", error: new UnusableArgument("a", "is wrong"), attempts: 1, want: "failed" },
  {
    what: "the gateway's own, before the call was sent",
    error: new RangeError("too long"),
    attempts: 0,
    want: "failed",
  },
  {
    what: "the gateway's own, after the call was sent",
    error: new RangeError("too long"),
    attempts: 1,
    want: "unknown",
  },
])("an error is $what: $want", ({ error, attempts, want }) => {
  expect(outcomeOfError(error, attempts)).toBe(want);
});
