/** The bodies of an HTTP API as scripts get them. */
import { describe, expect, it } from "vitest";
import { Redaction } from "../../../src/upstream/credentials/redaction.ts";
import { readHttpAnswer } from "../../../src/upstream/http-api/read-http-answer.ts";
import { unwrapResult } from "../../../src/upstream/result.ts";

async function valueOf(body: string, type: string): Promise<unknown> {
  const response = new Response(body, { headers: { "content-type": type } });
  return unwrapResult(await readHttpAnswer(response, "GET https://api.example/x", "https://api.example/x"));
}

it.each([
  { given: "5.0", want: 5 },
  { given: "19.90", want: 19.9 },
  { given: "1e3", want: 1_000 },
  { given: "-0.0", want: -0 },
  { given: " 7\n", want: 7 },
  { given: "0", want: 0 },
  { given: "12345678901234567890", want: "12345678901234567890" },
  { given: "1e400", want: "1e400" },
  { given: '"5.0"', want: "5.0" },
  { given: "[5.0]", want: [5] },
  { given: "null", want: null },
  // This is no JSON, whatever its type says.
  { given: "007", want: "007" },
  { given: "1.2.3", want: "1.2.3" },
])("JSON $given", async ({ given, want }) => {
  expect(await valueOf(given, "application/json")).toStrictEqual({ ok: true, value: want });
  expect(await valueOf(given, "application/problem+json; charset=utf-8")).toStrictEqual({ ok: true, value: want });
});

it.each(["5.0", "007", "1e3"])("a plain text stays a text: %s", async (given) => {
  expect(await valueOf(given, "text/plain")).toStrictEqual({ ok: true, value: given });
});

it.each(["application/json", "text/plain", ""])("JSON with too many names is not passed on, as %s", async (type) => {
  const body = `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":0`).join(",")}}`;
  const response = new Response(new TextEncoder().encode(body), {
    headers: type === "" ? {} : { "content-type": type },
  });
  const said = expect.stringContaining("answered with JSON that has more than 50000 different names") as string;
  expect(await readHttpAnswer(response, "GET https://api.example/x", "x")).toStrictEqual({
    isError: true,
    content: [{ type: "text", text: said }],
    callOutcome: "ok",
  });
});

it("JSON with too many values is not passed on", async () => {
  const body = "[".repeat(2_000_000) + "]".repeat(2_000_000);
  const response = new Response(body, { headers: { "content-type": "application/json" } });
  expect(await readHttpAnswer(response, "GET https://api.example/x", "x")).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/answered with JSON that has more than \d+ values/) as string }],
  });
});

describe("an answer without a body", () => {
  const LOCATION = "/things/9";
  it.each([
    { status: 201, headers: { location: LOCATION }, want: { location: LOCATION } },
    { status: 202, headers: { "operation-location": LOCATION }, want: { location: LOCATION } },
    { status: 202, headers: { location: LOCATION, "operation-location": "/ops/7" }, want: { location: LOCATION } },
    { status: 201, headers: { location: `/${"x".repeat(8_000)}` }, want: null },
    { status: 201, headers: { location: "" }, want: null },
    { status: 201, headers: {}, want: null },
    { status: 200, headers: { location: LOCATION }, want: null },
    { status: 204, headers: { location: LOCATION }, want: null },
  ])("of $status with $headers has the value $want", async ({ status, headers, want }) => {
    const response = new Response(null, { status, headers: new Headers(headers as Record<string, string>) });
    const result = await readHttpAnswer(response, "POST https://api.example/x", "https://api.example/x");
    expect(unwrapResult(result)).toStrictEqual({ ok: true, value: want });
  });

  it("of 201 names no credential", async () => {
    const response = new Response(null, { status: 201, headers: { location: "/things/9?key=s3cret-of-the-api" } });
    const result = await readHttpAnswer(response, "POST https://api.example/x", "https://api.example/x");
    const redaction = new Redaction([{ name: "${API_KEY}", value: "s3cret-of-the-api" }]);
    expect(unwrapResult(redaction.result(result))).toStrictEqual({
      ok: true,
      value: { location: "/things/9?key=${API_KEY}" },
    });
  });
});

it.each([
  { method: "POST", status: 302, fails: true },
  { method: "POST", status: 300, fails: true },
  { method: "POST", status: 304, fails: true },
  { method: "GET", status: 304, fails: false },
])("an answer to $method with status $status that was not followed is a failure: $fails", async (given) => {
  const { method, status, fails } = given;
  const response = new Response(null, { status, headers: { location: "" } });
  const result = await readHttpAnswer(response, `${method} https://api.example/x`, "https://api.example/x");
  expect(result.isError === true).toBe(fails);
});
