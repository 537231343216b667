/** What "Try" writes: a call that has every required argument, from whatever an upstream sent as a schema. */
import { describe, expect, it } from "vitest";
import { callTemplate } from "../../src/dashboard/editor/call-template.ts";

const object = (properties: object, required: readonly string[] = Object.keys(properties)): object => ({
  type: "object",
  properties,
  required,
});

/** Refers to itself without end. */
const TREE = { $ref: "#/$defs/tree", $defs: { tree: object({ child: { $ref: "#/$defs/tree" } }) } };

describe("a call to start from", () => {
  it.each([
    { given: object({}), want: "{}" },
    { given: object({ text: { type: "string" }, more: { type: "string" } }, ["text"]), want: '{ text: "" }' },
    { given: object({ a: { type: "number" }, b: { type: "integer", minimum: 1 } }), want: "{ a: 0, b: 1 }" },
    { given: object({ on: { type: "boolean" }, tags: { type: "array" } }), want: "{ on: false, tags: [] }" },
    { given: object({ style: { enum: ["plain", "shout"] } }), want: '{ style: "plain" }' },
    { given: object({ page: { type: "integer", default: 7 } }), want: "{ page: 7 }" },
    { given: object({ kind: { const: "issue" } }), want: '{ kind: "issue" }' },
    { given: object({ id: { anyOf: [{ type: "string" }, { type: "null" }] } }), want: '{ id: "" }' },
    { given: object({ id: { type: ["null", "integer"] } }), want: "{ id: 0 }" },
    { given: object({ at: object({ x: { type: "number" } }) }), want: "{ at: { x: 0 } }" },
    { given: object({ "content-type": { type: "string" } }), want: '{ "content-type": "" }' },
    { given: object({}, ["unknown"]), want: "{ unknown: null }" },
    { given: object({ long: { type: "string", default: "x".repeat(1_000) } }), want: '{ long: "" }' },
    { given: TREE, want: "{ child: { child: { child: { child: {} } } } }" },
    { given: { type: "object", required: "text", properties: [] }, want: "{}" },
    { given: "no schema", want: "{}" },
    { given: undefined, want: "{}" },
    { given: { type: "string" }, want: "{}" },
  ])("$want", ({ given, want }) => {
    expect(callTemplate("server.tool", given)).toBe(`await server.tool(${want})`);
  });

  it("cannot be made to hold code of the upstream's", () => {
    const evil = 'x"); await github.erase({}); ("';
    const text = callTemplate("a.b", object({ [evil]: { type: "string" }, other: { default: evil } }));
    expect(text).toBe(`await a.b({ ${JSON.stringify(evil)}: "", other: ${JSON.stringify(evil)} })`);
  });
});
